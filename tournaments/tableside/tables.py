"""The page of one table, and the part of it that `live.js` fetches anew when the event has changed."""

from __future__ import annotations

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import get_conditional_response
from django.views.decorators.gzip import gzip_page

from tournaments import access
from tournaments.acts.taken_back import taken_back_page
from tournaments.acts.visit import signed_in
from tournaments.queries.calls import calls_beside
from tournaments.queries.rooms import calls_for, referees_at
from tournaments.queries.tables import table_view
from tournaments.tableside.face import TABLE, tableside
from tournaments.tableside.table_answers import Place, choice_of, etag_of, named, show_table


@tableside.view(TABLE, right="table.record", name="table")
@gzip_page  # a fifth of its bytes; each answer is as long by chance, so its length tells nothing of its token
def table_page(request: HttpRequest, slug: str, round_number: int, table_number: int) -> HttpResponse:
    """The page of a table. Its address may hold a changed form (`acts.change_form`), as long as the log is that old.

    Whoever has tables of his own in this round reads at another one which are his; where he may not record he reads
    nothing else. Where its round is seated anew or has left the plan, and the table is no more, he reads that.
    """
    place, account = Place(slug, round_number, table_number), signed_in(request)
    own = access.own_tables(account, slug, round_number)
    try:
        held = access.table_for_recorder(account, slug, round_number, table_number)
    except PermissionDenied:
        if not own:
            raise
        return render(request, "tableside/other_table.html", {"place": place, "own": own}, status=403)
    except Http404:
        return named(taken_back_page(request, slug, round_number, table_number), None)
    view = table_view(held.table, viewer=account, is_referee=held.is_referee)
    choice = choice_of(request.GET, view) if request.GET.get("base") == str(view.length) else None
    event, bell = held.table.round.event, {}
    if held.is_referee:
        bell = {"calls": calls_for(account, event, calls_beside(held.table)), "bell_version": view.version}
    beside = {"own": own, "room_referees": referees_at(event, view.number), **bell}
    answer = show_table(request, place, view, choice=choice, beside=beside)
    answer["X-Keep"] = account.key  # for whom a phone may keep it (phone/service-worker.js)
    return answer


@tableside.view(f"{TABLE}now/", right="table.record")
def table_now(request: HttpRequest, slug: str, round_number: int, table_number: int) -> HttpResponse:
    """What of it changes. While nothing at this table has changed, two statements: who asks, and the table."""
    account = signed_in(request)
    try:
        held = access.table_for_recorder(account, slug, round_number, table_number)
    except Http404:
        return named(taken_back_page(request, slug, round_number, table_number, is_part=True), None)
    etag = etag_of(held.table)
    unchanged = get_conditional_response(request, etag=etag)
    if unchanged is not None:
        return named(unchanged, None)
    view = table_view(held.table, viewer=account, is_referee=held.is_referee)
    answer = show_table(request, Place(slug, round_number, table_number), view, part=True)
    answer["ETag"] = etag
    return answer
