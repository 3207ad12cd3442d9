"""A face of the site: its pages, and its acts, each told once beside the page it belongs to.

    union = Face("union")

    @union.act("clubs/<path:code>/acceptances/", right="club.run", page=club,
               wanted=_("Taking a player into a club"), done=_("%(nick)s is a member now."))
    def accept_request(club: Club, visit: Visit) -> Values:
        asked = _request(club, visit)
        memberships.accept_request(request=asked, by=visit.by, now=visit.now)
        return {"nick": asked.player.nick}

The name of the function is the name of the act, of its address (`union:accept_request`) and, where one operation does
it, of the operation. An act is answered in one way: prove the right, read the form, do it, note a refusal in the
journal; then go on to a page with a sentence, or show the page it came from with the reason. A page is proved in the
same way and drawn by its function. What fits neither (a file, two steps, an answer to a script) is a plain view: it
takes the request, proves its right itself, and says it here all the same.
"""

from __future__ import annotations

import re
from asyncio import iscoroutinefunction
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import wraps
from http import HTTPStatus
from types import ModuleType
from typing import Any, TypeVar

from django.contrib import messages
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.template.loader import render_to_string
from django.urls import URLPattern, path, reverse
from django.utils.translation import gettext
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from games.rules.refusals import Refused
from tournaments import routes
from tournaments.acts.fresh import demand_fresh, freshly_proved
from tournaments.acts.proving import proved
from tournaments.acts.visible import hold_to_visible
from tournaments.acts.visit import Visit
from tournaments.models import Account
from tournaments.operations.sent_forms import is_done, once
from tournaments.routes import Route

Page = Callable[..., HttpResponse]
View = TypeVar("View", bound=Callable[..., Any])  # a stream answers asynchronously
Values = Mapping[str, object] | str | HttpResponse | None
Doing = TypeVar("Doing", bound=Callable[..., Values])
FormMaker = Callable[..., BaseForm]
Prover = Callable[[Account, str, Mapping[str, Any]], tuple[Any, ...]]
Fresh = bool | Callable[[Visit], bool]
CONVERTER = re.compile(r"<(?:(\w+):)?(\w+)>")
BREADTH = {"int": 1, "uuid": 1, "path": 3}  # how much a converter takes; a fixed text nothing, any other 2


@dataclass(frozen=True, slots=True)
class Door:
    """What answers at one address to some methods: `function` as it was written, `answer` as Django calls it."""

    name: str
    path: str
    methods: tuple[str, ...]
    right: str
    function: Callable[..., Any]
    answer: Callable[..., Any]
    code: str = ""
    wanted: Any = ""
    fresh: Fresh = False


@dataclass(slots=True)
class Face:
    """One part of the site, with the namespace `space` of its addresses (none for what settings name).

    `mistyped`: codes of refusals that somebody can mend in the form (422, else 409). `context`: what every page shows.
    `no_store`: nothing of it is kept by a browser or proxy. `is_private`: nor in a report of an error.
    `notes_refusals`: whether a refused act is a line of the journal; that somebody had no right always is.
    """

    space: str
    mistyped: frozenset[str] = frozenset()
    context: Callable[[Visit], Mapping[str, Any]] = lambda _visit: {}
    no_store: bool = False
    is_private: bool = False
    notes_refusals: bool = True
    doors: list[Door] = field(default_factory=list)

    # --- Telling ------------------------------------------------------------------------------------------------------

    def page(self, path: str, *, right: str, name: str = "", prove: Prover = proved) -> Callable[[Page], Page]:
        """A page to look at: `function(subject, visit)`, or `function(visit)` where the right is of nothing."""

        def tell(function: Page) -> Page:
            @wraps(function)
            def answer(request: HttpRequest, **address: Any) -> HttpResponse:
                visit = Visit(self, request, address)
                return function(*prove(visit.by, right, address), visit)

            self.doors.append(Door(name or function.__name__, path, ("GET", "HEAD"), right, function, answer))
            return function

        return tell

    def view(
        self,
        path: str,
        *,
        right: str,
        methods: str = "GET",
        name: str = "",
        code: str = "",
        wanted: Any = "",
        fresh: bool = False,
    ) -> Callable[[View], View]:
        """A plain view, which proves `right` itself. `methods`: `GET` (and so HEAD), `POST`, or both with a blank.

        `fresh`: whether what is sent to it asks for a fresh proof.
        """

        def tell(function: View) -> View:
            taken = (*methods.split(), *(["HEAD"] if "GET" in methods else []))
            answer = freshly_proved(function, "POST") if fresh else function
            self.doors.append(
                Door(name or function.__name__, path, taken, right, function, answer, code, wanted, fresh)
            )
            return function

        return tell

    def act(
        self,
        path: str,
        *,
        right: str,
        page: Page,
        wanted: Any,
        done: Any = "",
        form: FormMaker | None = None,
        to: str | Callable[..., str] = "",
        name: str = "",
        code: str = "",
        prove: Prover = proved,
        fresh: Fresh = False,
    ) -> Callable[[Doing], Doing]:
        """An act: `function(subject, visit)` does it and gives the values of `done`, or the whole sentence.

        An act in two steps first gives an answer: the page with what it would change.

        `page`: the page it came from, shown when it is refused, and gone back to when it is done, unless `to` names
        another page of the face or makes an address. `form`: a form class, or what makes a form of `(subject, visit)`.
        `code`: its name in the journal, where that is an older one. `fresh`: whether it asks for a fresh proof of who
        it is (acts/fresh.py), always or only for some of what is sent.
        """

        def tell(function: Doing) -> Doing:
            called = name or function.__name__
            noted = code or self._named(called)

            def act(visit: Visit) -> HttpResponse:
                subject = prove(visit.by, right, visit.address)
                _demand(fresh, visit)
                if visit.form_id and is_done(visit.form_id, by=visit.by):
                    return said_and_led(gettext("That is done already."), subject, visit)
                if form is not None:
                    visit.form = _bound(form, subject, visit)
                    if not visit.form.is_valid():
                        return page(*subject, visit)
                try:
                    values = _done_once(function, subject, visit)
                except Refused as refused:
                    visit.refuse(refused, noted)
                    return page(*prove(visit.by, right, visit.address), visit)  # as it is now; what was undone is not
                if isinstance(values, HttpResponse):
                    return values
                return said_and_led(values if isinstance(values, str) else str(done) % (values or {}), subject, visit)

            def said_and_led(said: str, subject: tuple[Any, ...], visit: Visit) -> HttpResponse:
                if said:
                    messages.success(visit.request, said)
                return _led(self._next(to or page, subject, visit), visit)

            @wraps(function)
            def answer(request: HttpRequest, **address: Any) -> HttpResponse:
                visit = Visit(self, request, address, act=called)
                return _named(act(visit), visit)

            self.doors.append(Door(called, path, ("POST",), right, function, answer, noted, wanted, fresh))
            return function

        return tell

    # --- Addresses ----------------------------------------------------------------------------------------------------

    def addresses(self, *modules: ModuleType) -> list[URLPattern]:
        """The patterns of what stands in `modules`, the narrowest first. Pages and acts may share an address."""
        homes = {module.__name__ for module in modules}
        doors = [door for door in self.doors if door.function.__module__ in homes]
        by_path: dict[str, list[Door]] = {}
        for door in sorted(doors, key=_breadth):
            by_path.setdefault(door.path, []).append(door)
        return [pattern for here in by_path.values() for pattern in self._patterns(here)]

    def address(self, name: str, **values: object) -> str:
        """The address of a page or an act of this face."""
        return reverse(self._named(name), kwargs=values)

    def _named(self, name: str) -> str:
        return f"{self.space}:{name}" if self.space else name

    def _patterns(self, doors: Sequence[Door]) -> list[URLPattern]:
        """One address: the same answer under the name of each who stands there."""
        answer = self._answer(doors)
        rights = {method: door.right for door in doors for method in door.methods if method != "HEAD"}
        acting = next((door for door in doors if "POST" in door.methods), doors[0])
        code = acting.code or self._named(acting.name)
        for door in doors:
            routes.register(Route(self._named(door.name), rights, code, acting.wanted, bool(door.fresh)))
        return [path(door.path, answer, name=door.name) for door in doors]

    def _answer(self, doors: Sequence[Door]) -> Callable[..., Any]:
        by_method = {method: door.answer for door in doors for method in door.methods}
        answer = doors[0].answer if len(doors) == 1 else _by_method(by_method)
        answer = require_http_methods(list(by_method))(answer)
        if not iscoroutinefunction(answer):
            answer = _with_a_page(answer)
        if self.no_store:
            answer = _not_stored(answer)
        return sensitive_post_parameters()(answer) if self.is_private else answer

    def _next(self, to: str | Callable[..., Any], subject: tuple[Any, ...], visit: Visit) -> str:
        """Where an act leads when it is done: a page of this face with the same values in its address, or anywhere."""
        for door in self.doors:
            if to in (door.name, door.function):
                names = {found[2] for found in CONVERTER.finditer(door.path)}
                return self.address(door.name, **{name: visit.address[name] for name in names})
        assert callable(to)  # noqa: S101 – a page of this name is not there: a bug
        return str(to(*subject, visit))


def _with_a_page(answer: Callable[..., Any]) -> Callable[..., Any]:
    """`answer`, with a page in place of a bare 405: a phone that has thrown away the page of a refused act opens its
    address anew.
    """

    @wraps(answer)
    def answered(request: HttpRequest, *args: Any, **address: Any) -> Any:
        response = answer(request, *args, **address)
        if response.status_code == HTTPStatus.METHOD_NOT_ALLOWED and not response.content:
            response.content = render_to_string("405.html", request=request)
        return response

    return answered


def _demand(fresh: Fresh, visit: Visit) -> None:
    """Raises ReauthenticationRequired where this act, as it was sent, asks for a fresh proof and there is none."""
    if fresh is True or (fresh and fresh(visit)):
        demand_fresh(visit.request)


def _done_once(function: Callable[..., Values], subject: tuple[Any, ...], visit: Visit) -> Values:
    """What an act gives. A form with an id of its own, sent again because no answer came, is done once."""
    if visit.form_id is None:
        return function(*subject, visit)
    return once(visit.form_id, lambda: function(*subject, visit), by=visit.by, now=visit.now)


def _led(address: str, visit: Visit) -> HttpResponse:
    """On to the next page; a script is told where, because a redirect would be followed without it."""
    return JsonResponse({"location": address}) if visit.asks_by_script else HttpResponseRedirect(address)


def _named(answer: HttpResponse, visit: Visit) -> HttpResponse:
    """Name the form that was dealt with: a portal's page, which is no answer, names none."""
    if visit.form_id is not None:
        answer["X-Entry-Id"] = str(visit.form_id)
    return answer


def _by_method(answers: Mapping[str, Callable[..., Any]]) -> Callable[..., Any]:
    """One view for an address at which pages and acts stand; what decorators say about the first is said of it."""

    @wraps(next(iter(answers.values())))
    def answer(request: HttpRequest, **address: Any) -> Any:
        return answers[request.method or ""](request, **address)

    return answer


def _not_stored(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    @wraps(view)
    def answer(request: HttpRequest, **address: Any) -> HttpResponse:
        response = view(request, **address)
        response["Cache-Control"] = "no-store"
        return response

    return answer


def _bound(form: FormMaker, subject: tuple[Any, ...], visit: Visit) -> BaseForm:
    made: BaseForm = form(visit.sent, visit.request.FILES) if isinstance(form, type) else form(*subject, visit)
    hold_to_visible(made.fields)
    return made


def _breadth(door: Door) -> tuple[int, list[int]]:
    """The order in which addresses are tried: more parts first, then what takes least."""
    parts = door.path.strip("/").split("/")
    found = [CONVERTER.search(part) for part in parts]
    return -len(parts), [BREADTH.get(converter[1] or "", 2) if converter else 0 for converter in found]
