"""Pages that are alike for everybody, made once for each version of their event and handed to all who ask.

They are made for nobody: the view gets a request that has an address and nothing else, no cookie, session, account or
header. So there is nothing personal that could be kept; a view that sets a cookie or a token all the same is a bug, and
says so. Language and version are said by whoever asks. What middleware adds (security headers, the language) it adds
to each answer anew. A page is kept in the process, as it is and compressed: nobody's secret stands in it that could be
guessed from its length.

Whoever asks for a page that is not there makes it; who asks meanwhile waits for it. What fails is not kept, and fails
for those who waited too. Bytes are bounded, and what nobody has asked for the longest goes first.
"""

from __future__ import annotations

import gzip
import re
import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping
from concurrent.futures import Future
from dataclasses import dataclass, field

from django.http import HttpRequest, HttpResponse, QueryDict
from django.utils.translation import get_language

MIB = 1024 * 1024
LEVEL = 4  # a third of the time of the highest, for a twentieth more bytes
ASKED = re.compile(r"(?:page|after|show)=[^&]{1,120}")  # what the pages of an event understand
ODD_NUMBER = re.compile(r"/0\d*(?:/|$)")  # round 01 has the page of round 1, at as many addresses as one likes
REFUSES_GZIP = re.compile(r"\bgzip\s*;\s*q=0(?:\.0*)?\s*(?:,|$)")


@dataclass(frozen=True, slots=True)
class Page:
    """An answer of 200 as it is sent to everybody: its headers, and its body plain and compressed. `event`: a slug."""

    event: str
    headers: Mapping[str, str]
    body: bytes
    zipped: bytes

    @property
    def size(self) -> int:
        return len(self.body) + len(self.zipped)

    def answer_to(self, request: HttpRequest) -> HttpResponse:
        """A fresh response, compressed if the browser takes that."""
        if takes_gzip(request.META.get("HTTP_ACCEPT_ENCODING", "")):
            return HttpResponse(self.zipped, headers={**self.headers, "Content-Encoding": "gzip"})
        return HttpResponse(self.body, headers=self.headers)


@dataclass(slots=True)
class Shelf:
    """Pages by address, each of one version, `most` bytes in all. For any number of threads at once."""

    most: int
    size: int = 0
    _kept: OrderedDict[Hashable, tuple[int, Page]] = field(default_factory=OrderedDict)
    _under_way: dict[tuple[Hashable, int], Future[Page]] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def take(self, address: Hashable, version: int, make: Callable[[], Page]) -> Page:
        """The page of this address and version: kept, or made by one of those who ask at once. Raises what that did.

        `version` was looked up before: what is made now may hold newer things than it says, never older ones.
        """
        with self._lock:
            kept = self._look_up(address)
            if kept is not None and kept[0] == version:
                return kept[1]
            awaited = self._under_way.get((address, version))
            if awaited is None:
                under_way = self._under_way[address, version] = Future()
        if awaited is not None:
            return awaited.result()
        try:
            page = make()
        except BaseException as error:
            with self._lock:
                del self._under_way[address, version]
            under_way.set_exception(error)
            raise
        with self._lock:
            del self._under_way[address, version]
            self._keep(address, version, page)
        under_way.set_result(page)
        return page

    def kept(self, address: Hashable) -> tuple[int, Page] | None:
        """What is kept of this address, with its version."""
        with self._lock:
            return self._look_up(address)

    def clear(self) -> None:
        """Forget every page."""
        with self._lock:
            self._kept.clear()
            self.size = 0

    def _look_up(self, address: Hashable) -> tuple[int, Page] | None:
        found = self._kept.get(address)
        if found is not None:
            self._kept.move_to_end(address)
        return found

    def _keep(self, address: Hashable, version: int, page: Page) -> None:
        """In place of what this address had of another version."""
        former = self._kept.pop(address, None)
        self.size += page.size - (former[1].size if former else 0)
        self._kept[address] = version, page
        while self.size > self.most:
            _, (_, gone) = self._kept.popitem(last=False)
            self.size -= gone.size


# As many addresses as there are rounds and tables; and those with a question, of which anybody can think up any number:
# they push out one another only.
_PLAIN = Shelf(24 * MIB)
_ASKED = Shelf(8 * MIB)


def shelf_for(request: HttpRequest) -> Shelf | None:
    """Where the page of this address is kept; None: nowhere, because only one who plays with addresses comes here."""
    if ODD_NUMBER.search(request.path):
        return None
    if asked := request.META.get("QUERY_STRING"):
        return _ASKED if ASKED.fullmatch(asked) else None
    return _PLAIN


def forget_all() -> None:
    """Make every page anew at the next visit."""
    for shelf in (_PLAIN, _ASKED):
        shelf.clear()


def address_of(request: HttpRequest) -> Hashable:
    """Under what the page that is asked for is kept: all that it depends on but the version."""
    return get_language(), request.path, request.META.get("QUERY_STRING", "")


def made_for_nobody(
    request: HttpRequest, event: str, view: Callable[[HttpRequest], HttpResponse], headers: Mapping[str, str]
) -> Page:
    """What `view` answers to somebody of whom nothing is known, at the address of `request`; with `headers` added.

    Raises TypeError if there is something personal in it all the same, or if it is no page.
    """
    nobody = HttpRequest()
    nobody.method, nobody.path, nobody.path_info = "GET", request.path, request.path_info
    nobody.META = {"REQUEST_METHOD": "GET", "QUERY_STRING": request.META.get("QUERY_STRING", "")}
    nobody.GET = QueryDict(nobody.META["QUERY_STRING"])
    answer = view(nobody)
    if answer.status_code != 200 or answer.cookies or "CSRF_COOKIE" in nobody.META:
        raise TypeError(f"{request.path} is no page for everybody: it answers {answer.status_code}, or is somebody's.")
    body = answer.content
    return Page(event, {**answer.headers, **headers}, body, gzip.compress(body, compresslevel=LEVEL, mtime=0))


def takes_gzip(accepted: str) -> bool:
    """Whether a browser that sends this Accept-Encoding can read gzip."""
    return "gzip" in accepted and not REFUSES_GZIP.search(accepted)
