"""Signing in by a link from an e-mail or by password, and signing out. Codes are in codes.py.

Opening a link only shows a page with one button: programs that look into mails before people do open links too, and
must not spend them. The button's POST spends it. All answers are the same whether or not an address is known here.
Whoever has set up a second factor is asked for it after either; without one he is in.
"""

from __future__ import annotations

from datetime import datetime

from allauth.account.internal.flows.login import perform_login, record_authentication
from allauth.account.internal.flows.reauthentication import STATE_SESSION_KEY
from allauth.account.models import Login
from allauth.core.internal.httpkit import deserialize_request
from django.conf import settings
from django.contrib import auth
from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import resolve, reverse
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme, urlencode
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from games.rules.refusals import Refused
from tournaments.access import public_event
from tournaments.models import Account, Event, SignInLink
from tournaments.operations.accounts.sign_in_links import find_link, send_link, spend_link
from tournaments.operations.people.claims import tell_again
from tournaments.public.face import entrance
from tournaments.public.forms import LONGEST_PATH, LinkForm, PasswordForm
from tournaments.public.throttle import LINK, PASSWORD, is_too_much
from tournaments.public.too_much import too_much
from tournaments.texts.refusals import sentence_for

BACKEND = "django.contrib.auth.backends.ModelBackend"

BY_LINK = "signed_in_by_link"  # in the session: who came by a link may set a password without the old one
BY_LETTER = "signed_in_by_letter"  # who came by a link that only his mailbox was sent

CLAIM = "public:claim"  # something waits for its owner; a link that leads there goes by letter alone, handed to nobody
CHECK_IN = "desk:arrival"  # the code on a player's phone, opened by any camera


@entrance.view("sign-in/", right="account.enter", methods="GET POST")
@entrance.view("sign-in/", right="account.enter", methods="GET POST", name="account_login")
@login_not_required
@never_cache
def sign_in(request: HttpRequest) -> HttpResponse:
    """Show both ways of signing in; a POST signs in with the password."""
    if request.method != "POST":
        onwards = onward(request, request.GET.get("next", ""))
        return _page(request, PasswordForm(initial={"next": onwards}), LinkForm(initial={"next": onwards}))
    form = PasswordForm(request.POST)
    link_form = LinkForm(initial={"next": onward(request, request.POST.get("next", ""))})
    if not form.is_valid():
        return _page(request, form, link_form, status=422)
    now, email = timezone.now(), form.cleaned_data["email"]
    if is_too_much(request, PASSWORD, account=email, now=now):
        return too_much(request, now, PASSWORD)
    account = auth.authenticate(request, username=email, password=form.cleaned_data["password"])
    if not isinstance(account, Account):
        form.add_error(None, _("This e-mail and password do not belong together. Try again, or ask for a link."))
        return _page(request, form, link_form, status=422)
    return welcome(request, account, onward(request, form.cleaned_data["next"]), method="password")


@entrance.view("sign-in/link/", right="account.enter", methods="POST", name="send_sign_in_link")
@login_not_required
@never_cache
def send(request: HttpRequest) -> HttpResponse:
    """E-mail a one-time link."""
    if not settings.MAIL_IS_SENT:
        return redirect("sign_in")
    form = LinkForm(request.POST)
    if not form.is_valid():
        return _page(request, PasswordForm(initial={"next": request.POST.get("next", "")}), form, status=422)
    now, email = timezone.now(), form.cleaned_data["email"]
    if is_too_much(request, LINK, account=email, now=now):
        return too_much(request, now, LINK)
    send_link(email=email, now=now, next_path=onward(request, form.cleaned_data["next"]))
    tell_again(email=email, now=now)
    return redirect("sign_in_link_sent")


@entrance.view("sign-in/sent/", right="account.enter", name="sign_in_link_sent")
@login_not_required
def sent(request: HttpRequest) -> HttpResponse:
    """Say that a link was sent by e-mail."""
    if not settings.MAIL_IS_SENT:
        return redirect("sign_in")
    return render(request, "public/mail_sent.html", {"section": "me"})


@entrance.view("sign-in/<str:token>/", right="account.enter", methods="GET POST", name="sign_in_link")
@login_not_required
@never_cache
def link(request: HttpRequest, token: str) -> HttpResponse:
    """A one-time link: GET shows whom it signs in, POST does it."""
    now = timezone.now()
    try:
        if request.method == "POST":
            spent = spend_link(token=token, now=now)
            path = _waiting(request, spent) or onward(request, spent.next_path)
            response = welcome(request, spent.account, path, method="link")
            request.session[BY_LINK] = True
            request.session[BY_LETTER] = _leads_to(spent.next_path, CLAIM)
            return response
        found = find_link(token=token, now=now)
    except Refused as refusal:
        return _used_up(request, refusal)
    return render(request, "public/sign_in_link.html", _link_context(found, now))


@entrance.view("sign-out/", right="account.enter", methods="POST")
@entrance.view("sign-out/", right="account.enter", methods="POST", name="account_logout")
@require_POST  # the administration's way out leads here too
@login_not_required
@never_cache
def sign_out(request: HttpRequest) -> HttpResponse:
    """End this session."""
    auth.logout(request)
    return redirect("public:events")


def onward(request: HttpRequest, path: str) -> str:
    """`path` if it is a path of this site that a link can remember, else nothing."""
    is_ours = path.startswith("/") and url_has_allowed_host_and_scheme(path, allowed_hosts=None)
    return path if is_ours and len(path) <= LONGEST_PATH and path.isprintable() else ""


def welcome(request: HttpRequest, account: Account, path: str, *, method: str) -> HttpResponse:
    """Let him in who has proved himself by `method`, or ask for his second factor first."""
    account.backend = BACKEND  # type: ignore[attr-defined]  # where Django looks for it
    record_authentication(request, account, method=method)
    login = Login(user=account, redirect_url=path or reverse("public:me"))
    answer: HttpResponse = perform_login(request, login)
    return answer


def _page(request: HttpRequest, form: PasswordForm, link_form: LinkForm, *, status: int = 200) -> HttpResponse:
    onwards = str(form["next"].value() or "")
    context = {
        "section": "me",
        "form": form,
        "link_form": link_form,
        "event": _event_at(onwards),
        "is_asked": _leads_to(onwards, CLAIM),
        "is_check_in": _leads_to(onwards, CHECK_IN),
    }
    return render(request, "public/sign_in.html", context, status=status)


def _leads_to(path: str, page: str) -> bool:
    """Whether `path` is that of a page, such as `CLAIM`."""
    try:
        return resolve(path).view_name == page
    except Http404:
        return False


def _waiting(request: HttpRequest, spent: SignInLink) -> str:
    """Where he goes on with what he has filled in and had to prove himself for, if that waits in this browser. A link
    from a console or from another screen does not know of it.
    """
    kept = request.session.get(STATE_SESSION_KEY, {}).get("request")
    if kept is None or request.user != spent.account or _leads_to(spent.next_path, CLAIM):
        return ""
    path = deserialize_request(kept, request).path
    return f"{reverse('public:prove_by_link')}?{urlencode({'next': path})}"


def _event_at(path: str) -> Event | None:
    """The event that somebody wants to enter, if that is where signing in leads."""
    try:
        found = resolve(path)
        return public_event(found.kwargs["slug"]) if found.view_name == "public:enter" else None
    except Http404:
        return None


def _link_context(found: SignInLink, now: datetime) -> dict[str, object]:
    return {"section": "me", "account": found.account, "minutes": int((found.expires_at - now).total_seconds()) // 60}


def _used_up(request: HttpRequest, refusal: Refused) -> HttpResponse:
    """Why the link does not work any more, with the form for a new one beside it."""
    context = {"section": "me", "reason": sentence_for(refusal), "link_form": LinkForm()}
    return render(request, "public/link_used_up.html", context, status=409)
