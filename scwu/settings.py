"""All settings of the project, in one file; what differs between a pub and a server comes from the environment.

With nothing set, everything lies in `var/` (SCWU_DATA_DIR moves it): an SQLite file, a private Valkey, a secret made on
first start, an outbox of e-mails. DATABASE_URL and REDIS_URL put PostgreSQL and Redis in their places and change
nothing else. Unsafe values must be asked for: SCWU_DEBUG=1 shows errors to visitors; without SCWU_PRODUCTION=1 pages go
over plain http, because phones in a pub have no certificate for a laptop. With it, `check --deploy` is silent.
"""

import hashlib
import logging
import os
import secrets
import sys
import tomllib
import warnings
import zoneinfo
from datetime import timedelta
from email.utils import parseaddr
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import environ
from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured

from scwu import broker, catalogues, logs, proxies, reporting, restored
from scwu.addresses import OwnHosts
from tournaments.breaker import CLIENT_OPTIONS

BASE_DIR = Path(__file__).resolve().parent.parent
DATA_DIR = Path(os.environ.get("SCWU_DATA_DIR") or BASE_DIR / "var")
VERSION: str = tomllib.loads((BASE_DIR / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
MIB = 1024 * 1024

env = environ.Env()
YES, NO = {"1", "true", "yes", "y", "on", "ok"}, {"0", "false", "no", "n", "off"}


def flag(name: str, *, default: bool = False) -> bool:
    """A yes or no from the environment; an empty value counts as absent. What is neither is asked about: who has
    mistyped what asks for safety would have none.
    """
    given = os.environ.get(name, "").strip().lower()
    if given and given not in YES | NO:
        raise ImproperlyConfigured(f"{name} is 1 for yes, 0 for no.")
    return given in YES if given else default


def number(name: str, default: int, *, least: int = 0) -> int:
    """A whole number from the environment; an empty value counts as absent."""
    given = os.environ.get(name) or str(default)
    if not given.isascii() or not given.isdecimal() or int(given) < least:
        raise ImproperlyConfigured(f"{name} is a whole number, {least} or more.")
    return int(given)


def words(name: str) -> list[str]:
    """A list from the environment, split at commas."""
    return [word.strip() for word in os.environ.get(name, "").split(",") if word.strip()]


def kept_secret(name: str, path: Path, *, production: bool, advice: str) -> str:
    """A secret of the environment; in embedded mode one made on first start, that only its owner can read."""
    if given := os.environ.get(name):
        return given
    if production:
        raise ImproperlyConfigured(f"SCWU_PRODUCTION needs {name} in the environment: {advice}.")
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    if not path.exists():
        make_whole(path, secrets.token_urlsafe(64))
    if not (kept := path.read_text()).strip():
        raise ImproperlyConfigured(
            f"{path} is empty: bring it back from where you keep it. If it is lost, delete the file: a new one is "
            "made, and what was sealed under the old one stays closed."
        )
    return kept


def make_whole(path: Path, text: str) -> None:
    """Write a file of one's own, whole or not at all: a start that is cut off leaves no half of a key behind.

    One that is there already stays: another process has made it a moment ago.
    """
    new = path.with_name(f".{path.name}.{os.getpid()}.new")
    new.unlink(missing_ok=True)
    with os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    try:
        os.link(new, path)
    except FileExistsError:
        pass
    finally:
        new.unlink()


def words_key(path: Path, *, production: bool) -> str:
    """SCWU_WORDS_KEY, under which the commission's words are sealed. Without it nobody can open them again."""
    key = kept_secret(
        "SCWU_WORDS_KEY", path, production=production, advice="32 random characters or more, kept for as long as words"
    )
    if len(key.strip()) < 32:
        raise ImproperlyConfigured("SCWU_WORDS_KEY has fewer than 32 characters: whoever guesses it reads every word.")
    return key


def allowed_hosts(*, production: bool) -> list[str]:
    """SCWU_HOSTS; in embedded mode besides them the addresses that the machine itself has."""
    given = words("SCWU_HOSTS")
    if production and not given:
        raise ImproperlyConfigured("SCWU_PRODUCTION needs SCWU_HOSTS: the site's host names, separated by commas.")
    return given if production else OwnHosts(given)


def site_url(*, production: bool) -> str:
    """SCWU_URL, the site's address in e-mails and printed links, where there is no request to ask."""
    given = os.environ.get("SCWU_URL", "").rstrip("/")
    if production and (not given.startswith("https://") or is_local(urlsplit(given).hostname or "")):
        raise ImproperlyConfigured(
            "SCWU_PRODUCTION needs SCWU_URL: the address that stands in e-mails, such as https://cats.example.org."
        )
    return given or "http://localhost:8000"


def mail_from(*, production: bool) -> str:
    """SCWU_MAIL_FROM, from whom e-mails come; a pub without a mail server sends none."""
    given = os.environ.get("SCWU_MAIL_FROM", "")
    _, at, host = parseaddr(given)[1].rpartition("@")
    if production and (not at or is_local(host)):
        raise ImproperlyConfigured(
            "SCWU_PRODUCTION needs SCWU_MAIL_FROM: from whom e-mails come, such as SCWU <scwu@cats.example.org>."
        )
    return given or "scwu@localhost"


def is_local(host: str) -> bool:
    """Whether a name leads whoever reads it to his own machine, or nowhere."""
    return host in ("", "localhost", "::1") or host.endswith(".localhost") or host.startswith("127.")


def choice(name: str, usual: str, other: str) -> str:
    """One of two words from the environment; `usual` without it."""
    said = os.environ.get(name) or usual
    if said not in (usual, other):
        raise ImproperlyConfigured(f"{name} is `{usual}` or `{other}`.")
    return said


def second_factor_is_required(*, production: bool) -> bool:
    """SCWU_SECOND_FACTOR: required or optional; without it required in production."""
    usual, other = ("required", "optional") if production else ("optional", "required")
    return choice("SCWU_SECOND_FACTOR", usual, other) == "required"


def log_level() -> str:
    """SCWU_LOG_LEVEL, a word of Python's."""
    said = (os.environ.get("SCWU_LOG_LEVEL") or "WARNING").upper()
    if said not in logging.getLevelNamesMapping():
        raise ImproperlyConfigured("SCWU_LOG_LEVEL is DEBUG, INFO, WARNING or ERROR.")
    return said


def time_zone() -> str:
    """SCWU_TIME_ZONE, a name of the IANA's."""
    said = os.environ.get("SCWU_TIME_ZONE") or "Europe/Prague"
    try:
        zoneinfo.ZoneInfo(said)
    except (zoneinfo.ZoneInfoNotFoundError, ValueError, OSError) as error:
        raise ImproperlyConfigured("SCWU_TIME_ZONE is the name of a zone, such as Europe/Prague.") from error
    return said


def mail_server() -> dict[str, Any]:
    """What EMAIL_URL says, as Django's settings."""
    try:
        return dict(env.email_url("EMAIL_URL"))
    except (ImproperlyConfigured, ValueError) as error:
        raise ImproperlyConfigured(
            "EMAIL_URL is no address of a mail server, such as smtp+tls://user:password@host:587."
        ) from error


def log_file(data_dir: Path) -> Path | None:
    """SCWU_LOG_FILE; without it one below the data, and with `none` every line goes to stderr."""
    said = os.environ.get("SCWU_LOG_FILE") or str(data_dir / "logs" / "scwu.log")
    return None if said == "none" else Path(said)


def database(data_dir: Path) -> dict[str, Any]:
    """PostgreSQL of DATABASE_URL, or one SQLite file that many writers can share."""
    if os.environ.get("DATABASE_URL"):
        age = number("SCWU_CONN_MAX_AGE", 600)
        with warnings.catch_warnings(action="ignore"):  # what follows says it in a sentence
            given = env.db_url("DATABASE_URL")
        if "ENGINE" not in given:
            raise ImproperlyConfigured(
                "DATABASE_URL is no address of a database, such as postgres://user:password@host:5432/name."
            )
        if given["ENGINE"] == "django.db.backends.postgresql":
            given.setdefault("OPTIONS", {})["prepare_threshold"] = 0  # the server keeps plans of games/prepared.py
            given["ENGINE"] = "scwu.postgresql"
        return {**given, "CONN_HEALTH_CHECKS": True, "CONN_MAX_AGE": age}
    # DRF looks whether it is there, and would load the whole driver of PostgreSQL (10 MB in every process).
    sys.modules.setdefault("django.contrib.postgres.fields", None)  # type: ignore[arg-type]  # None: cannot be imported
    return {
        "ENGINE": "scwu.sqlite",
        "NAME": data_dir / "scwu.sqlite3",
        "CONN_MAX_AGE": None,
        "OPTIONS": {
            # A transaction that starts by reading and then writes fails at once under load; one that says so waits.
            "transaction_mode": "IMMEDIATE",
            "timeout": 20,
            # FULL: what was acknowledged survives a power cut, also in WAL mode. What is deleted is overwritten, which
            # not every build of SQLite does unasked.
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA secure_delete=ON;",
        },
    }


def redis_url(name: str) -> str:
    """The address of this name, or else REDIS_URL; empty if neither is there."""
    url = os.environ.get(name) or os.environ.get("REDIS_URL", "")
    if url and not url.startswith(("redis://", "rediss://", "unix://")):
        raise ImproperlyConfigured(f"{name} and REDIS_URL begin with redis://, rediss:// or unix://.")
    return url


def cache(url: str, data_dir: Path) -> dict[str, Any]:
    """One cache for all processes: in the broker's server, or in files where there is none."""
    if url:
        return {
            "BACKEND": "scwu.cache.ForgivingRedisCache",
            "LOCATION": url,
            "KEY_PREFIX": f"{KEY_PREFIX}cache",
            "OPTIONS": CLIENT_OPTIONS,
        }
    return {"BACKEND": "django.core.cache.backends.filebased.FileBasedCache", "LOCATION": str(data_dir / "cache")}


def build_mark() -> str:
    """Changes with code, rules, templates and catalogues: part of every ETag, so that an upgrade shows at once."""
    folders, kinds = ("templates", "tournaments", "games", "locale"), {".py", ".html", ".po", ".md"}
    files = (path for folder in folders for path in (BASE_DIR / folder).rglob("*") if path.suffix in kinds)
    stamps = sorted(f"{path.relative_to(BASE_DIR)} {path.stat().st_mtime_ns}" for path in files)
    return hashlib.sha256("\n".join(stamps).encode()).hexdigest()[:8]


os.umask(0o077)  # whatever this site writes is its owner's alone: var/ holds everybody's data
FILE_UPLOAD_PERMISSIONS = 0o600  # Django would open to everybody what it collects

# --- Safety -----------------------------------------------------------------------------------------------------------

restored.finish(DATA_DIR)  # before a key is read: a restore may have been killed at its last step
BUILD = build_mark()
DEBUG = flag("SCWU_DEBUG")
PRODUCTION = flag("SCWU_PRODUCTION")
HTTPS = flag("SCWU_HTTPS", default=PRODUCTION)
SECRET_KEY = kept_secret(
    "SECRET_KEY", DATA_DIR / "secret_key", production=PRODUCTION, advice="50 random characters or more"
)
# Former keys, while people still hold what was signed under them: sessions, links, apps with codes, backups.
SECRET_KEY_FALLBACKS = words("SECRET_KEY_FALLBACKS")
WORDS_KEY = words_key(DATA_DIR / "words_key", production=PRODUCTION)  # never in the database nor in its backups
ALLOWED_HOSTS = allowed_hosts(production=PRODUCTION)
SITE_URL = site_url(production=PRODUCTION)  # `./run` fills in the laptop's own
# The proxies before the site, addresses or networks: whom scwu/proxies.py believes who asks, by which scheme and name.
PROXIES = proxies.named(words("SCWU_PROXIES"))
CSRF_TRUSTED_ORIGINS = words("SCWU_TRUSTED_ORIGINS")
# `./run --https` fills in its port: https beside http, under an authority of the hall's own (scwu/authority.py).
# Cookies and addresses stay those of http, and no header binds a browser to https: whoever does not trust it goes on.
HALL_HTTPS_PORT = number("SCWU_HTTPS_PORT", 0)
HALL_HOSTS = words("SCWU_HOSTS")  # besides what the laptop calls itself
HALL_AUTHORITY = DATA_DIR / "https" / "authority.pem"
SERVICE_WORKER = flag("SCWU_SERVICE_WORKER", default=True)  # 0: every phone lets go of it, and of the pages it kept

SESSION_COOKIE_SECURE = HTTPS
CSRF_COOKIE_SECURE = HTTPS
CSRF_COOKIE_HTTPONLY = True
SESSION_COOKIE_AGE = int(timedelta(days=30).total_seconds())
SESSION_ENGINE = "scwu.sessions"  # in the database: an emptied cache logs nobody out
SECURE_SSL_REDIRECT = HTTPS
SECURE_REDIRECT_EXEMPT = [r"^health/"]  # asked over plain http on the machine itself
SECURE_HSTS_SECONDS = int(timedelta(days=365).total_seconds()) if HTTPS else 0
# Of the whole domain and for good: only for who says that every name below it has https.
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = HTTPS and flag("SCWU_HSTS_PRELOAD")
SILENCED_SYSTEM_CHECKS = [] if SECURE_HSTS_PRELOAD else ["security.W005", "security.W021"]
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "worker-src": [SELF],
        "object-src": [NONE],
        "base-uri": [NONE],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    }
}

# --- What is installed ------------------------------------------------------------------------------------------------

INSTALLED_APPS = [
    "scwu.administration.Administration",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "csp",
    "django_htmx",
    "rest_framework",
    "drf_spectacular",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "tournaments",
    "games",
]
MIDDLEWARE = [
    "scwu.security.MoreHeaders",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "scwu.requests.Numbered",
    "csp.middleware.CSPMiddleware",
    "scwu.nulls.NoNulls",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "scwu.zipped.ZippedPages",
    "scwu.unreadable.ReadableForms",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "scwu.health.Common",
    "scwu.kept_pages.KeptPages",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    # Every page needs a login unless it says otherwise. DRF steps out of this: its default permission refuses instead.
    "scwu.login.LoginRequired",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "allauth.account.middleware.AccountMiddleware",
]
ROOT_URLCONF = "scwu.urls"
ASGI_APPLICATION = "scwu.asgi.application"
WSGI_APPLICATION = "scwu.wsgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "OPTIONS": {
            "loaders": [
                (
                    "django.template.loaders.cached.Loader",
                    ["scwu.unindented.Loader", "django.template.loaders.app_directories.Loader"],
                )
            ],
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "tournaments.acts.mail_sent.mail_is_sent",
            ],
        },
    }
]

# --- Accounts ---------------------------------------------------------------------------------------------------------

AUTH_USER_MODEL = "tournaments.Account"
LOGIN_URL = "sign_in"
LOGIN_REDIRECT_URL = "public:me"
LOGOUT_REDIRECT_URL = "/"
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 10}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]

# Codes by e-mail, passkeys and second factors are django-allauth's (tournaments/public/account_urls.py).
ACCOUNT_ADAPTER = "tournaments.public.adapters.AccountAdapter"
ACCOUNT_USER_MODEL_USERNAME_FIELD = None
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*"]
ACCOUNT_EMAIL_VERIFICATION = "none"  # every way in by e-mail proves the address itself
ACCOUNT_EMAIL_UNKNOWN_ACCOUNTS = False  # no mail to a stranger's mailbox; the page says the same
ACCOUNT_LOGIN_BY_CODE_ENABLED = True
ACCOUNT_LOGIN_BY_CODE_TIMEOUT = 10 * 60
ACCOUNT_LOGIN_BY_CODE_MAX_ATTEMPTS = 3
ACCOUNT_REAUTHENTICATION_TIMEOUT = 10 * 60
# Wide by machine, because a whole pub comes from one address; narrow by account.
ACCOUNT_RATE_LIMITS = {
    "login": "120/m/ip",
    "login_failed": "60/h/ip,10/h/key",
    "request_login_code": "60/m/ip,5/15m/key",
    "reauthenticate": "10/15m/user",
}
MFA_ADAPTER = "tournaments.public.adapters.MFAAdapter"
MFA_FORMS = {
    "add_webauthn": "tournaments.public.second_factor_forms.AddKeyForm",
    "authenticate": "tournaments.public.second_factor_forms.CodeForm",
    "reauthenticate": "tournaments.public.second_factor_forms.ProofForm",
}
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_ALLOW_UNVERIFIED_EMAIL = True
MFA_TOTP_ISSUER = "SCWU"
MFA_TOTP_TOLERANCE = 1  # phones in a pub have no exact clock
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = not HTTPS  # http://localhost; other plain http has no passkeys in any browser
# Commission, union and directors need a second factor: on a server always; in a pub, where there may be neither mail
# nor internet, they are reminded of it. SCWU_SECOND_FACTOR=required or optional says otherwise.
SECOND_FACTOR_REQUIRED = second_factor_is_required(production=PRODUCTION)

# --- Data, cache, tasks -----------------------------------------------------------------------------------------------

# Everything that we write into a Redis which may not be ours alone begins with this: cache keys, queues, channels.
KEY_PREFIX = os.environ.get("SCWU_KEY_PREFIX") or "scwu:"
# REDIS_URL is the server for all three; tasks, cache and live messages may each have one of their own.
BROKER = broker.choose(
    redis_url=redis_url("SCWU_BROKER_URL"),
    data_dir=DATA_DIR,
    files_only=os.environ.get("SCWU_BROKER") == "files",
)
# For live messages; empty where there is only the broker made of files: live pages then poll.
REDIS_URL = redis_url("SCWU_LIVE_URL") or BROKER.url
CACHE_URL = redis_url("SCWU_CACHE_URL") or BROKER.url

DATABASES = {"default": database(DATA_DIR)}
# To PostgreSQL, of one web server: one for each of its threads (scwu/web/pages.py), two for its live pages.
MOST_CONNECTIONS = number("SCWU_CONNECTIONS", 10, least=1)
# The second place of the backups that the site takes by itself: a folder (a USB stick), or an address like s3://…
BACKUP_TO = os.environ.get("SCWU_BACKUP_TO", "")
SERIALIZATION_MODULES = {"json": "scwu.whole_json"}  # `dumpdata`, without losing a microsecond
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
CACHES = {"default": cache(CACHE_URL, DATA_DIR)}

CELERY_BROKER_URL = BROKER.celery_url
CELERY_BROKER_TRANSPORT_OPTIONS = broker.transport_options(BROKER, data_dir=DATA_DIR, key_prefix=KEY_PREFIX)
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None  # for ever: brokers come back
CELERY_TASK_DEFAULT_QUEUE = "scwu"
CELERY_TASK_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_TASK_IGNORE_RESULT = True
# Safe only because every task may run twice: its effect and its "done" mark are one conditional UPDATE.
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
# A page does not wait for a broker that is down: the row says what is due, and the sweep finds it.
CELERY_TASK_PUBLISH_RETRY_POLICY = {"max_retries": 1, "interval_start": 0, "interval_step": 0.1, "interval_max": 0.1}
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_TIMEZONE = "UTC"

# --- Language and time ------------------------------------------------------------------------------------------------

LANGUAGE_CODE = "en"  # the fallback; a visitor's browser or choice decides
LANGUAGES = [("cs", "Czech"), ("en", "English")]  # a line for each folder of locale/; pages say the names themselves
FORMAT_MODULE_PATH = "scwu.formats"
LOCALE_PATHS = [BASE_DIR / "locale"]
catalogues.compile_stale(BASE_DIR / "locale")
USE_I18N = True
USE_TZ = True
TIME_ZONE = time_zone()

# --- Files ------------------------------------------------------------------------------------------------------------

STATIC_URL = "static/"
STATIC_ROOT = DATA_DIR / "static"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        # Hashed names need `collectstatic`, which `./run` does; while developing, files are served where they lie.
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if DEBUG
        else "scwu.hashed_modules.HashedModules"
    },
}
EVENT_FILE_MAX_BYTES = 64 * MIB  # an event file of 10,000 players fits several times
REQUEST_MAX_BYTES = EVENT_FILE_MAX_BYTES + 1 * MIB  # refused by scwu/web/pages.py while it arrives, whatever it is
DATA_UPLOAD_MAX_MEMORY_SIZE = 5 * MIB  # everything in a request that is not a file
FILE_UPLOAD_MAX_MEMORY_SIZE = 2 * MIB  # above that, uploads lie on disk
DATA_UPLOAD_MAX_NUMBER_FIELDS = 5_000

# --- E-mail -----------------------------------------------------------------------------------------------------------

DEFAULT_FROM_EMAIL = mail_from(production=PRODUCTION)
SERVER_EMAIL = DEFAULT_FROM_EMAIL
EMAIL_TIMEOUT = 20
MAIL_IS_SENT = bool(os.environ.get("EMAIL_URL"))  # no page promises a letter where none can be sent
if MAIL_IS_SENT:
    vars().update(mail_server())
else:  # a pub has no mail server: messages become files for the director to look into
    EMAIL_BACKEND = "django.core.mail.backends.filebased.EmailBackend"
    EMAIL_FILE_PATH = DATA_DIR / "outbox"

# --- API --------------------------------------------------------------------------------------------------------------

REST_FRAMEWORK = {
    # A view that forgets to say who may use it can be used by nobody.
    "DEFAULT_PERMISSION_CLASSES": ["tournaments.api.permissions.Nobody"],
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "tournaments.api.authentication.BearerAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["tournaments.api.parsers.StrictJSONParser"],
    "DEFAULT_PAGINATION_CLASS": "tournaments.api.paging.Pages",
    "DEFAULT_SCHEMA_CLASS": "tournaments.api.schema.Schema",
    "DEFAULT_METADATA_CLASS": None,
    "EXCEPTION_HANDLER": "tournaments.api.errors.answer_to",
    # Generous: a whole pub comes from one address, and a phone that was offline sends its evening at once.
    "DEFAULT_THROTTLE_CLASSES": [
        "rest_framework.throttling.AnonRateThrottle",
        "rest_framework.throttling.UserRateThrottle",
    ],
    "DEFAULT_THROTTLE_RATES": {"anon": "1200/min", "user": "1200/min"},
    "NUM_PROXIES": 0,  # REMOTE_ADDR: the visitor is there already (scwu/proxies.py)
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
    "ALLOWED_VERSIONS": [VERSION],  # else drf-spectacular writes any `?version=` into the description and its headers
}
SPECTACULAR_SETTINGS = {
    "TITLE": "SCWU",
    "DESCRIPTION": "Tournaments of the Smoking Cat: events, draws, table logs and standings.",
    "VERSION": VERSION,
    "OAS_VERSION": "3.1.1",
    "SERVE_INCLUDE_SCHEMA": False,
    "SCHEMA_PATH_PREFIX": r"/api/v1",
    "ENUM_NAME_OVERRIDES": {
        "EventStatus": "tournaments.models.EventStatus",
        "RegistrationStatus": "tournaments.models.RegistrationStatus",
        "RoundStatus": "tournaments.models.RoundStatus",
        "RoundKind": "tournaments.models.RoundKind",
    },
    "SERVE_PERMISSIONS": ["rest_framework.permissions.AllowAny"],  # the schema of open source is no secret
}

# --- Logs -------------------------------------------------------------------------------------------------------------

DEFAULT_EXCEPTION_REPORTER_FILTER = "scwu.reports.QuietFilter"
LOG_FORMAT = choice("SCWU_LOG_FORMAT", "text", "json")
LOGGING = logs.configuration(log_file(DATA_DIR), as_json=LOG_FORMAT == "json", level=log_level())

# --- Seen from outside ------------------------------------------------------------------------------------------------

# Who may read /metrics from elsewhere; without one only this machine itself may (scwu/metrics.py).
METRICS_TOKEN = os.environ.get("SCWU_METRICS_TOKEN", "")
reporting.begin(os.environ, version=VERSION)  # to Sentry or OpenTelemetry, if asked for
