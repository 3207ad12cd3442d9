"""Whether e-mails are sent, by which server and from whom."""

from email.utils import parseaddr
from typing import Any

from django.core.exceptions import ImproperlyConfigured

from scwu.settings.environment import env, text
from scwu.settings.hosts import is_local
from scwu.settings.place import DATA_DIR, PRODUCTION


def mail_from(*, production: bool) -> str:
    """SCWU_MAIL_FROM, from whom e-mails come; a pub without a mail server sends none."""
    given = text("SCWU_MAIL_FROM")
    _, at, host = parseaddr(given)[1].rpartition("@")
    if production and (not at or is_local(host)):
        raise ImproperlyConfigured(
            "SCWU_PRODUCTION needs SCWU_MAIL_FROM: from whom e-mails come, such as SCWU <scwu@cats.example.org>."
        )
    return given or "scwu@localhost"


def mail_server() -> dict[str, Any]:
    """What EMAIL_URL says, as Django's settings."""
    try:
        return dict(env.email_url("EMAIL_URL"))
    except (ImproperlyConfigured, ValueError) as error:
        raise ImproperlyConfigured(
            "EMAIL_URL is no address of a mail server, such as smtp+tls://user:password@host:587."
        ) from error


DEFAULT_FROM_EMAIL = mail_from(production=PRODUCTION)
SERVER_EMAIL = DEFAULT_FROM_EMAIL
EMAIL_TIMEOUT = 20
MAIL_IS_SENT = bool(text("EMAIL_URL"))  # no page promises a letter where none can be sent
if MAIL_IS_SENT:
    vars().update(mail_server())
else:  # a pub has no mail server: messages become files for the director to look into
    EMAIL_BACKEND = "django.core.mail.backends.filebased.EmailBackend"
    EMAIL_FILE_PATH = DATA_DIR / "outbox"
