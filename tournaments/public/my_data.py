"""My data: all of it in one file, and the way to be forgotten, in two steps."""

from __future__ import annotations

import json
from typing import cast

from django.contrib import auth, messages
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache

from games.rules.refusals import Refused
from tournaments import access
from tournaments.acts.visit import note_refusal
from tournaments.models import Account
from tournaments.operations.people.erasing import check_word, erase_person, name_after, why_not_erase
from tournaments.operations.people.personal_data import hand_out_personal_data
from tournaments.operations.upkeep import kept_backups
from tournaments.public.face import public
from tournaments.texts.refusals import sentence_for


@public.view("me/data/", right="account.own")
@never_cache
def my_data(request: HttpRequest) -> HttpResponse:
    """What is kept, for how long, and what can be done about it."""
    return render(request, "public/my_data.html", {"section": "me", "player": access.player_of(_account(request))})


@public.view("me/data/file/", right="account.own", methods="POST", wanted=gettext_lazy("Downloading one's own data"))
@never_cache
def my_data_file(request: HttpRequest) -> HttpResponse:
    """The document `scwu-person/1` as a file."""
    found = hand_out_personal_data(account=_account(request), now=timezone.now())
    text = json.dumps(found, ensure_ascii=False, indent=1, default=str) + "\n"
    headers = {"Content-Disposition": 'attachment; filename="my-data.json"'}
    return HttpResponse(text, content_type="application/json; charset=utf-8", headers=headers)


@public.view("me/erase/", right="account.own", methods="GET POST", wanted=gettext_lazy("Being forgotten"), fresh=True)
@never_cache
def erase_me(request: HttpRequest) -> HttpResponse:
    """GET: what will happen. The first POST asks for a word to be typed, the second one, with the word, does it."""
    account = _account(request)
    player = access.player_of(account)
    word = name_after(account=account, player=player)
    typed = request.POST.get("word")
    if request.method != "POST" or typed is None:
        return _page(request, account, word=word, is_asked=request.method == "POST")
    try:
        check_word(typed, word)
        kept_backups.before("player_erased", by=account, now=timezone.now())
        erase_person(account=account, by=account, now=timezone.now())
    except Refused as refused:
        note_refusal(request, refused)
        return _page(request, account, word=word, is_asked=True, refusal=refused)
    auth.logout(request)
    list(messages.get_messages(request))
    return redirect("public:erased")


@public.view("erased/", right="account.enter")
@login_not_required
def erased(request: HttpRequest) -> HttpResponse:
    """Say that the data were erased; nobody is signed in any more."""
    return render(request, "public/erased.html", {"section": "me"})


def _page(
    request: HttpRequest, account: Account, *, word: str, is_asked: bool, refusal: Refused | None = None
) -> HttpResponse:
    player = access.player_of(account)
    reasons = [sentence_for(reason) for reason in why_not_erase(account=account, player=player)]
    context = {
        "section": "me",
        "word": word,
        "is_asked": is_asked and not reasons,
        "reasons": reasons,
        "refusal": sentence_for(refusal) if refusal else "",
    }
    return render(request, "public/erase_me.html", context, status=422 if refusal else 200)


def _account(request: HttpRequest) -> Account:
    return cast("Account", request.user)
