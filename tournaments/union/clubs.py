"""The page on which a club is run: by its captain, by officers of its federation, by the union.

Who joins is the captain's word alone where there is one; that is said by the operation, not by this page.
"""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from games.rules.refusals import Refused
from tournaments import access
from tournaments.facts.pictures import MOST_BYTES
from tournaments.models import SQUAD, Club, ClubLogo, JoinRequest, Membership, OfficeRole
from tournaments.operations.people import enrolments
from tournaments.operations.union import clubs as operations
from tournaments.operations.union import memberships
from tournaments.operations.union import offices as office_operations
from tournaments.queries import clubs as queries
from tournaments.union.answers import UNPROCESSABLE, acted, address, page, signed_in
from tournaments.union.forms import CodeForm, LogoForm, NameForm, PlayerForm
from tournaments.union.my_club import number_in


@require_safe
def club(request: HttpRequest, code: str) -> HttpResponse:
    """Requests, members, squad, captain, logo, name, code."""
    return _page(request, _club(request, code))


@require_POST
def accept(request: HttpRequest, code: str) -> HttpResponse:
    """Take somebody in."""
    one = _club(request, code)

    def act() -> str:
        asked = _request(request, one)
        memberships.accept_request(request=asked, by=signed_in(request), now=timezone.now())
        return _("%(nick)s is a member now.") % {"nick": asked.player.nick}

    return _acted(request, one, act)


@require_POST
def decline(request: HttpRequest, code: str) -> HttpResponse:
    """Do not."""
    one = _club(request, code)

    def act() -> str:
        asked = _request(request, one)
        memberships.decline_request(request=asked, by=signed_in(request), now=timezone.now())
        return _("The request of %(nick)s is declined.") % {"nick": asked.player.nick}

    return _acted(request, one, act)


@require_POST
def renew(request: HttpRequest, code: str) -> HttpResponse:
    """Take this season's members over into the next season."""
    one = _club(request, code)

    def act() -> str:
        n = memberships.renew_members(club=one, by=signed_in(request), now=timezone.now())
        said = ngettext("%(n)s member goes on into the next season.", "%(n)s members go on into the next season.", n)
        return said % {"n": n}

    return _acted(request, one, act)


@require_POST
def squad(request: HttpRequest, code: str, year: int) -> HttpResponse:
    """The six of a season, in the order of the places that were given to them."""
    one = _club(request, code)

    def act() -> str:
        chosen = [number_in(request, f"place_{number}") for number in range(1, SQUAD + 1)]
        chosen += [number_in(request, "more")]
        members = [pk for pk in chosen if pk]
        memberships.name_squad(club=one, year=year, members=members, by=signed_in(request), now=timezone.now())
        return _("The squad of %(year)s is named.") % {"year": year}

    return _acted(request, one, act)


@require_POST
def name(request: HttpRequest, code: str) -> HttpResponse:
    """Another name."""
    one = _club(request, code)
    form = NameForm(request.POST)
    if not form.is_valid():
        return _page(request, one, name_form=form, status=UNPROCESSABLE)

    def act() -> str:
        operations.rename_club(club=one, by=signed_in(request), now=timezone.now(), **form.cleaned_data)
        return _("The name is changed.")

    return _acted(request, one, act)


@require_POST
def change_code(request: HttpRequest, code: str) -> HttpResponse:
    """Another code; the former one leads to the club."""
    one = access.club_for(signed_in(request), code, "club.code")
    form = CodeForm(request.POST)
    if not form.is_valid():
        return _page(request, one, code_form=form, status=UNPROCESSABLE)

    def act() -> str:
        operations.change_code(club=one, by=signed_in(request), now=timezone.now(), **form.cleaned_data)
        return _("The code is changed. The former one leads to the club.")

    return _acted(request, one, act)


@require_POST
def captain(request: HttpRequest, code: str) -> HttpResponse:
    """A member with an account becomes captain; who was it is so no more."""
    one = _club(request, code)

    def act() -> str:
        year = memberships.year_of(timezone.now())
        members = Membership.objects.present().filter(club=one, season__year=year, player__account__isnull=False)
        chosen = members.select_related("player__account").filter(pk=number_in(request, "membership")).first()
        if chosen is None or chosen.player.account is None:
            raise Refused("not_a_member", year=year)
        office_operations.give_office(
            role=OfficeRole.CAPTAIN, account=chosen.player.account, club=one, by=signed_in(request), now=timezone.now()
        )
        return _("%(nick)s is captain now.") % {"nick": chosen.player.nick}

    def to() -> str:  # who has handed his club over may not see this page any more
        still = access.may(signed_in(request), "club.run", club=one)
        return address("club", one.code) if still else address("my_club")

    return acted(request, act, to=to, refused=lambda refused: _page(request, one, refused))


@require_POST
def logo(request: HttpRequest, code: str) -> HttpResponse:
    """Our own pixels of the picture that was sent."""
    one = _club(request, code)

    def act() -> str:
        sent = request.FILES.get("logo")
        if sent is None:
            raise Refused("picture_missing")
        data = sent.read(MOST_BYTES + 1)  # no more than is needed to see that it is too much
        operations.set_logo(club=one, data=data, by=signed_in(request), now=timezone.now())
        return _("The club has a new logo.")

    return _acted(request, one, act)


@require_POST
def remove_logo(request: HttpRequest, code: str) -> HttpResponse:
    """No logo."""
    one = _club(request, code)

    def act() -> str:
        operations.remove_logo(club=one, by=signed_in(request), now=timezone.now())
        return _("The logo is removed.")

    return _acted(request, one, act)


@require_POST
def player(request: HttpRequest, code: str) -> HttpResponse:
    """Register a new player for this club."""
    one = _club(request, code)
    form = PlayerForm(request.POST)
    if not form.is_valid():
        return _page(request, one, player_form=form, status=UNPROCESSABLE)

    def act() -> str:
        made = enrolments.enrol_player(club=one, by=signed_in(request), now=timezone.now(), **form.cleaned_data)
        return _("%(nick)s is registered.") % {"nick": made.nick}

    return acted(
        request,
        act,
        to=address("club", one.code),
        refused=lambda refused: _page(request, one, refused, player_form=form),
    )


def _club(request: HttpRequest, code: str) -> Club:
    return access.club_for(signed_in(request), code, "club.run")


def _request(request: HttpRequest, one: Club) -> JoinRequest:
    asked = JoinRequest.objects.filter(club=one, pk=number_in(request, "request"))
    for found in asked.select_related("player", "season", "club"):
        return found
    raise Refused("request_step")


def _acted(request: HttpRequest, one: Club, act: Callable[[], str]) -> HttpResponse:
    return acted(
        request, act, to=lambda: address("club", one.code), refused=lambda refused: _page(request, one, refused)
    )


def _page(
    request: HttpRequest, one: Club, refusal: Refused | None = None, *, status: int = 200, **forms: object
) -> HttpResponse:
    account = signed_in(request)
    desk = queries.club_desk(one, year=memberships.year_of(timezone.now()))
    captains = {office.account_id for office in desk.captains}
    values = {
        "tab": "club",
        "club": one,
        "desk": desk,
        "decides": not captains or account.pk in captains,
        "may_change_code": access.may(account, "club.code", club=one),
        "logo": ClubLogo.objects.filter(club=one).defer("png").first(),
        "places": range(1, SQUAD + 1),
        "name_form": NameForm(initial={"name": one.name}),
        "code_form": CodeForm(initial={"code": one.code}),
        "logo_form": LogoForm(),
        "player_form": PlayerForm(initial={"language": get_language()}),
        **forms,
    }
    return page(request, "club", values, refusal, status=status)
