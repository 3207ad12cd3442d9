"""The front door of the words: proposing for everybody, the events with words for those who watch over them."""

from __future__ import annotations

from django.http import HttpResponse
from django.utils.translation import gettext_lazy as _

from tournaments import access
from tournaments.acts.visit import Visit
from tournaments.commission.face import commission
from tournaments.commission.forms import RulesForm
from tournaments.operations.words import event_words as operations
from tournaments.queries import event_words as queries


@commission.page("", right="words.propose")
def home(visit: Visit) -> HttpResponse:
    """What one can do here."""
    watches = access.may(visit.by, "words.watch")
    values = {
        "events": list(queries.events_with_words(visit.by, everywhere=watches)[:100]),
        "played": queries.events_played(visit.by),
        "may_rule": access.may(visit.by, "words.rules"),
        "may_propose": access.may_propose_words(visit.by),
    }
    return visit.page("commission/home.html", values)


@commission.page("+rules/", right="words.rules")
def rules(visit: Visit) -> HttpResponse:
    """Quorum and majority."""
    now = queries.word_rules()
    form = visit.form_of(RulesForm, initial={"quorum": now.quorum, "majority": now.majority})
    return visit.page("commission/rules.html", {"form": form})


@commission.act(
    "+rules/",
    right="words.rules",
    page=rules,
    form=RulesForm,
    wanted=_("Setting the quorum of the commission"),
    done=_("Saved."),
    code="commission:rules",
)
def set_rules(visit: Visit) -> None:
    """Set quorum and majority."""
    operations.set_rules(by=visit.by, now=visit.now, **visit.said)
