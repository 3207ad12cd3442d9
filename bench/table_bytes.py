"""What a phone loads for the page of a table, over the wire as `./run` serves it (goal: 60 kB cold, 10 kB again).

Give the address of a running site, the path of a table, and a sign-in link (`./run manage director_link`). Prints one
JSON line: bytes of the headers of all answers, and of all that came, compressed as it was sent, until the page has said
what it has to; for a browser that has nothing and for one that opens the page again. Needs Chromium and Playwright.
"""

from __future__ import annotations

import argparse
import json
import shutil
from typing import Any

from playwright.sync_api import Page, sync_playwright

STANDING_MS = 4000  # less than after what the page loads in advance


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("site", "path", "link"):
        parser.add_argument(name)
    parser.add_argument("--language", default="en", help="the reader's; Czech takes half a kilobyte more than English")
    given = parser.parse_args()
    program = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        page = browser.new_context(service_workers="block").new_page()
        page.goto(given.link)
        page.locator("main button").first.click()
        page.wait_for_load_state()
        state = page.context.storage_state()
        browser.close()
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        page = browser.new_context(storage_state=state, service_workers="block", locale=given.language).new_page()
        cold = _loaded(page, lambda: page.goto(given.site + given.path))
        again = _loaded(page, page.reload)
        browser.close()
    goal = {"cold": 60_000, "again": 10_000}
    print(json.dumps({"bench": "table_bytes", "language": given.language, "cold": cold, "again": again, "goal": goal}))


def _loaded(page: Page, act: Any) -> dict[str, int]:
    told = {"requests": 0, "headers": 0, "with_headers": 0}
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    session.on("Network.responseReceived", lambda got: _add(told, "headers", got["response"]["encodedDataLength"]))
    session.on("Network.loadingFinished", lambda got: _finished(told, got["encodedDataLength"]))
    act()
    page.wait_for_timeout(STANDING_MS)
    session.detach()
    return told


def _add(told: dict[str, int], name: str, number: float) -> None:
    told[name] += int(number)


def _finished(told: dict[str, int], number: float) -> None:
    if number > 0:
        _add(told, "requests", 1)
        _add(told, "with_headers", number)


if __name__ == "__main__":
    main()
