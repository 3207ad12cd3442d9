"""The house as a whole: linters, types, migrations, lock files, and settings that refuse to be unsafe.

The checkers run as tests, so that one command and one last line say everything. What settings do is asked of a fresh
process with an environment of its own, because settings are read once.
"""

import json
import os
import re
import stat
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import call_command
from django.db import connection

ROOT = Path(__file__).resolve().parent.parent
BIN = Path(sys.executable).parent
PRODUCTION = {
    "SCWU_PRODUCTION": "1",
    "SECRET_KEY": "b7!xQ" * 14,
    "SCWU_WORDS_KEY": "k4?wZ" * 7,
    "SCWU_HOSTS": "cats.example.org",
    "SCWU_URL": "https://cats.example.org",
    "SCWU_MAIL_FROM": "scwu@cats.example.org",
}


def outcome(command: list[str], **environment: str) -> subprocess.CompletedProcess[str]:
    """Run one of the project's programs with nothing in its environment but PATH and what is given."""
    # PATH for the interpreter; a home so that no tool writes into a real one.
    env = {"PATH": os.environ["PATH"], "HOME": os.environ["SCWU_TEST_RUN_DIR"], **environment}
    return subprocess.run(
        command, cwd=ROOT, env=env, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL
    )


def settings_of(expression: str, folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """What an expression over the project's settings gives, as JSON on stdout."""
    code = f"import json; from scwu import settings as s; print(json.dumps({expression}))"
    return outcome([sys.executable, "-c", code], SCWU_DATA_DIR=str(folder), **environment)


# --- Checkers ---------------------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize(
    "command",
    [
        pytest.param(["ruff", "check", "--no-cache"], id="ruff"),
        pytest.param(["ruff", "format", "--check", "--no-cache"], id="format"),
        pytest.param(["djangofmt", "--check", "templates"], id="templates"),
        pytest.param(["mypy"], id="mypy"),
    ],
)
def test_the_source_passes(command: list[str]):
    program, *arguments = command
    result = outcome([str(BIN / program), *arguments])
    assert result.returncode == 0, result.stdout + result.stderr


def test_every_model_change_has_its_migration(tmp_path: Path):
    result = outcome([sys.executable, "manage.py", "makemigrations", "--check"], SCWU_DATA_DIR=str(tmp_path))
    assert result.returncode == 0, result.stdout + result.stderr


# --- Lock files -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["requirements.txt", "requirements-dev.txt", "requirements-next.txt"])
def test_a_lock_file_names_no_index_and_every_package_has_its_hash(name: str):
    text = (ROOT / name).read_text()
    assert "://" not in text
    assert "--index" not in text
    packages = re.split(r"^(?=\S)", re.sub(r"^\s*#.*\n", "", text, flags=re.MULTILINE), flags=re.MULTILINE)
    packages = [package for package in packages if package.strip()]
    assert len(packages) > 20
    assert [package for package in packages if "==" not in package or "--hash=sha256:" not in package] == []


@pytest.mark.parametrize("name", ["requirements.in", "requirements-dev.in", "requirements-next.in"])
def test_every_package_that_is_asked_for_has_an_upper_bound(name: str):
    lines = [line for line in (ROOT / name).read_text().splitlines() if line and not line.startswith(("#", "-r "))]
    assert [line for line in lines if not re.match(r"[A-Za-z0-9_.\[\]-]+>=[0-9.]+,<[0-9.]+( ;.*)?$", line)] == []


def test_the_next_lock_has_the_next_django_and_else_the_same():
    def versions(name: str) -> dict[str, str]:
        return dict(re.findall(r"^([a-z0-9_.-]+)==(\S+)", (ROOT / name).read_text(), re.MULTILINE))

    now, then = versions("requirements-dev.txt"), versions("requirements-next.txt")
    assert now["django"].startswith("5.2.")
    assert then["django"].startswith("6.")
    assert {package for package in now.keys() & then.keys() if now[package] != then[package]} == {"django"}


def test_locks_that_write_down_an_index_are_not_committed():
    tracked = outcome(["git", "ls-files"]).stdout.split()
    assert [name for name in tracked if re.search(r"(^|/)(uv\.lock|pylock.*\.toml)$", name)] == []


# --- Settings ---------------------------------------------------------------------------------------------------------


def test_production_settings_leave_nothing_for_djangos_deployment_check():
    command = [sys.executable, "manage.py", "check", "--deploy", "--fail-level", "WARNING"]
    result = outcome(command, **PRODUCTION, SCWU_HSTS_PRELOAD="1")  # the two that are for who has only https
    assert result.returncode == 0, result.stdout + result.stderr
    assert "no issues (0 silenced)" in result.stdout


@pytest.mark.parametrize(
    ("left_out", "sentence"),
    [
        ("SECRET_KEY", "SCWU_PRODUCTION needs SECRET_KEY"),
        ("SCWU_WORDS_KEY", "SCWU_PRODUCTION needs SCWU_WORDS_KEY"),
        ("SCWU_HOSTS", "SCWU_PRODUCTION needs SCWU_HOSTS"),
        ("SCWU_URL", "SCWU_PRODUCTION needs SCWU_URL"),
        ("SCWU_MAIL_FROM", "SCWU_PRODUCTION needs SCWU_MAIL_FROM"),
    ],
)
def test_production_refuses_to_start_without(left_out: str, sentence: str, tmp_path: Path):
    environment = {name: value for name, value in PRODUCTION.items() if name != left_out}
    result = settings_of("1", tmp_path, **environment)
    assert result.returncode != 0
    assert sentence in result.stderr
    assert not (tmp_path / "secret_key").exists()
    assert not (tmp_path / "words_key").exists()


def test_a_weak_secret_stops_the_supervisor_in_production(tmp_path: Path):
    environment = {**PRODUCTION, "SECRET_KEY": "short", "SCWU_DATA_DIR": str(tmp_path), "SCWU_BROKER": "files"}
    result = outcome([sys.executable, "-m", "scwu.serve", "--host", "127.0.0.1", "--port", "0"], **environment)
    assert result.returncode == 1
    assert "security.W009" in result.stdout


def test_the_secrets_are_made_on_first_start_and_kept(tmp_path: Path):
    folder = tmp_path / "var"
    first = settings_of("[s.SECRET_KEY, s.WORDS_KEY]", folder)
    second = settings_of("[s.SECRET_KEY, s.WORDS_KEY]", folder)
    one, other = json.loads(first.stdout)
    assert min(len(one), len(other)) >= 50
    assert one != other
    assert first.stdout == second.stdout
    assert [stat.S_IMODE((folder / name).stat().st_mode) for name in ("secret_key", "words_key")] == [0o600, 0o600]
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700


def test_a_short_words_key_is_refused(tmp_path: Path):
    result = settings_of("1", tmp_path, SCWU_WORDS_KEY="only nineteen chars")
    assert result.returncode != 0
    assert "fewer than 32 characters" in result.stderr


def test_without_being_asked_settings_are_safe_and_need_no_server(tmp_path: Path):
    expression = "[s.DEBUG, '*' in s.ALLOWED_HOSTS, s.DATABASES['default']['ENGINE'], bool(s.BROKER.socket)]"
    result = settings_of(expression, tmp_path)
    assert json.loads(result.stdout) == [False, False, "scwu.sqlite", True]


def test_two_addresses_put_postgresql_and_redis_in_place(tmp_path: Path):
    expression = "[s.DATABASES['default']['ENGINE'], s.DATABASES['default']['HOST'], s.CELERY_BROKER_URL, s.REDIS_URL]"
    result = settings_of(
        expression, tmp_path, DATABASE_URL="postgres://cat@db.example.org/scwu", REDIS_URL="redis://mq.example.org/3"
    )
    redis_url = "redis://mq.example.org/3"
    assert json.loads(result.stdout) == ["scwu.postgresql", "db.example.org", redis_url, redis_url]


@pytest.mark.parametrize(
    ("address", "options"),
    [
        ("postgres://cat@db.example.org/scwu?sslmode=require", {"sslmode": "require", "prepare_threshold": 0}),
        ("sqlite:///somewhere.sqlite3", {}),
    ],
)
def test_only_postgresql_is_asked_to_keep_plans(tmp_path: Path, address: str, options: dict[str, object]):
    result = settings_of("s.DATABASES['default'].get('OPTIONS', {})", tmp_path, DATABASE_URL=address)
    assert json.loads(result.stdout) == options


def test_without_a_broker_tasks_go_through_files(tmp_path: Path):
    result = settings_of("[s.CELERY_BROKER_URL, s.REDIS_URL]", tmp_path, SCWU_BROKER="files")
    assert json.loads(result.stdout) == ["filesystem://localhost", ""]


def test_the_socket_is_short_however_deep_the_data_lie(tmp_path: Path):
    result = settings_of("str(s.BROKER.socket)", tmp_path / ("deep" * 20) / ("deeper" * 20))
    assert len(json.loads(result.stdout).encode()) < 104


def test_sqlite_survives_power_cuts_and_lets_writers_wait(tmp_path: Path):
    code = (
        "import django; django.setup(); from django.db import connection as c; k = c.cursor();"
        "print([k.execute(f'PRAGMA {p}').fetchone()[0] for p in ('journal_mode', 'synchronous', 'busy_timeout', "
        "'secure_delete')])"
    )
    result = outcome([sys.executable, "-c", code], SCWU_DATA_DIR=str(tmp_path), DJANGO_SETTINGS_MODULE="scwu.settings")
    assert result.stdout.strip() == "['wal', 2, 20000, 1]", result.stderr


def test_passwords_are_hashed_by_argon2_and_pages_allow_no_inline_code(tmp_path: Path):
    result = settings_of("[s.PASSWORD_HASHERS[0], s.CONTENT_SECURITY_POLICY['DIRECTIVES']]", tmp_path)
    hasher, policy = json.loads(result.stdout)
    assert "Argon2" in hasher
    assert policy["default-src"] == ["'none'"]
    assert "unsafe" not in json.dumps(policy)


def test_a_setting_is_read_from_the_environment_in_one_way():
    asks = re.compile(r"environ(\.get\b|\[)|getenv")
    assert [path.name for path in (ROOT / "scwu" / "settings").glob("*.py") if asks.search(path.read_text())] == [
        "environment.py"
    ]


# --- The script that newcomers type -----------------------------------------------------------------------------------


def fake_python(folder: Path, body: str) -> str:
    """A PATH on which the only python3 is this shell script."""
    for name in ("python3", "python3.11", "python3.12", "python3.13", "python3.14", "uname"):
        (folder / name).write_text(f"#!/bin/sh\n{'echo Linux' if name == 'uname' else body}\n")
        (folder / name).chmod(0o755)
    for tool in ("dirname", "cksum", "rm", "cat", "sed", "sh"):
        found = next(Path(place) / tool for place in ("/usr/bin", "/bin") if (Path(place) / tool).exists())
        (folder / tool).symlink_to(found)
    return str(folder)


@pytest.fixture
def fresh_clone(tmp_path: Path) -> Path:
    folder = tmp_path / "clone"
    folder.mkdir()
    for name in ("run", "requirements.txt"):
        (folder / name).write_bytes((ROOT / name).read_bytes())
    return folder


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        pytest.param(
            "exit 1",
            "SCWU needs Python 3.11 or newer, and this machine has none; "
            "install it with: sudo apt install python3 python3-venv",
            id="too old",
        ),
        pytest.param(
            'case "$2" in *ensurepip*) exit 1;; *print*) echo 3.12;; esac',
            "Python's venv module is missing on this machine; install it with: sudo apt install python3.12-venv",
            id="no venv",
        ),
    ],
)
def test_a_machine_that_lacks_python_is_told_what_to_install(
    body: str, sentence: str, fresh_clone: Path, tmp_path: Path
):
    tools = tmp_path / "bin"
    tools.mkdir()
    result = subprocess.run(
        ["/bin/sh", str(fresh_clone / "run")],
        env={"PATH": fake_python(tools, body)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 1
    assert result.stderr.splitlines() == [sentence]


def test_the_first_words_come_before_what_takes_long(fresh_clone: Path, tmp_path: Path):
    tools = tmp_path / "bin"
    tools.mkdir()
    says_who_fails = 'case "$*" in *"-m venv"*) echo "No space left on device" >&2; exit 1;; esac'
    result = subprocess.run(
        ["/bin/sh", str(fresh_clone / "run")],
        env={"PATH": fake_python(tools, says_who_fails)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 1
    assert result.stderr.splitlines() == ["Making .venv, where the packages are to lie …", "No space left on device"]


PIP = """#!/bin/sh
case "$*" in
*pip*)
    for number in $(seq 1 45); do echo "Collecting package$number==1 (from -r requirements.txt)"; done
    echo "Installing collected packages: package1"
    echo "WARNING: what pip has to say" >&2
    exit "${PIP_ENDS:-0}" ;;
*scwu.serve*) echo "The site was started." ;;
esac
"""


@pytest.mark.parametrize("ends", [0, 1])
def test_while_packages_install_it_is_seen_how_far_they_are_and_pip_speaks_only_if_it_fails(
    fresh_clone: Path, tmp_path: Path, ends: int
):
    (fresh_clone / ".venv" / "bin").mkdir(parents=True)
    (fresh_clone / ".venv" / "bin" / "python").write_text(PIP)
    (fresh_clone / ".venv" / "bin" / "python").chmod(0o755)
    tools = tmp_path / "bin"
    tools.mkdir()
    for tool in ("grep", "touch", "seq"):
        (tools / tool).symlink_to(
            next(Path(place) / tool for place in ("/usr/bin", "/bin") if Path(place, tool).exists())
        )
    result = subprocess.run(
        ["/bin/sh", str(fresh_clone / "run")],
        env={"PATH": fake_python(tools, "exit 1"), "PIP_ENDS": str(ends)},
        capture_output=True,
        text=True,
        check=False,
    )
    begins, *said = result.stderr.splitlines()
    assert begins == "Installing the packages of requirements.txt into .venv …"
    assert [line.split(" of ")[0].strip() for line in said[:3]] == ["20", "40", "45"]
    if ends:
        assert said[3:] == [
            "WARNING: what pip has to say",
            "The packages of requirements.txt could not be installed; the lines above say why.",
        ]
    else:
        assert (said[3:], result.stdout, result.returncode) == ([], "The site was started.\n", 0)


def test_an_unknown_word_shows_what_there_is():
    result = outcome(["./run", "tset"])
    assert result.returncode == 2
    assert "./run test" in result.stderr


# --- The tests' own floor ---------------------------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
def test_emptying_the_tables_after_a_test_leaves_the_log_append_only():
    catalogues = {
        "sqlite": "SELECT name FROM sqlite_master WHERE type = 'trigger' ORDER BY name",
        "postgresql": "SELECT tgname FROM pg_trigger WHERE NOT tgisinternal ORDER BY tgname",
    }

    def triggers() -> list[str]:
        with connection.cursor() as cursor:
            cursor.execute(catalogues[connection.vendor])
            return [name for (name,) in cursor.fetchall()]

    before = triggers()
    assert any("append_only_entry" in name for name in before)
    call_command("flush", interactive=False, verbosity=0)
    assert triggers() == before


def test_no_test_is_timed():
    """On a busy machine it would fail for nobody's fault: tests/steps.py counts, `bench/` measures."""
    clocks = re.compile(r"(perf_counter|process_time|thread_time|timeit)\b[^|)]")
    offenders = [path for path in (ROOT / "tests").rglob("*.py") if clocks.search(path.read_text())]
    assert offenders == []


@pytest.mark.parametrize(("asked", "answer"), [({}, [False, False]), ({"SCWU_HSTS_PRELOAD": "1"}, [True, True])])
def test_other_names_of_a_domain_are_bound_to_https_only_when_asked(
    tmp_path: Path, asked: dict[str, str], answer: list[bool]
):
    expression = "[s.SECURE_HSTS_INCLUDE_SUBDOMAINS, s.SECURE_HSTS_PRELOAD]"
    assert json.loads(settings_of(expression, tmp_path, **PRODUCTION, **asked).stdout) == answer


def test_the_version_is_told_once():
    told = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
    assert settings.VERSION == settings.SPECTACULAR_SETTINGS["VERSION"] == told
    assert f"## {told}" in (ROOT / "CHANGELOG.md").read_text()


# --- Every way in -----------------------------------------------------------------------------------------------------

WAYS_IN = {
    "ASGI": [sys.executable, "-c", "import scwu.asgi"],
    "WSGI": [sys.executable, "-c", "import scwu.wsgi"],
    "server": [sys.executable, "-m", "scwu.web", "--port", "0"],
    "worker": [sys.executable, "-m", "celery", "-A", "scwu", "worker", "--pool", "threads", "--concurrency", "1"],
    "clock": [sys.executable, "-m", "celery", "-A", "scwu", "beat", "--schedule", "{folder}/beat"],
}


@pytest.mark.slow
@pytest.mark.parametrize("way", WAYS_IN)
def test_unsafe_settings_open_no_way_in(way: str, tmp_path: Path):
    unsafe = {**PRODUCTION, "SECRET_KEY": "short", "SCWU_DATA_DIR": str(tmp_path), "SCWU_BROKER": "files"}
    result = outcome([part.format(folder=tmp_path) for part in WAYS_IN[way]], **unsafe)
    assert result.returncode == (3 if way == "WSGI" else 1), result.stderr  # see scwu/wsgi.py
    said = result.stdout + result.stderr  # Celery sends everything to its log
    assert "not safe enough for production" in said
    assert "security.W009" in said
    assert "Traceback" not in said


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("SCWU_URL", "http://cats.example.org"),
        ("SCWU_URL", "https://localhost"),
        ("SCWU_URL", "https://127.0.0.1:8000"),
        ("SCWU_MAIL_FROM", "scwu@localhost"),
        ("SCWU_MAIL_FROM", "SCWU"),
    ],
)
def test_letters_of_a_production_never_lead_to_localhost(name: str, value: str, tmp_path: Path):
    result = settings_of("1", tmp_path, **{**PRODUCTION, name: value})
    assert f"SCWU_PRODUCTION needs {name}" in result.stderr


def test_a_sentence_of_the_settings_is_all_that_a_start_says(tmp_path: Path):
    left_out = {name: value for name, value in PRODUCTION.items() if name != "SCWU_URL"}
    for module in ("scwu.serve", "scwu.web"):
        result = outcome([sys.executable, "-m", module, "--port", "0"], SCWU_DATA_DIR=str(tmp_path), **left_out)
        assert (result.returncode, result.stdout) == (1, "")
        assert re.fullmatch(r"SCWU_PRODUCTION needs SCWU_URL: .*\.\n", result.stderr)


def test_tasks_cache_and_live_messages_may_have_a_server_each(tmp_path: Path):
    expression = "[s.CELERY_BROKER_URL, s.CACHES['default']['LOCATION'], s.REDIS_URL]"
    own = {f"SCWU_{name}_URL": f"redis://{name.lower()}.example.org/0" for name in ("BROKER", "CACHE", "LIVE")}
    assert json.loads(settings_of(expression, tmp_path, **own).stdout) == list(own.values())
    of_all = "redis://mq.example.org/3"
    one = settings_of(expression, tmp_path, REDIS_URL=of_all, SCWU_CACHE_URL=own["SCWU_CACHE_URL"])
    assert json.loads(one.stdout) == [of_all, own["SCWU_CACHE_URL"], of_all]
    refused = settings_of(expression, tmp_path, SCWU_BROKER_URL="amqp://mq.example.org")
    assert "begin with redis://" in refused.stderr
