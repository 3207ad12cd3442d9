"""My club: where I belong this season and the next, what I have asked, leaving, founding a club of my own."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, QueryDict
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.rules.refusals import Refused
from tournaments import access
from tournaments.models import Account, Club, JoinRequest, Membership, Player
from tournaments.operations.union import founding, memberships
from tournaments.queries import clubs as queries
from tournaments.union.answers import UNPROCESSABLE, acted, address, page, signed_in
from tournaments.union.forms import FoundForm


@require_safe
def my_club(request: HttpRequest) -> HttpResponse:
    """Everything about me and clubs on one page."""
    return _page(request)


@require_POST
def ask(request: HttpRequest) -> HttpResponse:
    """Ask a club, by its code, for this season or the next."""
    account = _mine(request)
    code, year = text_in(request.POST, "club"), request.POST.get("season", "")

    def act() -> str:
        player, club = _player(account), Club.objects.filter(code__iexact=code).order_by("pk").first()
        if club is None:
            raise Refused("club_unknown", club=code[:80])
        wanted = (
            int(year) if year.isascii() and year.isdecimal() and len(year) == 4 else memberships.year_of(timezone.now())
        )
        memberships.ask_to_join(player=player, club=club, year=wanted, by=account, now=timezone.now())
        return _("You have asked %(club)s. Its captain decides.") % {"club": club.name}

    return acted(request, act, to=address("my_club"), refused=lambda refused: _page(request, refused))


@require_POST
def withdraw(request: HttpRequest) -> HttpResponse:
    """Take a request of mine back."""
    account = _mine(request)

    def act() -> str:
        mine = JoinRequest.objects.filter(player__account=account).select_related("club", "season")
        one = mine.filter(pk=number_in(request, "request")).first()
        if one is None:
            raise Refused("request_step")
        memberships.withdraw_request(request=one, by=account, now=timezone.now())
        return _("The request is taken back.")

    return acted(request, act, to=address("my_club"), refused=lambda refused: _page(request, refused))


@require_POST
def leave(request: HttpRequest) -> HttpResponse:
    """Leave a club of mine."""
    account = _mine(request)

    def act() -> str:
        mine = Membership.objects.present().filter(player__account=account)
        one = mine.select_related("club", "season", "player").filter(pk=number_in(request, "membership")).first()
        if one is None:
            raise Refused("left_already", nick=_player(account).nick)
        memberships.leave_club(membership=one, by=account, now=timezone.now())
        return _("You have left %(club)s.") % {"club": one.club.name}

    return acted(request, act, to=address("my_club"), refused=lambda refused: _page(request, refused))


@require_http_methods(["GET", "HEAD", "POST"])
def found(request: HttpRequest) -> HttpResponse:
    """A new club, free, in any country; who founds it is its captain."""
    account = _mine(request)
    if request.method != "POST":
        return page(request, "found", {"tab": "my_club", "form": FoundForm()})
    form = FoundForm(request.POST)
    if not form.is_valid():
        return page(request, "found", {"tab": "my_club", "form": form}, status=UNPROCESSABLE)
    made: list[Club] = []

    def act() -> str:
        player = _player(account)
        made.append(founding.found_club(founder=player, by=account, now=timezone.now(), **form.cleaned_data))
        return _("%(club)s is founded, and you are its captain.") % {"club": made[0].name}

    return acted(
        request,
        act,
        to=lambda: address("club", made[0].code),
        refused=lambda refused: page(request, "found", {"tab": "my_club", "form": form}, refused),
    )


def number_in(request: HttpRequest, name: str) -> int:
    """A key that a form has sent; 0 for what is none."""
    sent = request.POST.get(name, "")
    return int(sent) if sent.isascii() and sent.isdecimal() and len(sent) < 16 else 0


def text_in(sent: QueryDict, name: str, *, most: int = 80) -> str:
    """One line that a small form has sent, without what no database takes."""
    return sent.get(name, "").replace("\x00", "").strip()[:most]


def _mine(request: HttpRequest) -> Account:
    account = signed_in(request)
    access.prove(account, "club.own")
    return account


def _player(account: Account) -> Player:
    player = access.player_of(account)
    if player is None:
        raise Refused("not_a_player")
    return player


def _page(request: HttpRequest, refusal: Refused | None = None) -> HttpResponse:
    account = _mine(request)
    player, year = access.player_of(account), memberships.year_of(timezone.now())
    values = {
        "tab": "my_club",
        "player": player,
        "year": year,
        "next_year": year + 1,
        "wanted": text_in(request.GET or request.POST, "club", most=12),
        "memberships": queries.memberships_of(player, year) if player else [],
        "requests": queries.requests_of(player, year) if player else [],
        "led": queries.clubs_led_by(account, year),
    }
    return page(request, "my_club", values, refusal)
