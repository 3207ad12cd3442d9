"""TLS for the hall: a context whose certificate follows the laptop from address to address while the server runs."""

from __future__ import annotations

import logging
import socket
import ssl
from collections.abc import Callable
from dataclasses import dataclass, field

from django.conf import settings
from django.utils import timezone

from scwu import authority
from scwu.addresses import hall_hosts

RENEW_SECONDS = 15  # how long a new address of the laptop has no certificate, at most
log = logging.getLogger(__name__)


@dataclass
class Secure:
    """An open port, and what answers there. `hosts` asks for the laptop's names and addresses as they are now."""

    listener: socket.socket
    files: authority.Files
    hosts: Callable[[], list[str]]
    context: ssl.SSLContext = field(default_factory=lambda: ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER))

    def __post_init__(self) -> None:
        authority.renew(self.files, authority.Hall.of(self.hosts()), timezone.now())
        self.context.set_alpn_protocols(["http/1.1"])
        self.context.load_cert_chain(self.files.server)

    async def follow(self) -> None:
        """Whoever connects from now on is shown the certificate with the addresses of now."""
        try:
            if authority.renew(self.files, authority.Hall.of(self.hosts()), timezone.now()):
                self.context.load_cert_chain(self.files.server)
        except OSError:  # a full disk: the old certificate is as good as it was
            log.exception("The certificate of the hall could not be made anew.")


def of_the_hall(listener: socket.socket) -> Secure:
    """The site's own, with its keys in the data directory."""
    files = authority.Files(settings.HALL_AUTHORITY.parent)
    return Secure(listener, files, lambda: hall_hosts(settings.HALL_HOSTS))
