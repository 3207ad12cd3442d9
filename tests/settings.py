"""Settings under which the tests run: the project's own, with nothing of the machine's in them.

Whatever the environment says to a running site is taken away first, so that a director's laptop and a CI machine test
the same thing. SCWU_TEST_DATABASE_URL and SCWU_TEST_REDIS_URL (or DATABASE_URL and REDIS_URL) put the same suite on
PostgreSQL and Redis, in a database and under a key prefix of its own. SQLite lies in a file, not in memory: only then
do threads get connections of their own, and two referees at one table meet the locks that they meet in a pub.
"""

import os
import tempfile
from pathlib import Path

DATABASE_URL = os.environ.get("SCWU_TEST_DATABASE_URL") or os.environ.pop("DATABASE_URL", "")
GIVEN_REDIS_URL = os.environ.get("SCWU_TEST_REDIS_URL") or os.environ.pop("REDIS_URL", "")
for name in [name for name in os.environ if name.startswith("SCWU_") and not name.startswith("SCWU_TEST_")]:
    del os.environ[name]
for name in ("DATABASE_URL", "REDIS_URL", "EMAIL_URL", "SECRET_KEY"):
    os.environ.pop(name, None)

# Worker processes of one run inherit these names from the process that starts them, and so share one directory.
if DATABASE_URL:
    os.environ["SCWU_TEST_DATABASE_URL"] = os.environ["DATABASE_URL"] = DATABASE_URL
if GIVEN_REDIS_URL:
    os.environ["SCWU_TEST_REDIS_URL"] = os.environ["REDIS_URL"] = GIVEN_REDIS_URL
else:
    os.environ["SCWU_BROKER"] = "files"
if "SCWU_TEST_RUN_DIR" not in os.environ:
    os.environ["SCWU_TEST_RUN_DIR"] = tempfile.mkdtemp(prefix="scwu-tests-")
RUN_DIR = Path(os.environ["SCWU_TEST_RUN_DIR"])
WORKER = os.environ.get("PYTEST_XDIST_WORKER", "alone")
os.environ["SCWU_DATA_DIR"] = str(RUN_DIR / WORKER)
os.environ["SCWU_KEY_PREFIX"] = f"{RUN_DIR.name}:{WORKER}:"
os.environ["SECRET_KEY"] = "only for tests, and long enough for every check that counts its characters"
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"  # Playwright's loop runs in the thread in which tests use the database

from scwu.settings import *  # noqa: E402, F403 - only after the environment was cleared
from scwu.settings import DATA_DIR, DATABASES, REDIS_URL, STORAGES  # noqa: E402 - as above; these are changed below

DATABASES["default"]["CONN_MAX_AGE"] = 0  # threads of a server that outlives a test hold nothing of its database
if not DATABASE_URL:
    DATABASES["default"]["TEST"] = {"NAME": str(DATA_DIR / "test.sqlite3")}
    pragmas = (
        "journal_mode=WAL",
        "synchronous=OFF",
        "reverse_unordered_selects=ON",
    )  # nobody may lean on an order unasked
    DATABASES["default"]["OPTIONS"]["init_command"] = "".join(f"PRAGMA {one};" for one in pragmas)
else:
    DATABASES["default"].setdefault("OPTIONS", {})["options"] = "-c synchronous_commit=off"  # no test cuts the power
if not REDIS_URL:
    CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}
STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
WHITENOISE_USE_FINDERS = True  # the browser's tests need no collectstatic
WHITENOISE_AUTOREFRESH = True
EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]  # Argon2 is slow on purpose
CELERY_TASK_ALWAYS_EAGER = True
CELERY_TASK_EAGER_PROPAGATES = True

MAIL_IS_SENT = True  # into memory; what a pub without a mail server shows is tested with False
