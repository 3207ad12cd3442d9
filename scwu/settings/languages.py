"""Languages and the clock."""

import zoneinfo

from django.core.exceptions import ImproperlyConfigured

from scwu import catalogues
from scwu.settings.environment import text
from scwu.settings.place import BASE_DIR


def time_zone() -> str:
    """SCWU_TIME_ZONE, a name of the IANA's."""
    said = text("SCWU_TIME_ZONE", "Europe/Prague")
    try:
        zoneinfo.ZoneInfo(said)
    except (zoneinfo.ZoneInfoNotFoundError, ValueError, OSError) as error:
        raise ImproperlyConfigured("SCWU_TIME_ZONE is the name of a zone, such as Europe/Prague.") from error
    return said


LANGUAGE_CODE = "en"  # the fallback; a visitor's browser or choice decides
LANGUAGES = [("cs", "Czech"), ("en", "English")]  # a line for each folder of locale/; pages say the names themselves
FORMAT_MODULE_PATH = "scwu.formats"
LOCALE_PATHS = [BASE_DIR / "locale"]
catalogues.compile_stale(BASE_DIR / "locale")
USE_I18N = True
USE_TZ = True
TIME_ZONE = time_zone()
