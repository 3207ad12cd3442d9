"""How the pages look: a store of every page for every role, and what differs between two such stores.

    ./run bench pages_look take FOLDER        walks the site on the kept evening (tests/kept/7da8855/var.tar.xz)
    ./run bench pages_look compare ONE OTHER  lists what differs; code 1 if anything does

For each role the links are followed from the pages where he begins, in Czech and in English: `--each` pages of an
address pattern, one if a role before was shown the pattern, none if two were. At 390 and 1280 px each page leaves its
visible text, its accessibility tree and its picture; what is no page (a file) leaves its text. Pictures differ from
0.1 % of their pixels on. No false alarms: the clock of server and browser stands still at the evening's end, ids are
masked in texts, each language has a server and a copy of the data of its own and is asked in the same order each time;
pages that show fresh secrets or chance are left out (LEFT_OUT).
Run by hand, it needs requirements-dev.txt and Chromium. Prints one JSON line.
"""

from __future__ import annotations

import argparse
import datetime as dt
import hashlib
import json
import logging
import os
import re
import shutil
import socket
import subprocess
import sys
import tarfile
import tempfile
import threading
import time
import warnings
from collections import Counter, deque
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, quote, urldefrag, urljoin, urlsplit

from PIL import Image, ImageChops

ROOT = Path(__file__).resolve().parent.parent
KEPT = ROOT / "tests" / "kept" / "7da8855" / "var.tar.xz"
NOW = dt.datetime(2026, 3, 18, 4, 0, tzinfo=dt.UTC)
LANGUAGES, WIDTHS = ("cs", "en"), (1280, 390)
BEGIN = {  # role: where he begins, besides the front page
    "anonymous": ["/rules/", "/deal/", "/sign-in/", "/e/harbour/screen/", "/e/smear-kept/screen/"],
    "player": ["/me/"],
    "director": ["/desk/", "/desk/harbour/", "/t/harbour/", "/desk/harbour/print/seating/1/"],
    "referee": ["/t/harbour/"],
    "captain": ["/union/"],
    "commission": ["/words/"],
    "union": ["/union/", "/union/erase/", "/words/+rules/"],
    "keeper": ["/admin/", "/desk/", "/union/journal/?refused=1"],
}
LEFT_OUT = re.compile(r"^/(static|health|schema|api)|/stream/|/link/|totp/activate|chance|jsi18n|/admin/.*\?")
MASKS = [
    (re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}"), "<id>"),
    (re.compile(r"127\.0\.0\.1:\d+"), "<host>"),
]
LINKS = "() => [...document.querySelectorAll('a[href]')].map((one) => one.getAttribute('href'))"
TWO_FRAMES = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
ROLES_ENOUGH = 2
DIFFERS = 0.001  # of a picture's pixels


# --- Taking -----------------------------------------------------------------------------------------------------------


def take(folder: Path, *, each: int) -> None:
    """A process for each language; they share nothing."""
    begun = time.monotonic()
    shutil.rmtree(folder, ignore_errors=True)
    command = [sys.executable, __file__, "walk", str(folder), "--each", str(each)]
    walks = [subprocess.Popen([*command, "--language", language], cwd=ROOT) for language in LANGUAGES]  # noqa: S603 - ourselves
    failed = [walk.wait() for walk in walks]
    if any(failed):
        sys.exit(1)
    indexes = [json.loads((folder / f"{language}.json").read_text()) for language in LANGUAGES]
    pages = {role: sum(len(index[role]) for index in indexes) for role in BEGIN}
    report(did="take", folder=str(folder), seconds=round(time.monotonic() - begun), pages=pages, stored=stored(folder))


def walk(folder: Path, language: str, *, each: int) -> None:
    """Serve a copy of the kept evening in this process, and walk through it as everybody."""
    with tempfile.TemporaryDirectory(prefix="scwu-look-") as data, tarfile.open(KEPT) as packed:
        packed.extractall(data, filter="data")
        address, cookies = serve(Path(data) / "var")
        from playwright.sync_api import sync_playwright

        with sync_playwright() as playwright:
            chromium = playwright.chromium.launch(executable_path=browser(), args=["--no-sandbox"])
            seen: Counter[str] = Counter()
            index = {}
            for role in BEGIN:
                context = chromium.new_context(base_url=address, locale=language, reduced_motion="reduce")
                context.clock.set_fixed_time(NOW)
                context.add_cookies([{"name": name, "value": value, "url": address} for name, value in cookies[role]])
                index[role] = Walk(context, folder / language / role, each, seen).all_pages(["/", *BEGIN[role]])
                context.close()
        (folder / f"{language}.json").write_text(json.dumps(index, indent=1))
        sys.stdout.flush()
        os._exit(0)  # live streams would keep the server


def browser() -> str | None:
    return next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)


def serve(data: Path) -> tuple[str, dict[str, list[tuple[str, str]]]]:
    """The site's address, and the cookies of everybody who has just signed in. The clock stands from here on."""
    sys.path.insert(0, str(ROOT))
    os.environ |= {
        "SCWU_DATA_DIR": str(data),
        "SECRET_KEY": "a key for the kept evening of the tests, which is no secret at all",
        "SCWU_WORDS_KEY": "a words key for the kept evening of the tests, no secret",
        "SCWU_BROKER": "files",
        "DJANGO_ALLOW_ASYNC_UNSAFE": "1",
        "DJANGO_SETTINGS_MODULE": "scwu.settings",
    }
    import time_machine

    time_machine.travel(NOW, tick=False).start()
    import django
    import uvicorn
    from django.core.asgi import get_asgi_application
    from django.core.management import call_command

    django.setup()
    logging.disable(logging.CRITICAL)  # what is refused is a page too
    warnings.simplefilter("ignore")
    call_command("migrate", verbosity=0)
    call_command("collectstatic", verbosity=0, interactive=False)
    cookies = {role: signed_in(role) for role in BEGIN}
    listener = socket.create_server(("127.0.0.1", 0))
    config = uvicorn.Config(get_asgi_application(), lifespan="off", log_level="error", access_log=False)
    server = uvicorn.Server(config)
    threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True).start()
    while not server.started:
        time.sleep(0.01)
    return f"http://127.0.0.1:{listener.getsockname()[1]}", cookies


def signed_in(role: str) -> list[tuple[str, str]]:
    """A session that has just proved itself once more."""
    from django.contrib.auth import get_user_model
    from django.test import Client

    if role == "anonymous":
        return []
    client, account = Client(), get_user_model().objects.get(email=f"{role}@kept.example")
    client.force_login(account)
    session = client.session
    session["account_authentication_methods"] = [{"method": "mfa", "at": time.time(), "reauthenticated": True}]
    session["account_authentication_methods_user"] = str(account.pk)
    session.save()
    return [(name, morsel.value) for name, morsel in client.cookies.items()]


class Walk:
    """One role in one language; `seen`: how many roles before were shown a pattern."""

    def __init__(self, context: Any, folder: Path, each: int, seen: Counter[str]) -> None:
        self.context, self.folder, self.each, self.seen = context, folder, each, seen
        self.mine: Counter[str] = Counter()
        self.page = context.new_page()

    def all_pages(self, begin: list[str]) -> dict[str, str]:
        """Address → what was answered, in the order of a walk through the links."""
        found: dict[str, str] = {}
        ahead, met = deque(begin), set(begin)
        while ahead:
            address = ahead.popleft()
            if not self.is_wanted(address, is_begin=address in begin):
                continue
            found[address], links = self.visit(address)
            new = [link for link in dict.fromkeys(links) if link not in met]
            met |= set(new)
            ahead.extend(new)
        self.seen.update(self.mine.keys())
        return found

    def is_wanted(self, address: str, *, is_begin: bool) -> bool:
        """Each pattern so many times; once with other parameters or if a role before was shown it, not if two were."""
        from django.urls import Resolver404, resolve

        path, query = urlsplit(address).path, urlsplit(address).query
        if LEFT_OUT.search(address):
            return False
        try:
            pattern = resolve(path).route
        except Resolver404:
            pattern = "nowhere"
        keys = ",".join(sorted(key for key, _ in parse_qsl(query, keep_blank_values=True)))
        name = f"{pattern}?{keys}"
        most = 1 if query or self.seen[name] or pattern.startswith("admin/") else self.each
        if (self.mine[name] >= most or self.seen[name] >= ROLES_ENOUGH) and not is_begin:
            return False
        self.mine[name] += 1
        return True

    def visit(self, address: str) -> tuple[str, list[str]]:
        """What a page is at both widths, and where it leads."""
        name = quote(address, safe="")[:100] + "-" + hashlib.sha256(address.encode()).hexdigest()[:8]
        try:
            answer = self.page.goto(address)
        except Exception as error:  # Playwright's word for a file that is no page
            if "Download" not in str(error) and "ERR_ABORTED" not in str(error):
                raise
            answer = None
        if answer is None or "html" not in answer.headers.get("content-type", ""):
            file = self.context.request.get(address)
            self.keep(f"{name}.file", masked(file.body().decode("utf-8", "replace")))
            return f"{file.status} file", []
        for width in WIDTHS:
            self.page.set_viewport_size({"width": width, "height": 900})
            self.page.evaluate(TWO_FRAMES)  # a script that follows the width has done so
            body = self.page.locator("body")
            self.keep(f"{name}.{width}.text", masked(body.inner_text()))
            self.keep(f"{name}.{width}.aria", masked(body.aria_snapshot()))
            self.page.screenshot(
                path=self.folder / f"{name}.{width}.png", full_page=True, animations="disabled", caret="hide"
            )
        return str(answer.status), [link for link in map(self.inside, self.page.evaluate(LINKS)) if link]

    def inside(self, link: str) -> str:
        """A link as an address of this site; nothing for one that leads elsewhere."""
        here = urlsplit(self.page.url)
        there = urlsplit(urldefrag(urljoin(self.page.url, link)).url)
        if there.netloc != here.netloc or there.scheme != here.scheme:
            return ""
        return there.path + (f"?{there.query}" if there.query else "")

    def keep(self, name: str, text: str) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        (self.folder / name).write_text(text)


def masked(text: str) -> str:
    for pattern, instead in MASKS:
        text = pattern.sub(instead, text)
    return text


# --- Comparing --------------------------------------------------------------------------------------------------------


def compare(one: Path, other: Path) -> None:
    """Print what differs, by kind."""
    ones, others = (
        {str(path.relative_to(folder)) for path in folder.rglob("*.*") if path.parent != folder}
        for folder in (one, other)
    )
    differing = [name for name in sorted(ones & others) if differs(one / name, other / name)]
    kinds = {kind: [name for name in differing if name.endswith(kind)] for kind in ("text", "aria", "png", "file")}
    report(did="compare", compared=len(ones & others), gone=sorted(ones - others), new=sorted(others - ones), **kinds)
    sys.exit(bool(differing or ones ^ others))


def differs(one: Path, other: Path) -> bool:
    if one.suffix != ".png" or one.read_bytes() == other.read_bytes():
        return one.read_bytes() != other.read_bytes()
    with Image.open(one) as first, Image.open(other) as second:
        if first.size != second.size:
            return True
        changed = ImageChops.difference(first.convert("RGB"), second.convert("RGB")).convert("L")
        same = changed.histogram()[0]
        return 1 - same / (first.width * first.height) > DIFFERS


def stored(folder: Path) -> int:
    return sum(1 for path in folder.rglob("*.*") if path.parent != folder)


def report(**figures: Any) -> None:
    """The one line."""
    print(json.dumps({"bench": "pages_look", **figures}, ensure_ascii=False))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("act", choices=["take", "compare", "walk"])
    parser.add_argument("folders", type=Path, nargs="+", metavar="FOLDER")
    parser.add_argument("--each", type=int, default=2, help="pages of one pattern for a role (default 2)")
    parser.add_argument("--language", choices=LANGUAGES, help="for `walk`, which `take` calls for each language")
    said = parser.parse_args()
    if said.act == "take":
        take(said.folders[0], each=said.each)
    elif said.act == "walk":
        walk(said.folders[0], said.language, each=said.each)
    else:
        compare(*said.folders)


if __name__ == "__main__":
    main()
