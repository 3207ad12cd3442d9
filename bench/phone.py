"""What a phone pays to fold its table's log anew, as the page does after each tap (goal: 200 deals in 16 ms).

In Chromium whose processor is held to a quarter (DevTools' `setCPUThrottlingRate`), the scripts as they are shipped.
Each sample is one fold and one proposal; the word is so long that nobody leaves.

Prints one JSON line: median and worst of the samples in milliseconds, and the first, before anything is compiled.
Needs Chromium and Playwright (requirements-dev.txt).
"""

from __future__ import annotations

import argparse
import json
import shutil
from pathlib import Path

from playwright.sync_api import Route, sync_playwright

SCRIPTS = Path(__file__).parents[1] / "tournaments/static/tournaments/phone"
ORIGIN = "http://phone.test"
MEASURE = """async ({ setup, log, deals, samples }) => {
    const { fold } = await import("/game.js");
    const { propose } = await import("/propose.js");
    const times = [];
    for (let sample = 0; sample < samples; sample++) {
        const from = performance.now();
        const state = fold(setup, log);
        const proposal = propose(setup, state);
        times.push(performance.now() - from);
        if (state.deals !== deals || !proposal) throw new Error("no such game");
        await new Promise((go) => setTimeout(go));
    }
    return times;
}"""


def main() -> None:
    arguments = _arguments()
    log = _log(arguments.deals)
    setup = {"seats": "ABCDEF", "letters": ["K"] * arguments.deals, "options": {}}
    times = _measured({"setup": setup, "log": log, "deals": arguments.deals, "samples": 200}, slower=arguments.slower)
    ordered = sorted(times[1:])
    figures = {"first": times[0], "median": ordered[len(ordered) // 2], "worst": ordered[-1]}
    told = {"deals": arguments.deals, "lines": len(log), "slower": arguments.slower, "goal_ms": 16}
    print(json.dumps({"bench": "phone", **told, "ms": {name: round(ms, 2) for name, ms in figures.items()}}))


def _log(deals: int) -> list[dict[str, object]]:
    """Each loses in turn; of ten deals one is undone and written again, another is corrected."""
    log: list[dict[str, object]] = []
    seats = "ABCDEF"
    for number in range(deals):
        sitting = [seats[(2 * number + place) % 6] for place in (0, 1)]
        loser = seats[(2 * number + 2 + number % 4) % 6]
        deal: dict[str, object] = {"kind": "deal", "loser": loser, "bench": sitting}
        log.append(deal)
        if number % 10 == 4:
            log += [{"kind": "strike", "position": len(log)}, deal]
        if number % 10 == 9:
            log.append({"kind": "amend", "position": len(log), "packed": True})
    return log


def _measured(game: dict[str, object], *, slower: float) -> list[float]:
    program = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        page = browser.new_page()
        page.route("**/*", _served)
        page.goto(f"{ORIGIN}/")
        page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": slower})
        times: list[float] = page.evaluate(MEASURE, json.loads(json.dumps(game)))
        browser.close()
    return times


def _served(route: Route) -> None:
    path = SCRIPTS / route.request.url.removeprefix(f"{ORIGIN}/")
    if path.is_file():
        route.fulfill(body=path.read_text(), content_type="text/javascript")
    else:
        route.fulfill(body="<!doctype html>", content_type="text/html")


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--deals", type=int, default=200)
    parser.add_argument("--slower", type=float, default=4)
    return parser.parse_args()


if __name__ == "__main__":
    main()
