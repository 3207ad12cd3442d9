"""Static files: found and described by WhiteNoise, sent from the event loop, past Django.

They carry the headers that our middleware gives to every answer; where it leads plain http to https, that
is left to Django.
"""

from django.conf import settings
from whitenoise.middleware import WhiteNoiseMiddleware  # type: ignore[import-untyped]
from whitenoise.responders import Response, StaticFile  # type: ignore[import-untyped]

from scwu.web.asgi_types import Headers, Scope
from scwu.web.headers import security_headers
from scwu.web.pages import Answer


class Files:
    """The files under STATIC_URL, with compressed and hashed forms as `collectstatic` made them."""

    def __init__(self) -> None:
        self._known = WhiteNoiseMiddleware(get_response=None)

    def answer(self, scope: Scope) -> Answer | None:
        """The answer if the address is that of a file; None for everything else."""
        path = scope["path"]
        if not path.startswith(self._known.static_prefix) or (
            settings.SECURE_SSL_REDIRECT and scope["scheme"] != "https"
        ):
            return None
        found: StaticFile | None = (
            self._known.find_file(path) if self._known.autorefresh else self._known.files.get(path)
        )
        if found is None:
            return None
        asked = {
            f"HTTP_{name.decode('latin-1').replace('-', '_').upper()}": value.decode("latin-1")
            for name, value in scope["headers"]
        }
        return _answer(found.get_response(scope["method"], asked), security_headers(scope["scheme"]))


def _answer(response: Response, more: Headers) -> Answer:
    headers = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in response.headers]
    body = b""
    if response.file is not None:
        with response.file:
            body = response.file.read()
    return Answer(int(response.status), headers + more, body)
