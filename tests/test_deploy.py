"""The files of deploy/: what they name is there, and they say alike how the site is served.

bench/dockerfile.py runs the Dockerfile in a bare Debian tree, bench/behind_proxy.py the units and the Caddyfile under
load; here a slip of the pen is found in every run.
"""

import configparser
import importlib.util
import json
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.test_house import PRODUCTION, settings_of

ROOT = Path(__file__).resolve().parent.parent
DEPLOY = ROOT / "deploy"
UNITS = sorted((DEPLOY / "systemd").glob("*.*"))
# What settings, supervisor and libraries read.
READ = set(re.findall(r'"([A-Z][A-Z_]{3,})"', "".join(path.read_text() for path in (ROOT / "scwu").rglob("*.py"))))


@pytest.fixture(scope="module")
def compose() -> dict[str, Any]:
    return dict(yaml.safe_load((DEPLOY / "compose.yaml").read_text()))


def example() -> dict[str, str]:
    lines = (DEPLOY / "env.example").read_text().splitlines()
    pairs = (line.split("=", 1) for line in lines if line and not line.startswith("#"))
    return {name: "".join(shlex.split(value)) if '"' in value else value for name, value in pairs}


def exists(command: list[str]) -> bool:
    """Whether a command is one of the site's: a module, a command of Django's, celery with our app."""
    program, *rest = command
    if Path(program).name == "sh":
        return all(exists(shlex.split(part)) for part in rest[1].split("&&"))
    if Path(program).name == "celery":
        return rest[:3] == ["-A", "scwu", "worker"]
    if Path(program).name != "python":
        return False
    if rest[0] == "-m":
        return importlib.util.find_spec(rest[1]) is not None
    found = ROOT.glob(f"tournaments/management/commands/{rest[1]}.py")
    return rest[0] == "manage.py" and (bool(list(found)) or rest[1] in ("collectstatic", "migrate", "check"))


def options(command: list[str]) -> set[str]:
    return {word for word in command if word.startswith("--")}


# --- The environment --------------------------------------------------------------------------------------------------


def test_a_shell_reads_the_example_as_systemd_and_docker_do():
    """The commands of the guide take the file in with `.`; a name with its address in angle brackets ended them."""
    print_all = f'set -a; . "{DEPLOY / "env.example"}"; exec env'
    said = subprocess.run(["sh", "-ec", print_all], capture_output=True, text=True, check=True, env={}).stdout
    found = dict(line.split("=", 1) for line in said.splitlines())
    assert {name: found.get(name) for name in example()} == example()


def test_every_variable_of_the_example_is_read_by_something():
    assert example().keys() - READ == {"POSTGRES_PASSWORD"}, "that one is for the image of PostgreSQL"


def test_with_the_example_filled_in_production_starts(tmp_path: Path):
    filled = {name: value or PRODUCTION.get(name, "") for name, value in example().items()}
    result = settings_of("[s.SITE_URL, s.DEFAULT_FROM_EMAIL, s.MAIL_IS_SENT]", tmp_path, **filled)
    told = ["https://cats.example.org", "SCWU <scwu@cats.example.org>", True]
    assert json.loads(result.stdout or "null") == told, result.stderr


# --- Compose ----------------------------------------------------------------------------------------------------------


def test_what_services_name_is_there(compose: dict[str, Any]):
    services = compose["services"]
    assert {"web1", "web2", "streams", "worker", "beat", "release", "postgres", "redis", "caddy"} == services.keys()
    for name, service in services.items():
        assert set(service.get("depends_on", [])) <= services.keys(), name
        assert set(service["networks"]) <= compose["networks"].keys(), name
        volumes = {said.split(":")[0] for said in service["volumes"]}
        assert {said for said in volumes if not said.startswith(".")} <= compose["volumes"].keys(), name
        assert all((DEPLOY / said).exists() for said in volumes if said.startswith(".")), name
        if service["image"] == "scwu":
            assert exists(service.get("command", ["python", "-m", "scwu.web"])), name
    build = services["release"]["build"]
    assert (DEPLOY / build["context"] / build["dockerfile"]).exists()


def test_every_variable_of_the_compose_file_is_in_the_example():
    said = set(re.findall(r"\$\{(\w+)", (DEPLOY / "compose.yaml").read_text()))
    assert said
    assert said <= example().keys()


def test_the_proxy_that_is_believed_is_the_one_that_stands_there(compose: dict[str, Any]):
    at = compose["services"]["caddy"]["networks"]["inside"]["ipv4_address"]
    assert example()["SCWU_PROXIES"] == at
    assert compose["networks"]["inside"]["ipam"]["config"][0]["subnet"].startswith(at.rpartition(".")[0])


def test_the_proxies_lead_to_servers_that_there_are(compose: dict[str, Any]):
    caddy = (DEPLOY / "Caddyfile").read_text()
    for name, port in re.findall(r"\b([a-z]+\d?):(\d+)", caddy.replace("SCWU_WEB:", "").replace("SCWU_STREAMS:", "")):
        command = compose["services"][name]["command"]
        assert command[command.index("--port") + 1] == port
    nginx = (DEPLOY / "nginx.conf").read_text()
    target = (DEPLOY / "systemd" / "scwu.target").read_text()
    ports = re.findall(r"server 127\.0\.0\.1:(\d+)", nginx)
    assert sorted(ports) == sorted(set(re.findall(r"scwu-web@(\d+)\.service", target)))


@pytest.mark.parametrize("name", ["Caddyfile", "nginx.conf"])
def test_a_proxy_tells_what_it_is_asked_and_holds_no_stream_back(name: str):
    text = (DEPLOY / name).read_text()
    assert "/e/[^/]+/stream/$" in text
    assert "X-Request-ID" in text
    if name == "nginx.conf":  # Caddy says the first three by itself, whatever a visitor wrote
        for header in ("Host $host", "X-Forwarded-For $remote_addr", "X-Forwarded-Proto $scheme"):
            assert f"proxy_set_header {header};" in text
        assert "proxy_buffering off" in text
        (limit,) = re.findall(r"client_max_body_size (\d+)m", text)
        assert int(limit) > 64, "an event file fits"
    else:
        assert "flush_interval -1" in text
        assert "health_uri /health/ready/" in text


# --- The image --------------------------------------------------------------------------------------------------------


def test_the_image_copies_what_is_there_runs_as_nobody_and_says_how_it_is():
    text = re.sub(r"\\\n", " ", (DEPLOY / "Dockerfile").read_text())
    said = [line.split(" ", 1) for line in text.splitlines() if line and not line.startswith(("#", " "))]
    known = {"FROM", "RUN", "COPY", "WORKDIR", "ENV", "USER", "VOLUME", "EXPOSE", "HEALTHCHECK", "CMD"}
    assert {word for word, _ in said} == known
    for _, rest in (one for one in said if one[0] == "COPY"):
        assert all((ROOT / source).exists() for source in rest.split()[:-1]), rest
    words = [word for word, _ in said]
    assert words.index("USER") < words.index("CMD")
    assert dict(said)["USER"] not in ("root", "0")
    assert exists(json.loads(dict(said)["CMD"]))
    assert "/health/live/" in dict(said)["HEALTHCHECK"]
    copied = {source for word, rest in said if word == "COPY" for source in rest.split()[:-1]}
    apps = {path.parent.name for path in ROOT.glob("*/__init__.py")} - {"tests", "bench"}
    assert apps | {"templates", "locale", "manage.py", "requirements.txt", "pyproject.toml"} <= copied


# --- Units ------------------------------------------------------------------------------------------------------------


def unit(path: Path) -> configparser.RawConfigParser:
    read = configparser.RawConfigParser(strict=False)
    read.optionxform = str  # names are as they are written
    read.read_string(path.read_text())
    return read


def commands(path: Path) -> list[list[str]]:
    return [shlex.split(said) for said in re.findall(r"^ExecStart=(.+)$", path.read_text(), re.MULTILINE)]


@pytest.mark.parametrize("path", UNITS, ids=lambda path: path.name)
def test_units_name_units_and_commands_that_there_are(path: Path):
    read = unit(path)
    for kind in ("Requires", "After", "PartOf", "Wants"):
        for name in read.get("Unit", kind, fallback="").split():
            ours = name.startswith("scwu")
            assert not ours or (path.parent / re.sub(r"@\d+", "@", name)).exists(), name
    assert all(exists(command) for command in commands(path))
    if path.suffix == ".service":
        assert read.get("Service", "User") == "scwu"
        assert read.get("Service", "EnvironmentFile") == "/etc/scwu/env"


def test_units_and_compose_file_start_alike(compose: dict[str, Any]):
    services = compose["services"]
    for name, path in (("worker", "scwu-worker.service"), ("beat", "scwu-beat.service"), ("web1", "scwu-web@.service")):
        (started,) = commands(DEPLOY / "systemd" / path)
        assert options(started) == options(services[name]["command"]), name


def test_systemd_takes_them_as_they_are(tmp_path: Path):
    """With the checkout in the place of /opt/scwu, because it looks whether programs are there."""
    for path in UNITS:
        text = path.read_text().replace("/opt/scwu/.venv/bin/", f"{Path(sys.executable).parent}/")
        (tmp_path / path.name).write_text(text.replace("/opt/scwu", str(ROOT)))
    names = ["scwu-web@8001.service", "scwu-worker.service", "scwu-beat.service", "scwu-release.service", "scwu.target"]
    analyze = shutil.which("systemd-analyze")
    if analyze is None:  # a system without systemd has no use for them either
        return
    said = subprocess.run(
        [analyze, "verify", "--man=no", *(str(tmp_path / name) for name in names)],
        capture_output=True, text=True, check=False, env={"SYSTEMD_UNIT_PATH": f"{tmp_path}:", "PATH": "/usr/bin:/bin"},
    )  # fmt: skip
    ours = [line for line in said.stderr.splitlines() if "scwu" in line]
    assert (ours, said.returncode) == ([], 0), said.stderr
