"""My club: where I belong this season and the next, what I have asked, leaving, founding a club of my own."""

from __future__ import annotations

from django.http import HttpResponse
from django.utils.translation import gettext_lazy as _

from games.rules.refusals import Refused
from tournaments import access
from tournaments.acts.face import Values
from tournaments.acts.visit import Visit, stay_signed_in
from tournaments.models import Club, JoinRequest, Membership, Player
from tournaments.operations.union import founding, memberships
from tournaments.queries import clubs as queries
from tournaments.union.face import union
from tournaments.union.forms import FoundForm


@union.page("club/", right="club.own")
def my_club(visit: Visit) -> HttpResponse:
    """Everything about me and clubs on one page."""
    player, year = access.player_of(visit.by), memberships.year_of(visit.now)
    values = {
        "tab": "my_club",
        "player": player,
        "year": year,
        "next_year": year + 1,
        "wanted": visit.text("club", most=12),
        "memberships": queries.memberships_of(player, year) if player else [],
        "requests": queries.requests_of(player, year) if player else [],
        "led": queries.clubs_led_by(visit.by, year),
    }
    return visit.page("union/my_club.html", values)


@union.act(
    "club/requests/",
    right="club.own",
    page=my_club,
    wanted=_("Asking to join a club"),
    done=_("You have asked %(club)s. Its captain decides."),
    code="union:ask",
)
def ask_to_join(visit: Visit) -> Values:
    """Ask a club, by its code, to be taken in for this season or the next."""
    player, code = _player(visit), visit.text("club")
    club = Club.objects.filter(code__iexact=code).order_by("pk").first()
    if club is None:
        raise Refused("club_unknown", club=code)
    sent = visit.sent.get("season", "")
    year = int(sent) if sent.isascii() and sent.isdecimal() and len(sent) == 4 else memberships.year_of(visit.now)
    memberships.ask_to_join(player=player, club=club, year=year, by=visit.by, now=visit.now)
    return {"club": club.name}


@union.act(
    "club/requests/withdrawals/",
    right="club.own",
    page=my_club,
    wanted=_("Taking back a request to join"),
    done=_("The request is taken back."),
)
def withdraw_request(visit: Visit) -> None:
    """Take a request of mine back."""
    mine = JoinRequest.objects.filter(player__account=visit.by).select_related("club", "season")
    request = mine.filter(pk=visit.number("request")).first()
    if request is None:
        raise Refused("request_step")
    memberships.withdraw_request(request=request, by=visit.by, now=visit.now)


@union.act(
    "club/departures/",
    right="club.own",
    page=my_club,
    wanted=_("Leaving a club"),
    done=_("You have left %(club)s."),
    code="union:leave",
)
def leave_club(visit: Visit) -> Values:
    """Leave a club of mine."""
    mine = Membership.objects.present().filter(player__account=visit.by).select_related("club", "season", "player")
    membership = mine.filter(pk=visit.number("membership")).first()
    if membership is None:
        raise Refused("left_already", nick=_player(visit).nick)
    memberships.leave_club(membership=membership, by=visit.by, now=visit.now)
    return {"club": membership.club.name}


# --- A club of one's own; a `+` begins what no code of a club can be --------------------------------------------------


@union.page("clubs/+new/", right="club.own")
def found(visit: Visit) -> HttpResponse:
    """The form of a new club."""
    return visit.page("union/found.html", {"tab": "my_club", "form": visit.form_of(FoundForm)})


@union.act(
    "clubs/+new/",
    right="club.own",
    page=found,
    to=lambda visit: union.address("club", code=visit.said["code"]),
    form=FoundForm,
    wanted=_("Founding a club"),
    done=_("%(club)s is founded, and you are its captain."),
    code="union:found",
)
def found_club(visit: Visit) -> Values:
    """Found a club, free, in any country; who founds it is its captain."""
    club = founding.found_club(founder=_player(visit), by=visit.by, now=visit.now, **visit.said)
    stay_signed_in(visit.request)
    return {"club": club.name}


def _player(visit: Visit) -> Player:
    player = access.player_of(visit.by)
    if player is None:
        raise Refused("not_a_player")
    return player
