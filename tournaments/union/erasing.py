"""The union forgets a player who has asked for it, by letter or by word: find him, see what will happen, do it."""

from __future__ import annotations

from django import forms
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from games.rules.refusals import Refused
from tournaments import access
from tournaments.models import Player
from tournaments.operations.people.erasing import check_word, erase_person, label_of, why_not_erase
from tournaments.operations.people.players import find_player
from tournaments.texts.refusals import sentence_for
from tournaments.union.answers import acted, address, page, signed_in
from tournaments.union.my_club import number_in


class FindForm(forms.Form):
    nick = forms.CharField(label=gettext_lazy("Nick"), max_length=40)


@require_http_methods(["GET", "HEAD", "POST"])
def erase(request: HttpRequest) -> HttpResponse:
    """GET with `nick` finds the player; POST forgets him, if the word that his page shows was typed."""
    account = signed_in(request)
    access.prove(account, "union.erase")
    form = FindForm(request.GET or None)
    player = None
    if request.method == "POST":
        player = Player.objects.filter(pk=number_in(request, "player")).first()
    elif form.is_valid():
        player = find_player(form.cleaned_data["nick"])
    if request.method != "POST" or player is None:
        return _page(request, form, player)

    def act() -> str:
        label = label_of(player)
        check_word(request.POST.get("word", ""), label)
        reason = request.POST.get("reason", "").replace("\x00", "")[:500]  # PostgreSQL has none
        erase_person(player=player, by=account, now=timezone.now(), reason=reason)
        return _("%(label)s is forgotten.") % {"label": label}

    return acted(request, act, to=address("erase"), refused=lambda refused: _page(request, form, player, refused))


def _page(request: HttpRequest, form: FindForm, player: Player | None, refusal: Refused | None = None) -> HttpResponse:
    reasons = [sentence_for(one) for one in why_not_erase(account=player.account, player=player)] if player else []
    values = {
        "tab": "people",
        "form": form,
        "player": player,
        "label": label_of(player) if player else "",
        "reasons": reasons,
        "is_unknown": form.is_bound and player is None,
    }
    return page(request, "erase", values, refusal)
