"""The list of badges to print after a round: the word, its caption, and who has completed it."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_GET

from tournaments import access
from tournaments.console.answers import page, signed_in
from tournaments.models import RoundKind
from tournaments.queries.badges import badges_of


@require_GET
def badges(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The badges of one round; of a play-off there are none."""
    round_ = access.round_for(signed_in(request), slug, number, "event.files")
    is_for_badges = round_.kind != RoundKind.PLAY_OFF and not round_.event.is_smear
    values = {
        "round": round_,
        "word": round_.playing_word if round_.is_word_public and is_for_badges else None,
        "badges": badges_of(round_) if is_for_badges else [],
    }
    return page(request, "print_badges", round_.event, values)
