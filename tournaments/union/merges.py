"""Two records of one person: choose them, see what would move, merge, and undo it."""

from __future__ import annotations

from django.http import HttpResponse
from django.utils.translation import gettext_lazy as _

from games.rules.refusals import Refused
from tournaments.acts.face import Values
from tournaments.acts.visit import Visit
from tournaments.models import Merge, Player
from tournaments.operations.people import merges as operations
from tournaments.operations.people.players import find_player
from tournaments.operations.upkeep import kept_backups
from tournaments.queries import clubs as queries
from tournaments.union.face import union
from tournaments.union.forms import LONGEST_REASON, PairForm


@union.page("merges/", right="player.correct")
def merges(visit: Visit) -> HttpResponse:
    """What was merged, and the form that names two records."""
    found = queries.merges(visit.request.GET.get("page"))
    values = {"tab": "merges", "merges": list(found), "page_obj": found, "form": visit.form_of(PairForm)}
    return visit.page("union/merges.html", values)


@union.page("merges/preview/", right="player.correct")
def merge_preview(visit: Visit) -> HttpResponse:
    """What a merge would do. Nothing is changed."""
    form = PairForm(visit.request.GET)
    visit.form = form
    if not form.is_valid():
        return merges(visit)
    try:
        survivor, duplicate = (_named(form.cleaned_data[name]) for name in ("keep", "merge"))
        return _preview(survivor, duplicate, visit)
    except Refused as refused:
        visit.explain(refused)
        return merges(visit)


def _preview_again(visit: Visit) -> HttpResponse:
    """After a refusal: what the merge would do now, if there still are two records."""
    survivor, duplicate = _sent(visit, "keep"), _sent(visit, "merge")
    if survivor is None or duplicate is None or survivor == duplicate:
        return merges(visit)
    return _preview(survivor, duplicate, visit)


@union.act(
    "merges/",
    right="player.correct",
    page=_preview_again,
    to="merges",
    wanted=_("Merging players"),
    done=_("%(nick)s has the other one's results now. It can be undone below."),
    code="union:merges",
    fresh=True,
)
def merge_players(visit: Visit) -> Values:
    """Merge the two records whose preview was seen."""
    survivor, duplicate = _sent(visit, "keep"), _sent(visit, "merge")
    if survivor is None or duplicate is None:
        raise Refused("merge_changed")
    kept_backups.before("players_merged", by=visit.by, now=visit.now)
    operations.merge_players(
        survivor=survivor,
        duplicate=duplicate,
        digest=visit.sent.get("digest", ""),
        reason=visit.text("reason", most=LONGEST_REASON),
        by=visit.by,
        now=visit.now,
    )
    return {"nick": survivor.nick}


@union.act(
    "merges/undone/",
    right="player.correct",
    page=merges,
    wanted=_("Undoing a merging of players"),
    done=_("%(nick)s is a player of his own again."),
    fresh=True,
)
def undo_merge(visit: Visit) -> Values:
    """Make two records of a merged one again."""
    merge = Merge.objects.filter(pk=visit.number("merge")).first()
    if merge is None:
        raise Refused("merge_undone")
    return {"nick": operations.undo_merge(merge=merge, by=visit.by, now=visit.now).merged.nick}


def _named(nick: str) -> Player:
    player = find_player(nick)
    if player is None:
        raise Refused("merge_unknown", nick=nick)
    return player


def _sent(visit: Visit, name: str) -> Player | None:
    return Player.objects.filter(pk=visit.number(name)).first()


def _preview(survivor: Player, duplicate: Player, visit: Visit) -> HttpResponse:
    plan = operations.plan_merge(survivor=survivor, duplicate=duplicate)
    values = {"tab": "merges", "plan": plan, "others": sum(plan.others.values()), "longest": LONGEST_REASON}
    return visit.page("union/merge_preview.html", values)
