"""The union forgets a player who has asked for it, by letter or by word: find him, see what will happen, do it."""

from __future__ import annotations

from django import forms
from django.http import HttpResponse
from django.utils.translation import gettext_lazy as _

from tournaments.acts.face import Values
from tournaments.acts.visit import Visit
from tournaments.models import Player
from tournaments.operations.people import erasing
from tournaments.operations.people.players import find_player
from tournaments.operations.upkeep import kept_backups
from tournaments.texts.refusals import sentence_for
from tournaments.union.face import union


class FindForm(forms.Form):
    nick = forms.CharField(label=_("Nick"), max_length=40)


@union.page("erase/", right="union.erase")
def erase(visit: Visit) -> HttpResponse:
    """Find a player by his nick, and see what speaks against forgetting him."""
    form = FindForm(visit.request.GET or None)
    player = _sent(visit)
    if not visit.act and form.is_valid():
        player = find_player(form.cleaned_data["nick"])
    reasons = erasing.why_not_erase(account=player.account, player=player) if player else []
    values = {
        "tab": "people",
        "form": form,
        "player": player,
        "label": erasing.label_of(player) if player else "",
        "reasons": [sentence_for(reason) for reason in reasons],
        "is_unknown": form.is_bound and player is None,
    }
    return visit.page("union/erase.html", values)


@union.act(
    "erase/",
    right="union.erase",
    page=erase,
    wanted=_("Forgetting a player"),
    done=_("%(label)s is forgotten."),
    code="union:erase",
    fresh=True,
)
def erase_person(visit: Visit) -> Values:
    """Forget the player that was found, if the word that his page shows was typed."""
    player = _sent(visit)
    if player is None:
        return erase(visit)
    label = erasing.label_of(player)
    erasing.check_word(visit.sent.get("word", ""), label)
    kept_backups.before("player_erased", by=visit.by, now=visit.now)
    erasing.erase_person(player=player, by=visit.by, now=visit.now, reason=visit.text("reason", most=500))
    return {"label": label}


def _sent(visit: Visit) -> Player | None:
    return Player.objects.filter(pk=visit.number("player")).first()
