"""Players' records, for the union: a nick corrected, a player moved to another club during the season."""

from __future__ import annotations

from urllib.parse import urlencode

from django.http import HttpResponse
from django.utils.translation import gettext_lazy as _

from tournaments.acts.face import Values
from tournaments.acts.visit import Visit
from tournaments.models import Player
from tournaments.operations.people import nick_corrections
from tournaments.operations.people.players import find_player
from tournaments.operations.union import memberships
from tournaments.queries import clubs as queries
from tournaments.queries.players import former_nicks
from tournaments.union.face import union
from tournaments.union.forms import MoveForm, NickForm


@union.page("players/", right="player.correct")
def people(visit: Visit) -> HttpResponse:
    """One player: found by his nick, present or former, or the one whose record an act has named."""
    searched = "" if visit.act else visit.text("nick")
    if visit.act:
        player = Player.objects.filter(pk=visit.number("player")).first()
    else:
        player = find_player(searched) if searched else None
    values = {
        "tab": "people",
        "player": player,
        "searched": searched,
        "aliases": former_nicks(player) if player else [],
        "memberships": queries.memberships_of(player, memberships.year_of(visit.now)) if player else [],
        "nick_form": visit.form_of(NickForm, initial={"player": player, "nick": player.nick if player else ""}),
        "move_form": visit.form_of(MoveForm, initial={"player": player}),
    }
    return visit.page("union/people.html", values)


def _same_record(visit: Visit) -> str:
    return f"{union.address('people')}?{urlencode({'nick': visit.said['player'].nick})}"


@union.act(
    "players/nicks/",
    right="player.correct",
    page=people,
    to=_same_record,
    form=NickForm,
    wanted=_("Correcting a nick"),
    done=_("The nick is %(nick)s now. The former one finds the player too."),
)
def correct_nick(visit: Visit) -> Values:
    """Correct the spelling of a nick; the former one stays as an alias."""
    return {"nick": nick_corrections.correct_nick(by=visit.by, now=visit.now, **visit.said).nick}


@union.act(
    "players/moves/",
    right="player.correct",
    page=people,
    to=_same_record,
    form=MoveForm,
    wanted=_("Moving a player to another club"),
    done=_("%(nick)s belongs to %(club)s now."),
)
def move_player(visit: Visit) -> Values:
    """Move a player to another club in this very season."""
    memberships.move_player(by=visit.by, now=visit.now, **visit.said)
    return {"nick": visit.said["player"].nick, "club": visit.said["club"]}
