"""The front door of the words: proposing for everybody, the events with words for those who watch over them."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _

from games.rules.refusals import Refused
from tournaments import access
from tournaments.commission.answers import acted, address, page, signed_in, words_page
from tournaments.commission.forms import RulesForm
from tournaments.operations.words import event_words as operations
from tournaments.queries import words as queries


@words_page("GET")
def home(request: HttpRequest) -> HttpResponse:
    """What one can do here."""
    account = signed_in(request)
    access.prove(account, "words.propose")
    values = {
        "events": list(queries.events_with_words(account, everywhere=access.may(account, "words.watch"))[:100]),
        "played": queries.events_played(account),
        "may_rule": access.may(account, "words.rules"),
        "may_propose": access.may_propose_words(account),
    }
    return page(request, "home", values)


@words_page("GET", "POST")
def rules(request: HttpRequest) -> HttpResponse:
    """Quorum and majority, set by the union."""
    account = signed_in(request)
    access.prove(account, "words.rules")
    if request.method != "POST":
        now = queries.word_rules()
        return page(request, "rules", {"form": RulesForm(initial={"quorum": now.quorum, "majority": now.majority})})
    form = RulesForm(request.POST)
    if not form.is_valid():
        return page(request, "rules", {"form": form}, status=422)

    def act() -> str:
        data = form.cleaned_data
        operations.set_rules(quorum=data["quorum"], majority=data["majority"], by=account, now=timezone.now())
        return _("Saved.")

    def refused(refusal: Refused) -> HttpResponse:
        return page(request, "rules", {"form": form}, refusal)

    return acted(request, act, to=lambda: address("rules"), refused=refused)
