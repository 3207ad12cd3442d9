"""My page: my events with seat and time, my roles, my tokens, my password, my language."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from typing import Any, cast

from django.contrib import messages
from django.contrib.auth import update_session_auth_hash
from django.contrib.auth.forms import PasswordChangeForm, SetPasswordForm
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import NoReverseMatch, reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, override
from django.views.decorators.cache import never_cache

from tournaments import access
from tournaments.acts.fresh import demand_fresh
from tournaments.models import Account, Player, Staff, StaffRole
from tournaments.operations.accounts import sessions, sign_in_links, tokens
from tournaments.operations.people.claims import claim_path, claims_of
from tournaments.public.face import public
from tournaments.public.forms import LanguageForm, TokenForm
from tournaments.public.languages import remember_language
from tournaments.public.signing_in import BY_LINK
from tournaments.queries import mine
from tournaments.queries.clubs import clubs_led_by
from tournaments.texts.about_accounts import SCOPES, device_name
from tournaments.texts.about_events import EVENT_STATES, REGISTRATION_STATES, round_title
from tournaments.texts.about_roles import ROLES
from tournaments.texts.about_tables import table_short


@public.view("me/", right="account.own")
@never_cache
def me(request: HttpRequest) -> HttpResponse:
    """Everything that is mine on one page."""
    return _page(request)


@public.view(
    "me/language/",
    right="account.own",
    methods="POST",
    code="public:my_language",
    wanted=gettext_lazy("Choosing a language"),
)
@never_cache
def choose_language(request: HttpRequest) -> HttpResponse:
    """The language of my e-mails and of the pages on this device."""
    form = LanguageForm(request.POST)
    if not form.is_valid():
        return _page(request, language_form=form, status=422)
    chosen = form.cleaned_data["language"]
    sign_in_links.choose_language(account=cast("Account", request.user), language=chosen)
    with override(chosen):
        messages.success(request, _("The language is changed."))
    response = redirect("public:me")
    remember_language(response, chosen)
    return response


@public.view(
    "me/password/",
    right="account.own",
    methods="GET POST",
    code="public:my_password",
    wanted=gettext_lazy("Setting a password"),
)
@never_cache
def set_password(request: HttpRequest) -> HttpResponse:
    """Set or change the password. Who came by a link from his mail need not know the old one."""
    account = cast("Account", request.user)
    may_set = not account.has_usable_password() or request.session.get(BY_LINK, False)
    if may_set:
        demand_fresh(request)
    form_class: type[SetPasswordForm[Account]] = SetPasswordForm if may_set else PasswordChangeForm
    form = form_class(account, request.POST if request.method == "POST" else None)
    if not form.is_valid():
        status = 422 if request.method == "POST" else 200
        return render(request, "public/password.html", {"section": "me", "form": form}, status=status)
    sign_in_links.set_password(account=account, password=form.cleaned_data["new_password1"], now=timezone.now())
    update_session_auth_hash(request, account)
    messages.success(request, _("The password is set. You are signed out everywhere else."))
    return redirect("public:me")


@public.view(
    "me/tokens/",
    right="account.own",
    methods="POST",
    code="public:my_tokens",
    wanted=gettext_lazy("Making a token for the API"),
)
@never_cache
def create_token(request: HttpRequest) -> HttpResponse:
    """Make an API token; its secret is on this answer and nowhere else, ever."""
    account = cast("Account", request.user)
    form = TokenForm(request.POST, account=account)
    if not form.is_valid():
        return _page(request, token_form=form, status=422)
    said = dict(form.cleaned_data)
    lifetime = tokens.LIFETIMES[said.pop("days")]
    token, secret = tokens.create_token(account=account, lifetime=lifetime, now=timezone.now(), **said)
    return render(
        request,
        "public/token.html",
        {"section": "me", "token": token, "scope": SCOPES[token.scope], "secret": secret},
        status=201,
    )


@public.view(
    "me/tokens/<int:pk>/revoke/",
    right="account.own",
    methods="POST",
    wanted=gettext_lazy("Revoking a token for the API"),
)
@never_cache
def revoke_token(request: HttpRequest, pk: int) -> HttpResponse:
    """Revoke one of my tokens for the API."""
    token = access.own_token(cast("Account", request.user), pk)
    tokens.revoke_token(token=token, by=cast("Account", request.user), now=timezone.now())
    messages.success(request, _("The token “%(label)s” does not work any more.") % {"label": token.label})
    return redirect("public:me")


@public.view(
    "me/sessions/<str:device>/end/",
    right="account.own",
    methods="POST",
    wanted=gettext_lazy("Signing out on another device"),
)
@never_cache
def end_session(request: HttpRequest, device: str) -> HttpResponse:
    """Sign out on one device; on this one, too."""
    account = cast("Account", request.user)
    if not sessions.end_sessions(account=account, now=timezone.now(), only=device):
        raise Http404
    messages.success(request, _("That device is signed out."))
    return redirect("public:me")


@public.view("me/sessions/", right="account.own", methods="POST")
@never_cache
def end_sessions(request: HttpRequest) -> HttpResponse:
    """Sign out on every other device."""
    account = cast("Account", request.user)
    ended = sessions.end_sessions(account=account, now=timezone.now(), keep=request.session.session_key)
    said = ngettext("%(number)d other device was signed out.", "%(number)d other devices were signed out.", ended)
    messages.success(request, said % {"number": ended} if ended else _("You were signed in here only."))
    return redirect("public:me")


def _page(
    request: HttpRequest,
    *,
    language_form: LanguageForm | None = None,
    token_form: TokenForm | None = None,
    status: int = 200,
) -> HttpResponse:
    account = cast("Account", request.user)
    player, now = access.player_of(account), timezone.now()
    context = {
        "section": "me",
        "account": account,
        "player": player,
        "registrations": [] if player is None else _registrations(player),
        "claims": [(claim, claim_path(claim)) for claim in claims_of(account, now=timezone.now())],
        "roles": _roles(mine.my_roles(account)),
        "led": clubs_led_by(account, timezone.localdate().year),
        "union_url": _address("union:home") if access.offices_of(account) & {"union", "officer"} else "",
        "desk": _address("desk:home") if access.may_create_events(account) else "",
        "admin": _address("admin:index") if access.may_somewhere(account, "admin.event") else "",
        "zone": timezone.get_default_timezone_name(),
        "tokens": [(token, SCOPES[token.scope]) for token in tokens.tokens_of(account, now=now)],
        "devices": [
            (device, device_name(device.browser, device.system))
            for device in sessions.devices_of(account, this=request.session.session_key, now=now)
        ],
        "language_form": language_form or LanguageForm(initial={"language": account.language}),
        "token_form": token_form or TokenForm(account=account),
        "owes_second_factor": access.owes_second_factor(account),
    }
    return render(request, "public/me.html", context, status=status)


def _registrations(player: Player) -> list[dict[str, Any]]:
    seats, again = mine.my_seats(player), mine.told_again_to(player)
    return [
        _registration(registration, seats.get(registration.event_id, ()))
        | {"drawn_again": [(round_title(number, kind), kind) for number, kind in again.get(registration.event_id, ())]}
        for registration in mine.my_registrations(player)
    ]


def _registration(registration: Any, seats: Iterable[dict[str, Any]]) -> dict[str, Any]:
    own = [
        seat
        | {
            "title": round_title(seat["round__number"], seat["round__kind"]),
            "called": table_short(registration.event, seat["table__number"]),
        }
        for seat in seats
    ]
    return {
        "event": registration.event,
        "state": REGISTRATION_STATES[registration.status],
        "event_state": EVENT_STATES[registration.event.status],
        "is_in": registration.status != "withdrawn",
        "is_over": registration.event.is_over,
        "is_seated": registration.is_seated,
        "seats": own,
    }


def _roles(staff: list[Staff]) -> list[dict[str, Any]]:
    """Events with my roles and the ways to the work: directors have a desk, all have the board of tables."""
    found = []
    for _event, group in groupby(staff, key=lambda row: row.event_id):
        rows = list(group)
        event, roles = rows[0].event, [row.role for row in rows]
        found.append(
            {
                "event": event,
                "roles": [ROLES[role] for role in roles],
                "desk": _address("desk:event", event.slug) if StaffRole.DIRECTOR in roles else "",
                "board": _address("table:board", event.slug),
            }
        )
    return found


def _address(name: str, *arguments: str) -> str:
    """The address of another face's page; nothing where that face is not installed."""
    try:
        return reverse(name, args=arguments)
    except NoReverseMatch:
        return ""
