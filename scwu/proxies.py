"""Which proxies stand before the site (SCWU_PROXIES), and what they are believed.

A proxy says who asked, by which scheme and under which name, in X-Forwarded-For, -Proto and -Host, and which number the
request has in X-Request-ID. Anybody can write these headers; so they count when the connection comes from a proxy that
the site was told of, and each hop only if the one after it is such a proxy too. What they say is put in the
place of what the connection says, once, at the door. Behind the door everything that asks for scheme, host or address
(redirects, cookies, links, brakes, logs) sees the visitor, and the headers themselves are gone, believed or not.

A proxy that nobody named would be led to https for ever, and all its visitors would be one: there a sentence is said.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from http import HTTPStatus
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from typing import Any

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

logger = logging.getLogger(__name__)

FOR, PROTO, HOST, REQUEST_ID = "x-forwarded-for", "x-forwarded-proto", "x-forwarded-host", "x-request-id"
VIA, NUMBER = "scwu.via_proxy", "scwu.request_id"  # in the environment that Django calls META
BELIEVED = frozenset({FOR, PROTO, HOST, REQUEST_ID})
# Nothing of ours asks these; that a proxy sent them shows that there is one.
TELLTALE = frozenset({FOR, PROTO, HOST, "forwarded", "x-real-ip", "via"})
DROPPED = BELIEVED | {"forwarded", "x-forwarded-port", "x-forwarded-server", "x-real-ip"}
OPEN = "/health/"  # a balancer asks here by itself

Network = IPv4Network | IPv6Network


def named(words: Iterable[str]) -> tuple[Network, ...]:
    """The networks of SCWU_PROXIES; a single address is a network of one."""
    try:
        return tuple(ip_network(word, strict=False) for word in words)
    except ValueError as error:
        raise ImproperlyConfigured(
            f"SCWU_PROXIES lists addresses or networks, such as 127.0.0.1,10.0.0.0/24: {error}."
        ) from error


def is_known(address: str) -> bool:
    """Whether a connection from this address is that of a proxy of the site."""
    return _is_in(address, settings.PROXIES)


@lru_cache(maxsize=4096)
def _is_in(address: str, networks: tuple[Network, ...]) -> bool:
    plain = _plain(address)
    return plain is not None and any(ip_address(plain) in network for network in networks)


@lru_cache(maxsize=4096)
def _plain(said: str) -> str | None:
    """An address without port, brackets and zone, that of IPv4 in IPv6 as IPv4; None for what is none."""
    said = said.strip()
    if said.startswith("["):
        said = said[1:].partition("]")[0]
    elif said.count(":") == 1:
        said = said.partition(":")[0]
    try:
        address = ip_address(said.partition("%")[0])
    except ValueError:
        return None
    return str(getattr(address, "ipv4_mapped", None) or address)


def seen(peer: str, said: Mapping[str, str]) -> dict[str, str]:
    """What the proxies say of a request that came from `peer`: `client`, and `scheme`, `host`, `request_id` if said.

    `said`: the headers of BELIEVED that it has, several of one name joined by commas. Nothing if `peer` is unknown.
    """
    if not is_known(peer):
        return {}
    client, hops = peer, 0
    for hop in reversed(said.get(FOR, "").split(",")):
        hops += 1
        address = _plain(hop)
        if address is None:
            break
        client = address
        if not is_known(address):
            break
    found = {"client": client}
    if (scheme := _said_at(hops, said.get(PROTO, "")).lower()) in ("http", "https"):
        found["scheme"] = scheme
    if host := _said_at(hops, said.get(HOST, "")):
        found["host"] = host
    if number := said.get(REQUEST_ID, ""):
        found["request_id"] = number
    return found


def _said_at(hops: int, values: str) -> str:
    """What the outermost proxy that is believed has said where each adds a word; the only word where one replaces."""
    words = [word.strip() for word in values.split(",")]
    return words[-min(hops, len(words))]


# --- The two doors ----------------------------------------------------------------------------------------------------


def settle(scope: dict[str, Any]) -> str | None:
    """Put what the proxies say into an ASGI scope. Returns the sentence for a proxy that nobody named, or None."""
    headers: list[tuple[bytes, bytes]] = scope["headers"]
    told = {name.decode("latin-1") for name, _ in headers} & (DROPPED | TELLTALE)
    if not told:
        if is_known(_peer(scope)):
            scope["via_proxy"] = True
        return None
    said: dict[str, str] = {}
    for raw, value in headers:
        if (name := raw.decode("latin-1")) in BELIEVED:
            said[name] = f"{said[name]},{value.decode('latin-1')}" if name in said else value.decode("latin-1")
    peer = _peer(scope)
    found = seen(peer, said)
    scope["via_proxy"] = bool(found or told & TELLTALE)
    kept = [(name, value) for name, value in headers if name.decode("latin-1") not in DROPPED]
    if "host" in found:
        kept = [(name, value) for name, value in kept if name != b"host"] + [(b"host", found["host"].encode("latin-1"))]
    scope["headers"] = kept
    scope["request_id"] = found.get("request_id", "")
    if found:
        scope["client"] = (found["client"], 0)
        scope["scheme"] = found.get("scheme", scope["scheme"])
        return None
    return _unknown(peer, told, scope["scheme"], scope["path"])


def _peer(scope: Mapping[str, Any]) -> str:
    return scope["client"][0] if scope.get("client") else ""


class Doorkeeper:
    """The same for a WSGI application."""

    def __init__(self, application: Callable[..., Iterable[bytes]]) -> None:
        self._application = application
        ask_for_proxies()

    def __call__(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        keys = {name: f"HTTP_{name.replace('-', '_').upper()}" for name in DROPPED | TELLTALE}
        told = {name: environ[key] for name, key in keys.items() if key in environ}
        for name in DROPPED & told.keys():
            del environ[keys[name]]
        peer = environ.get("REMOTE_ADDR", "")
        found = seen(peer, told)
        environ[VIA] = bool(found or told.keys() & TELLTALE)
        places = {"client": "REMOTE_ADDR", "scheme": "wsgi.url_scheme", "host": "HTTP_HOST", "request_id": NUMBER}
        environ.update({places[name]: value for name, value in found.items()})
        sentence = None if found else _unknown(peer, set(told), environ["wsgi.url_scheme"], environ["PATH_INFO"])
        if sentence is None:
            return self._application(environ, start_response)
        start_response(f"{REFUSED.value} {REFUSED.phrase}", [("Content-Type", "text/plain; charset=utf-8")])
        return [f"{sentence}\n".encode()]


def ask_for_proxies() -> None:
    """Say where https is wanted and no proxy is known that brings it: every page would lead to https for ever."""
    if settings.SECURE_SSL_REDIRECT and not settings.PROXIES:
        logger.warning("SCWU_PROXIES is not set: list the addresses or networks of the proxies that bring https.")


REFUSED = HTTPStatus.SERVICE_UNAVAILABLE


def _unknown(peer: str, told: set[str], scheme: str, path: str) -> str | None:
    """What is said to a proxy that nobody named, where the site would lead it to https for ever."""
    if not told & TELLTALE:
        return None
    logger.warning(
        "Requests come by a proxy at %s that SCWU_PROXIES does not name: what it says of visitors is not believed.",
        peer,
    )
    if not settings.SECURE_SSL_REDIRECT or scheme == "https" or path.startswith(OPEN):
        return None
    return (
        f"This site does not know the proxy at {peer} by which this request came, and would lead it to https for ever. "
        f"Set SCWU_PROXIES={peer} (addresses or networks of your proxies) and start it again."
    )
