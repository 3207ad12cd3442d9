"""What pages cost, in process (performance goals 7 and 8 and their rows in the table of growth).

They are asked for through the test client, so through all middleware but no server: `served.py` measures them as a
browser meets them.

Prints one JSON line: CPU time and statements of a fresh standings page of 100 players, the rate of an unchanged page
(304) as a share of a bare Django view under the same middleware, and how the first standings page, a page in the
middle and a player's own page grow with the players of the event. Other systems are "not measured" here.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import Any

import harness as bench


def main() -> None:
    sizes = _arguments().sizes
    bench.set_up()
    from fields import an_event

    events = {size: an_event(f"field-{size}", players=size, tables=12) for size in sizes}
    first = {str(size): _fresh(f"/e/{event.slug}/standings/") for size, event in events.items()}
    middle = {str(size): _fresh(_middle(event, size)) for size, event in events.items()}
    own = {str(size): _fresh(_player(event)) for size, event in events.items()}
    pages = {"event": f"/e/{events[sizes[0]].slug}/", "standings": f"/e/{events[sizes[0]].slug}/standings/"}
    pages["table"] = f"/e/{events[sizes[0]].slug}/round/2/table/1/"
    fresh = bench.alternate({name: _fresh(address) for name, address in pages.items()})
    unchanged = bench.alternate({"bare": _bare(), **{name: _unchanged(page) for name, page in pages.items()}}, times=40)
    grown = {
        name: bench.alternate(acts, rounds=5, times=4)
        for name, acts in [("first", first), ("middle", middle), ("own", own)]
    }
    growth = {name: bench.shown(cpu[str(sizes[-1])] / cpu[str(sizes[0])]) for name, cpu in grown.items()}
    bench.report(
        "pages",
        players=list(sizes),
        fresh_cpu_ms={name: bench.shown(value) for name, value in fresh.items()},
        fresh_statements={name: bench.statements(_fresh(address)) for name, address in pages.items()},
        fresh_statements_of_largest=bench.statements(first[str(sizes[-1])]),
        unchanged_statements=bench.statements(_unchanged(pages["standings"])),
        unchanged_share_of_bare_view={
            name: bench.shown(unchanged["bare"] / value) for name, value in unchanged.items() if name != "bare"
        },
        unchanged_share_wanted=0.8,
        growth=growth,
        growth_allowed={"first": 1.5, "middle": 40, "own": 1.5},
        bytes_of_first_page={size: len(act().content) for size, act in first.items()},
        tabbycat="not measured",
    )


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sizes", type=int, nargs="+", default=[100, 1_000, 10_000, 100_000])
    return parser.parse_args()


def _fresh(address: str) -> Callable[[], Any]:
    """A visitor who has seen nothing yet, and nobody before him: the page is made for him."""
    from tournaments.queries.rendered_once import forget_all

    ask = _asking(address, 200)

    def act() -> Any:
        forget_all()
        return ask()

    return act


def _unchanged(address: str) -> Callable[[], Any]:
    """A visitor who has the present version already."""
    return _asking(address, 304, HTTP_IF_NONE_MATCH=_fresh(address)().headers["ETag"])


def _asking(address: str, status: int, **headers: str) -> Callable[[], Any]:
    from django.test import Client

    client = Client()

    def act() -> Any:
        answer = client.get(address, **headers)
        if answer.status_code != status:
            raise RuntimeError(f"{address}: {answer.status_code} instead of {status}")
        return answer

    return act


def _bare() -> Callable[[], Any]:
    """ "ok" from a view that does nothing, through the same middleware."""
    from django.contrib.auth.decorators import login_not_required
    from django.http import HttpRequest, HttpResponse
    from django.urls import path

    from scwu import urls

    @login_not_required
    def ok(_request: HttpRequest) -> HttpResponse:
        return HttpResponse("ok")

    urls.urlpatterns.append(path("bare-ok/", ok))
    return _asking("/bare-ok/", 200)


def _middle(event: Any, size: int) -> str:
    """The page that begins in the middle of the standings."""
    from tournaments.models import Score

    scores = Score.objects.filter(event=event).order_by("rank_key", "key")
    rank_key, key = scores.values_list("rank_key", "key")[size // 2]
    return f"/e/{event.slug}/standings/?after={rank_key}-{key}"


def _player(event: Any) -> str:
    from tournaments.models import Registration

    player = Registration.objects.filter(event=event).order_by("-position").values_list("player_id", flat=True)[0]
    return f"/players/{player}/"


if __name__ == "__main__":
    main()
