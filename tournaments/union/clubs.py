"""The page on which a club is run: by its captain, by officers of its federation, by the union.

Who joins is the captain's word alone where there is one; that is said by the operation, not by this page.
"""

from __future__ import annotations

from django.http import HttpResponse
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext_lazy as _

from games.rules.refusals import Refused
from tournaments import access
from tournaments.acts.face import Values
from tournaments.acts.visit import Visit
from tournaments.facts.pictures import MOST_BYTES
from tournaments.models import SQUAD, Club, ClubLogo, JoinRequest, Membership, OfficeRole
from tournaments.operations.people import enrolments
from tournaments.operations.union import clubs as operations
from tournaments.operations.union import memberships, offices
from tournaments.queries import clubs as queries
from tournaments.union.enrolled import enrolled
from tournaments.union.face import union
from tournaments.union.forms import CodeForm, LogoForm, NameForm, PlayerForm


@union.page("clubs/<path:code>/", right="club.run", name="club")
def club_page(club: Club, visit: Visit) -> HttpResponse:
    """Requests, members, squad, captain, logo, name, code."""
    desk = queries.club_desk(club, year=memberships.year_of(visit.now))
    captains = {office.account_id for office in desk.captains}
    values = {
        "tab": "club",
        "club": club,
        "desk": desk,
        "decides": not captains or visit.by.pk in captains,
        "may_change_code": access.may(visit.by, "club.code", club=club),
        "logo": ClubLogo.objects.filter(club=club).defer("png").first(),
        "places": range(1, SQUAD + 1),
        "name_form": visit.form_of(NameForm, initial={"name": club.name}),
        "code_form": visit.form_of(CodeForm, initial={"code": club.code}),
        "logo_form": LogoForm(),
        "player_form": visit.form_of(PlayerForm, initial={"language": get_language()}),
    }
    return visit.page("union/club.html", values)


# --- Members ----------------------------------------------------------------------------------------------------------


@union.act(
    "clubs/<path:code>/acceptances/",
    right="club.run",
    page=club_page,
    wanted=_("Taking a player into a club"),
    done=_("%(nick)s is a member now."),
    code="union:accept",
)
def accept_request(club: Club, visit: Visit) -> Values:
    """Take in the player who asked."""
    request = _request(club, visit)
    memberships.accept_request(request=request, by=visit.by, now=visit.now)
    return {"nick": request.player.nick}


@union.act(
    "clubs/<path:code>/refusals/",
    right="club.run",
    page=club_page,
    wanted=_("Declining to take a player"),
    done=_("The request of %(nick)s is declined."),
    code="union:decline",
)
def decline_request(club: Club, visit: Visit) -> Values:
    """Decline the request of a player to join."""
    request = _request(club, visit)
    memberships.decline_request(request=request, by=visit.by, now=visit.now)
    return {"nick": request.player.nick}


@union.act(
    "clubs/<path:code>/renewals/",
    right="club.run",
    page=club_page,
    wanted=_("Taking members on into the new season"),
    code="union:renew",
)
def renew_members(club: Club, visit: Visit) -> Values:
    """Take this season's members over into the next season."""
    n = memberships.renew_members(club=club, by=visit.by, now=visit.now)
    said = ngettext("%(n)s member goes on into the next season.", "%(n)s members go on into the next season.", n)
    return said % {"n": n}


@union.act(
    "clubs/<path:code>/squad/<int:year>/",
    right="club.run",
    page=club_page,
    wanted=_("Naming a squad"),
    done=_("The squad of %(year)s is named."),
    code="union:squad",
)
def name_squad(club: Club, visit: Visit) -> Values:
    """Name the six of a season, in the order of the places that were given to them."""
    year = visit.address["year"]
    chosen = [visit.number(f"place_{number}") for number in range(1, SQUAD + 1)] + [visit.number("more")]
    members = [pk for pk in chosen if pk]
    memberships.name_squad(club=club, year=year, members=members, by=visit.by, now=visit.now)
    return {"year": year}


@union.act(
    "clubs/<path:code>/players/",
    right="club.run",
    page=club_page,
    form=PlayerForm,
    wanted=_("Registering a player for a club"),
    code="union:club_player",
)
def enrol_club_player(club: Club, visit: Visit) -> Values:
    """Register a new player for this club."""
    return enrolled(enrolments.enrol_player(club=club, by=visit.by, now=visit.now, **visit.said))


# --- Captain, name, code, logo ----------------------------------------------------------------------------------------


def _own_or_this_club(club: Club, visit: Visit) -> str:
    """Who has handed his club over may not see its page any more."""
    if access.may(visit.by, "club.run", club=club):
        return union.address("club", code=club.code)
    return union.address("my_club")


@union.act(
    "clubs/<path:code>/captain/",
    right="club.run",
    page=club_page,
    to=_own_or_this_club,
    wanted=_("Appointing a captain"),
    done=_("%(nick)s is captain now."),
    code="union:captain",
    fresh=True,
)
def appoint_captain(club: Club, visit: Visit) -> Values:
    """Make a member with an account captain; who was captain is so no more."""
    year = memberships.year_of(visit.now)
    members = Membership.objects.present().filter(club=club, season__year=year, player__account__isnull=False)
    chosen = members.select_related("player__account").filter(pk=visit.number("membership")).first()
    if chosen is None or chosen.player.account is None:
        raise Refused("not_a_member", year=year)
    account = chosen.player.account
    offices.give_office(role=OfficeRole.CAPTAIN, account=account, club=club, by=visit.by, now=visit.now)
    return {"nick": chosen.player.nick}


@union.act(
    "clubs/<path:code>/name/",
    right="club.run",
    page=club_page,
    form=NameForm,
    wanted=_("Renaming a club"),
    done=_("The name is changed."),
    code="union:club_name",
)
def rename_club(club: Club, visit: Visit) -> None:
    """Give the club another name."""
    operations.rename_club(club=club, by=visit.by, now=visit.now, **visit.said)


@union.act(
    "clubs/<path:code>/code/",
    right="club.code",
    page=club_page,
    to=lambda club, _visit: union.address("club", code=club.code),
    form=CodeForm,
    wanted=_("Changing the code of a club"),
    done=_("The code is changed. The former one leads to the club."),
    code="union:club_code",
)
def change_code(club: Club, visit: Visit) -> None:
    """Give the club another code; the former one leads to the club."""
    operations.change_code(club=club, by=visit.by, now=visit.now, **visit.said)


@union.act(
    "clubs/<path:code>/logo/",
    right="club.run",
    page=club_page,
    wanted=_("Setting a logo"),
    done=_("The club has a new logo."),
    code="union:logo",
)
def set_logo(club: Club, visit: Visit) -> None:
    """Keep our own pixels of the picture that was sent."""
    sent = visit.request.FILES.get("logo")
    if sent is None:
        raise Refused("picture_missing")
    data = sent.read(MOST_BYTES + 1)  # no more than is needed to see that it is too much
    operations.set_logo(club=club, data=data, by=visit.by, now=visit.now)


@union.act(
    "clubs/<path:code>/logo/removal/",
    right="club.run",
    page=club_page,
    wanted=_("Removing a logo"),
    done=_("The logo is removed."),
)
def remove_logo(club: Club, visit: Visit) -> None:
    """Take the logo away."""
    operations.remove_logo(club=club, by=visit.by, now=visit.now)


def _request(club: Club, visit: Visit) -> JoinRequest:
    """The request that a button names. Raises Refused `request_step` if it is none of this club."""
    asked = JoinRequest.objects.filter(club=club, pk=visit.number("request"))
    found = asked.select_related("player", "season", "club").first()
    if found is None:
        raise Refused("request_step")
    return found
