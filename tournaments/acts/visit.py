"""One request to a page or an act of a face: who asks, when, what he sent, and how he is answered.

A refused act is answered by the page it came from: the sentence of the refusal stands beside the form whose act it
was, and the form keeps what was typed. 422 where something typed has to be mended, 409 where the state of things says
no. So a page is written once, for looking and for having been refused.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, Any, TypeVar
from uuid import UUID, uuid4

from django.contrib.auth import update_session_auth_hash
from django.forms import BaseForm, Form
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.utils import timezone

from games.rules.refusals import Refused
from tournaments import routes
from tournaments.facts.nicks import shown
from tournaments.models import Account
from tournaments.operations.refusals import note_refused
from tournaments.texts.refusals import sentence_for

if TYPE_CHECKING:  # a face knows its visits
    from tournaments.acts.face import Face

CONFLICT, UNPROCESSABLE = 409, 422
SHOWN = b'id="refusal"'  # of parts/refusal.html
WHOLE_PAGE = "page"

FormKind = TypeVar("FormKind", bound=BaseForm)


def signed_in(request: HttpRequest) -> Account:
    """The account that asks; LoginRequiredMiddleware let nobody else through."""
    if not isinstance(request.user, Account):
        raise TypeError(f"{request.path} was reached without signing in.")
    return request.user


def stay_signed_in(request: HttpRequest) -> None:
    """Who has taken an office himself stays signed in here, where all his ways in were taken back with it."""
    update_session_auth_hash(request, signed_in(request))


def note_refusal(request: HttpRequest, refusal: Refused | str) -> None:
    """The journal knows of refused acts too. For plain views, where an act was refused and undone."""
    where = request.resolver_match
    if where is None:
        return
    route = routes.all_routes().get(where.view_name)  # by its own name: a pattern of the administration is no act
    act = route.code if route else where.view_name
    note_refused(act, refusal, named=where.kwargs, by=request.user, now=timezone.now())


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why an act was not done, and where that stands: beside the form of `act`, in a list in the row `key`.

    `code`: for a page that offers what would help.
    """

    sentence: str
    act: str
    status: int
    key: str = ""
    code: str = ""


@dataclass(slots=True)
class Visit:
    """`act`: the name of the act, `form`: what was sent to it, `refusal`: why it was not done.

    `made`: what the act has made, where the address that it leads to names it.
    """

    face: Face
    request: HttpRequest
    address: Mapping[str, Any]
    act: str = ""
    form: BaseForm | None = None
    refusal: Refusal | None = None
    made: Any = None
    now: datetime = field(default_factory=timezone.now)

    @property
    def by(self) -> Account:
        """The account that asks."""
        return signed_in(self.request)

    @property
    def sent(self) -> QueryDict:
        """What the form of an act has sent."""
        return self.request.POST

    @property
    def said(self) -> dict[str, Any]:
        """What the valid form of an act says."""
        assert isinstance(self.form, Form)  # noqa: S101 – an act without a form asks for none; tells the type checker
        return self.form.cleaned_data

    @property
    def form_id(self) -> UUID | None:
        """The id of a form that is sent again until it is answered (phone/drafts.js); most forms have none."""
        try:
            return UUID(self.sent.get("form_id", ""))
        except ValueError:
            return None

    @property
    def asks_by_script(self) -> bool:
        """Whether a script asks, which wants to be told where an act leads instead of being led there."""
        return self.request.headers.get("X-Resend") == "1"

    def text(self, name: str, *, most: int = 80) -> str:
        """What a form too small for a class has sent, or an address says, without what cannot be seen (and so without
        the NUL that PostgreSQL refuses)."""
        return shown((self.sent or self.request.GET).get(name, "")[: 2 * most]).strip()[:most]

    def number(self, name: str) -> int:
        """A key that such a form has sent; 0 for what is none."""
        sent = self.sent.get(name, "")
        return int(sent) if sent.isascii() and sent.isdecimal() and len(sent) < 16 else 0

    def seen_attempt(self) -> int:
        """Which attempt at a draw a form was made for. Raises Refused `attempt_unnamed` if it names none."""
        if not self.sent.get("attempt"):
            raise Refused("attempt_unnamed")
        return self.number("attempt")

    def seen_round(self) -> str:
        """As what a form has shown a round (`seen_as`). Raises Refused `attempt_unnamed` if it does not say that."""
        if not self.sent.get("seen"):
            raise Refused("attempt_unnamed")
        return self.text("seen")

    def form_of(self, kind: type[FormKind], *args: Any, **options: Any) -> FormKind:
        """The form that was not accepted if it is of this kind, else a fresh one."""
        return self.form if isinstance(self.form, kind) else kind(*args, **options)

    def refuse(self, refused: Refused, code: str) -> None:
        """Remember for the page why the act was not done, and note it in the journal under `code`."""
        if self.face.notes_refusals:
            note_refused(code, refused, named=self.address, by=self.by, now=self.now)
        self.refusal = self._refusal(refused)

    def explain(self, refused: Refused) -> None:
        """Say on the page what stands in the way, unless an act was refused. Nobody has asked yet: nothing is noted."""
        self.refusal = self.refusal or self._refusal(refused)

    def page(self, template: str, values: Mapping[str, Any]) -> HttpResponse:
        """A page of the face, with the reason why an act was not done.

        Where the state has meanwhile taken the form of that act off the page, the reason stands on top.
        """
        context = {**self.face.context(self), "new_id": uuid4, **values, "refusal": self.refusal}
        if self.refusal is None:
            status = 200 if self.form is None or self.form.is_valid() else UNPROCESSABLE
            return render(self.request, template, context, status=status)
        answer = render(self.request, template, context, status=self.refusal.status)
        if SHOWN not in answer.content:
            context["refusal"] = Refusal(self.refusal.sentence, WHOLE_PAGE, self.refusal.status)
            answer = render(self.request, template, context, status=self.refusal.status)
        return answer

    def _refusal(self, refused: Refused) -> Refusal:
        status = UNPROCESSABLE if refused.code in self.face.mistyped else CONFLICT
        key = next((self.address[name] for name in ("key", "pk", "claim") if name in self.address), "")
        return Refusal(sentence_for(refused), self.act, status, str(key), refused.code)
