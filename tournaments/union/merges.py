"""Two records of one person: choose them, see what would move, merge, and undo it."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.rules.refusals import Refused
from tournaments import access
from tournaments.models import Account, Merge, Player
from tournaments.operations.people import merges as operations
from tournaments.operations.people.merges import Plan
from tournaments.operations.people.players import find_player
from tournaments.queries import clubs as queries
from tournaments.union.answers import UNPROCESSABLE, acted, address, page, signed_in
from tournaments.union.forms import LONGEST_REASON, PairForm
from tournaments.union.my_club import number_in, text_in


@require_http_methods(["GET", "HEAD", "POST"])
def merges(request: HttpRequest) -> HttpResponse:
    """What was merged; by POST the merge whose preview was seen."""
    by = _union(request)
    if request.method != "POST":
        return _page(request)
    keep, merge = (Player.objects.filter(pk=number_in(request, name)).first() for name in ("keep", "merge"))
    if keep is None or merge is None:
        return _page(request, Refused("merge_changed"))

    def act() -> str:
        operations.merge_players(
            survivor=keep,
            duplicate=merge,
            digest=request.POST.get("digest", ""),
            reason=text_in(request.POST, "reason", most=LONGEST_REASON),
            by=by,
            now=timezone.now(),
        )
        return _("%(nick)s has the other one's results now. It can be undone below.") % {"nick": keep.nick}

    def refused(refusal: Refused) -> HttpResponse:
        if refusal.code == "merge_same":
            return _page(request, refusal)
        return _preview(request, operations.plan_merge(survivor=keep, duplicate=merge), refusal)

    return acted(request, act, to=address("merges"), refused=refused)


@require_safe
def preview(request: HttpRequest) -> HttpResponse:
    """What a merge would do. Nothing is changed."""
    _union(request)
    form = PairForm(request.GET)
    if not form.is_valid():
        return _page(request, form=form, status=UNPROCESSABLE)
    try:
        keep, merge = (_named(form.cleaned_data[name]) for name in ("keep", "merge"))
        plan = operations.plan_merge(survivor=keep, duplicate=merge)
    except Refused as refusal:
        return _page(request, refusal, form=form)
    return _preview(request, plan)


@require_POST
def undo(request: HttpRequest) -> HttpResponse:
    """Two records again."""
    by = _union(request)

    def act() -> str:
        merge = Merge.objects.filter(pk=number_in(request, "merge")).first()
        if merge is None:
            raise Refused("merge_undone")
        undone = operations.undo_merge(merge=merge, by=by, now=timezone.now())
        return _("%(nick)s is a player of his own again.") % {"nick": undone.merged.nick}

    return acted(request, act, to=address("merges"), refused=lambda refused: _page(request, refused))


def _union(request: HttpRequest) -> Account:
    account = signed_in(request)
    access.prove(account, "player.correct")
    return account


def _named(nick: str) -> Player:
    player = find_player(nick)
    if player is None:
        raise Refused("merge_unknown", nick=nick)
    return player


def _preview(request: HttpRequest, plan: Plan, refusal: Refused | None = None) -> HttpResponse:
    values = {"tab": "merges", "plan": plan, "others": sum(plan.others.values()), "longest": LONGEST_REASON}
    return page(request, "merge_preview", values, refusal)


def _page(
    request: HttpRequest, refusal: Refused | None = None, *, form: PairForm | None = None, status: int = 200
) -> HttpResponse:
    found = queries.merges(request.GET.get("page"))
    values = {"tab": "merges", "merges": list(found), "page_obj": found, "form": form or PairForm()}
    return page(request, "merges", values, refusal, status=status)
