"""The pack that a reader sees: Czech or French cards, as he chose (RULES C4), and what each card is called.

The choice is a cookie; `?cards=french` in an address shows that pack without keeping it, so that a link can be shared.
Pages with cards vary by both: the address and, as all public pages do, the cookie. Smear is played with French cards
of its own, whatever the choice. A card's name is made of a rank and a suit; Czech suits are adjectives that agree with
the rank, so a translator has each suit once for every gender of the Czech word for the rank.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, cast
from urllib.parse import parse_qsl, urlencode, urlsplit

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt

from games.rules.cards import HEJMA
from tournaments.public.card_faces import FRENCH_RANKS, Pack, sign_of
from tournaments.public.face import public

CHOICES: tuple[Pack, ...] = ("czech", "french")
COOKIE = "cards"
A_YEAR = 365 * 24 * 60 * 60

Gender = Literal["masculine", "feminine", "neuter"]

RANKS: Mapping[str, tuple[Gender, Any]] = {
    "2": ("feminine", pgettext_lazy("rank", "two")),
    "3": ("feminine", pgettext_lazy("rank", "three")),
    "4": ("feminine", pgettext_lazy("rank", "four")),
    "5": ("feminine", pgettext_lazy("rank", "five")),
    "6": ("feminine", pgettext_lazy("rank", "six")),
    "7": ("feminine", pgettext_lazy("rank", "seven")),
    "8": ("feminine", pgettext_lazy("rank", "eight")),
    "9": ("feminine", pgettext_lazy("rank", "nine")),
    "T": ("feminine", pgettext_lazy("rank", "ten")),
    "U": ("masculine", pgettext_lazy("rank", "lower")),
    "O": ("masculine", pgettext_lazy("rank", "upper")),
    "J": ("masculine", pgettext_lazy("rank", "jack")),
    "Q": ("feminine", pgettext_lazy("rank", "queen")),
    "K": ("masculine", pgettext_lazy("rank", "king")),
    "A": ("neuter", pgettext_lazy("rank", "ace")),
}
SUITS: Mapping[str, Any] = {
    "h": pgettext_lazy("suit", "hearts"),
    "l": pgettext_lazy("suit", "leaves"),
    "a": pgettext_lazy("suit", "acorns"),
    "b": pgettext_lazy("suit", "bells"),
    "s": pgettext_lazy("suit", "spades"),
    "c": pgettext_lazy("suit", "clubs"),
    "d": pgettext_lazy("suit", "diamonds"),
}
# The context is the gender of the Czech word for the rank.
CARDS: Mapping[tuple[str, Gender], Any] = {
    ("h", "masculine"): pgettext_lazy("masculine", "%(rank)s of hearts"),
    ("h", "feminine"): pgettext_lazy("feminine", "%(rank)s of hearts"),
    ("h", "neuter"): pgettext_lazy("neuter", "%(rank)s of hearts"),
    ("l", "masculine"): pgettext_lazy("masculine", "%(rank)s of leaves"),
    ("l", "feminine"): pgettext_lazy("feminine", "%(rank)s of leaves"),
    ("l", "neuter"): pgettext_lazy("neuter", "%(rank)s of leaves"),
    ("a", "masculine"): pgettext_lazy("masculine", "%(rank)s of acorns"),
    ("a", "feminine"): pgettext_lazy("feminine", "%(rank)s of acorns"),
    ("a", "neuter"): pgettext_lazy("neuter", "%(rank)s of acorns"),
    ("b", "masculine"): pgettext_lazy("masculine", "%(rank)s of bells"),
    ("b", "feminine"): pgettext_lazy("feminine", "%(rank)s of bells"),
    ("b", "neuter"): pgettext_lazy("neuter", "%(rank)s of bells"),
    ("s", "masculine"): pgettext_lazy("masculine", "%(rank)s of spades"),
    ("s", "feminine"): pgettext_lazy("feminine", "%(rank)s of spades"),
    ("s", "neuter"): pgettext_lazy("neuter", "%(rank)s of spades"),
    ("c", "masculine"): pgettext_lazy("masculine", "%(rank)s of clubs"),
    ("c", "feminine"): pgettext_lazy("feminine", "%(rank)s of clubs"),
    ("c", "neuter"): pgettext_lazy("neuter", "%(rank)s of clubs"),
    ("d", "masculine"): pgettext_lazy("masculine", "%(rank)s of diamonds"),
    ("d", "feminine"): pgettext_lazy("feminine", "%(rank)s of diamonds"),
    ("d", "neuter"): pgettext_lazy("neuter", "%(rank)s of diamonds"),
}
JOKERS: Mapping[str, Any] = {"X1": _("low joker"), "X2": _("high joker")}


def card_name(card: str, pack: Pack) -> str:
    """ "Hejma, upper of leaves", in the reader's language and pack."""
    if card in JOKERS:
        return str(JOKERS[card])
    rank = FRENCH_RANKS.get(card[0], card[0]) if pack == "french" else card[0]
    gender, word = RANKS[rank]
    name = str(CARDS[sign_of(card[1], pack), gender]) % {"rank": word}
    return str(_("Hejma, %(card)s") % {"card": name}) if card == HEJMA and pack != "smear" else name


def suit_name(suit: str, pack: Pack) -> str:
    return str(SUITS[sign_of(suit, pack)])


def chosen_pack(request: HttpRequest) -> Pack:
    """The pack of the address, else that of the cookie, else the Czech one."""
    asked = (request.GET.get("cards"), request.COOKIES.get(COOKIE))
    return next((cast("Pack", name) for name in asked if name in CHOICES), "czech")


@public.view("cards/", right="public.read", methods="POST", name="cards")
@never_cache
@csrf_exempt  # as with the language: the worst that a foreign page could do is show other cards
@login_not_required
def choose(request: HttpRequest) -> HttpResponse:
    """Keep the choice on this device and go back to where it was made."""
    response = HttpResponseRedirect(_back(request))  # never `redirect`, which would take a word for a view's name
    if request.POST.get("cards") in CHOICES:
        response.set_cookie(COOKIE, request.POST["cards"], max_age=A_YEAR, samesite="Lax", secure=request.is_secure())
    return response


def _back(request: HttpRequest) -> str:
    """The page that asked, without a pack in its address, which would overrule the choice."""
    next_page = request.POST.get("next", "")
    if not url_has_allowed_host_and_scheme(next_page, {request.get_host()}, require_https=request.is_secure()):
        return "/"
    parts = urlsplit(next_page)
    kept = [(name, value) for name, value in parse_qsl(parts.query, keep_blank_values=True) if name != "cards"]
    return parts._replace(query=urlencode(kept)).geturl()
