"""Players' records, for the union: a nick corrected, a player moved to another club during the season."""

from __future__ import annotations

from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from games.rules.refusals import Refused
from tournaments import access
from tournaments.models import Account, Player
from tournaments.operations.people.nick_corrections import correct_nick
from tournaments.operations.people.players import find_player
from tournaments.operations.union import memberships
from tournaments.queries import clubs as queries
from tournaments.queries.players import former_nicks
from tournaments.union.answers import UNPROCESSABLE, acted, address, page, signed_in
from tournaments.union.forms import MoveForm, NickForm
from tournaments.union.my_club import number_in, text_in

MOVE_ID = "id_move_%s"  # two forms of the page ask why


@require_safe
def people(request: HttpRequest) -> HttpResponse:
    """One player, found by his nick, present or former."""
    _union(request)
    nick = text_in(request.GET, "nick")
    found = find_player(nick) if nick else None
    return _page(request, found, searched=nick)


@require_POST
def nick(request: HttpRequest) -> HttpResponse:
    """Correct the spelling; the former one stays as an alias."""
    by, player = _union(request), _player(request)
    form = NickForm(request.POST)
    if not form.is_valid() or player is None:
        return _page(request, player, nick_form=form, status=UNPROCESSABLE)

    def act() -> str:
        corrected = correct_nick(player=player, by=by, now=timezone.now(), **form.cleaned_data)
        return _("The nick is %(nick)s now. The former one finds the player too.") % {"nick": corrected.nick}

    return acted(
        request,
        act,
        to=lambda: _record_of(player),
        refused=lambda refused: _page(request, player, refused, nick_form=form),
    )


@require_POST
def move(request: HttpRequest) -> HttpResponse:
    """Another club in this very season."""
    by, player = _union(request), _player(request)
    form = MoveForm(request.POST, auto_id=MOVE_ID)
    if not form.is_valid() or player is None:
        return _page(request, player, move_form=form, status=UNPROCESSABLE)

    def act() -> str:
        memberships.move_player(player=player, by=by, now=timezone.now(), **form.cleaned_data)
        club = form.cleaned_data["club"]
        return _("%(nick)s belongs to %(club)s now.") % {"nick": player.nick, "club": club}

    return acted(
        request,
        act,
        to=lambda: _record_of(player),
        refused=lambda refused: _page(request, player, refused, move_form=form),
    )


def _record_of(player: Player) -> str:
    return f"{address('people')}?{urlencode({'nick': player.nick})}"


def _union(request: HttpRequest) -> Account:
    account = signed_in(request)
    access.prove(account, "player.correct")
    return account


def _player(request: HttpRequest) -> Player | None:
    return Player.objects.filter(pk=number_in(request, "player")).first()


def _page(
    request: HttpRequest,
    player: Player | None,
    refusal: Refused | None = None,
    *,
    searched: str = "",
    status: int = 200,
    **forms: object,
) -> HttpResponse:
    year = memberships.year_of(timezone.now())
    values = {
        "tab": "people",
        "player": player,
        "searched": searched,
        "aliases": former_nicks(player) if player else [],
        "memberships": queries.memberships_of(player, year) if player else [],
        "nick_form": NickForm(initial={"nick": player.nick if player else ""}),
        "move_form": MoveForm(auto_id=MOVE_ID),
        **forms,
    }
    return page(request, "people", values, refusal, status=status)
