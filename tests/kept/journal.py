"""The journal of a kept evening as a person reads it: every line in Czech and in English, from the union's own page.

A program of its own, because it runs with the project's settings and a database from the past; it asks the page and
no module behind it, so it reads on whatever becomes of the code. Two lines of text for each line of the journal. With
the argument `word` it opens the sealed word instead, as a member of the commission does.
"""

import re
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import django
from django.contrib.auth import get_user_model
from django.test import Client

WORD = "PLOUTEV"  # sealed for the second round of the event `harbour`, which nobody has drawn
BLOCKS = {"p", "li", "ul"}  # what begins on a line of its own


class Lines(HTMLParser):
    """The items of the list `.journal`; in one of them each part that a person sees on a line of its own begins a line,
    what was changed with a tab before it.
    """

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self.depth = 0  # of the tags that are open since the list began

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if self.depth or ("class", "journal") in attrs:
            self.depth += tag in {*BLOCKS, "ol"}
        if self.depth == 2 and tag == "li":
            self.found.append("")
        elif self.depth > 2 and tag in BLOCKS:
            self.found[-1] += "\n\t" if tag == "li" else "\n"

    def handle_endtag(self, tag: str) -> None:
        self.depth -= bool(self.depth) and tag in {*BLOCKS, "ol"}

    def handle_data(self, data: str) -> None:
        if self.depth > 1:
            self.found[-1] += " ".join(re.split(r"\s", data))


def lines(html: str) -> list[str]:
    """What stands in the list, with single spaces; changes by the alphabet, for each database has its own order."""
    parser = Lines()
    parser.feed(html)
    return [" | ".join(_parts(line)) for line in parser.found]


def _parts(line: str) -> list[str]:
    parts = line.split("\n")
    changes = iter(sorted(part for part in parts if part.startswith("\t")))
    ordered = (next(changes) if part.startswith("\t") else part for part in parts)
    return [said for part in ordered if (said := " ".join(part.split()))]


def read(client: Client, language: str) -> Iterator[str]:
    """All pages, the newest line first."""
    last, number = 1, 1
    while number <= last:
        answer = client.get(f"/union/journal/?page={number}", headers={"accept-language": language})
        assert answer.status_code == 200, answer.status_code
        html = answer.content.decode()
        last = max([last, *map(int, re.findall(r"[?&;]page=(\d+)", html))])
        yield from lines(html)
        number += 1


def signed_in(who: str) -> Client:
    client = Client(headers={"host": "localhost"})
    client.force_login(get_user_model().objects.get(email=f"{who}@kept.example"))
    return client


def main() -> None:
    django.setup()
    if sys.argv[1:] == ["word"]:
        html = signed_in("commission").post("/words/harbour/word/2/open/").content.decode()
        sys.stdout.write("".join(f"{word}\n" for word in {WORD} & set(re.findall(r"\w+", html))))
        return
    client = signed_in("keeper")
    for pair in zip(read(client, "cs"), read(client, "en"), strict=True):
        sys.stdout.write("".join(f"{line}\n" for line in pair))


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
    main()
