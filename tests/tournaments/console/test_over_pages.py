"""Pages of an event that is over offer nothing that would then be refused, and have no heading over nothing."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from urllib.parse import urljoin

import pytest
from django.db import transaction
from django.test import Client

from tests.factories import stories
from tests.factories.base import NOW
from tournaments.models import Event
from tournaments.operations.results.publishing_standings import publish_standings

pytestmark = pytest.mark.django_db
HEADINGS = ("h1", "h2", "h3", "h4")
CONTENT = ("p", "table", "form", "ul", "ol", "dl", "a", "button", "input", "figure", "img", "details")


class Page(HTMLParser):
    """Where a page leads, what its forms would send as they are, and headings with nothing below them."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.forms: list[tuple[str, dict[str, str]]] = []
        self.bare: list[str] = []
        self._is_inside, self._heading, self._choice = False, "", ""
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        said = {name: value or "" for name, value in attrs}
        if tag in HEADINGS:
            self._end(tag)
            self._heading = tag
        elif tag in CONTENT:
            self._heading = ""
        if tag == "a":
            self.links.append(said.get("href", ""))
        if tag == "form":
            self._is_inside = said.get("method") == "post"
            if self._is_inside:
                self.forms.append((said.get("action", ""), {}))
        if self._is_inside:
            self._field(tag, said)

    def handle_endtag(self, tag):
        if tag == "form":
            self._is_inside = False
        if tag == "main":
            self._end(HEADINGS[0])
            self._heading = ""

    def _field(self, tag, said):
        fields = self.forms[-1][1]
        self._choice = said.get("name", "") if tag == "select" else self._choice
        if tag == "option" and "selected" in said:
            fields[self._choice] = said["value"]
        is_chosen = said.get("type") not in ("checkbox", "radio") or "checked" in said
        if tag in ("input", "textarea", "button") and said.get("name") and is_chosen:
            fields[said["name"]] = said.get("value", "")

    def _end(self, tag):
        """A heading after another one of the same height or less: the first has nothing below it."""
        if self._heading and tag <= self._heading:
            self.bare.append(self._heading)


@pytest.mark.parametrize("status", ["finished", "cancelled"])
def test_no_button_of_an_event_that_is_over_is_refused_for_it(evening, status):
    event = evening.event
    stories.play_round(evening)
    publish_standings(event=event, by=stories.director_of(event), now=NOW)
    Event.objects.filter(pk=event.pk).update(status=status)
    client, here = Client(), re.compile(rf"/(desk|t)/{event.slug}/")
    client.force_login(stories.director_of(event))
    waiting, seen, refused, bare = [f"/desk/{event.slug}/"], set(), [], []
    while waiting:
        path = waiting.pop()
        answer = client.get(path)
        if not answer.get("Content-Type", "").startswith("text/html"):
            continue
        page = Page(answer.content.decode())
        bare += [path] * len(page.bare)
        for link in page.links:
            leads = urljoin(path, link).split("#")[0].split("?")[0]
            kind = re.sub(r"\d+", "1", leads)  # one page of a kind: one person, one line
            if here.match(leads) and kind not in seen:
                seen.add(kind)
                waiting.append(leads)
        for action, fields in page.forms:
            with transaction.atomic():
                if "This event is over." in client.post(action or path, fields).content.decode():
                    refused.append(f"{path}: {action}")
                transaction.set_rollback(True)
    assert len(seen) > 30
    assert refused == []
    assert bare == []
