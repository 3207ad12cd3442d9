"""Static files, and how much may be sent to the site."""

from scwu.settings.place import DATA_DIR, DEBUG, MIB

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
