"""Under which names and addresses the site answers, which proxies it believes, and the hall's own https."""

from urllib.parse import urlsplit

from django.core.exceptions import ImproperlyConfigured

from scwu import proxies
from scwu.addresses import OwnHosts, address_of_the_site
from scwu.settings.environment import flag, number, text, words
from scwu.settings.place import DATA_DIR, PRODUCTION


def allowed_hosts(*, production: bool) -> list[str]:
    """SCWU_HOSTS; in embedded mode besides them the addresses that the machine itself has."""
    given = words("SCWU_HOSTS")
    if production and not given:
        raise ImproperlyConfigured("SCWU_PRODUCTION needs SCWU_HOSTS: the site's host names, separated by commas.")
    return given if production else OwnHosts(given)


def site_url(*, production: bool) -> str:
    """SCWU_URL, the site's address in e-mails and printed links, where there is no request to ask; without it that at
    which `./run` serves this folder.
    """
    given = text("SCWU_URL").rstrip("/")
    if production and (not given.startswith("https://") or is_local(urlsplit(given).hostname or "")):
        raise ImproperlyConfigured(
            "SCWU_PRODUCTION needs SCWU_URL: the address that stands in e-mails, such as https://cats.example.org."
        )
    return given or address_of_the_site(DATA_DIR) or "http://localhost:8000"


def is_local(host: str) -> bool:
    """Whether a name leads whoever reads it to his own machine, or nowhere."""
    return host in ("", "localhost", "::1") or host.endswith(".localhost") or host.startswith("127.")


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
