"""A season of the union through its pages: offices, clubs, words, a Classic with all that goes wrong, its ranking.

Every form is read off the page on which it stands and sent as a browser would send it; only deals nobody looks at are
played by the factories.
"""

from __future__ import annotations

import csv
import html
import json
import re
import secrets
from html.parser import HTMLParser
from io import StringIO
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from tests.factories import stories
from tests.factories.tournaments import AccountFactory, PlayerFactory
from tests.tournaments.operations.seating.test_ceremonies import CARDS
from tests.tournaments.tableside.conftest import Hand
from tournaments.models import Account, Appeal, Event, Question, Registration, Round, Ruling, Sanction
from tournaments.operations.union.seasons import ensure_series

MOOR = ("IVA", "JAN", "EVA")
FEN = ("BOŽENA", "KAREL")
ALONE = ("PETR", "OTA", "ANNA", "DANA", "VANDA", "ZDENA")
YEAR = timezone.localdate().year
NEEDED_LATER = "TULÁK", "VANDA"  # by the union, with their points: neither is banned


class Page(HTMLParser):
    """The forms of a page, by where they send to, each with what stands in its fields."""

    def __init__(self, answer: Any, address: str) -> None:
        super().__init__()
        self.address, self.status = address, answer.status_code
        self.source = answer.content.decode()
        self.text = re.sub(r"\s+", " ", html.unescape(re.sub(r"<[^>]*>", " ", self.source)))
        self.forms: list[tuple[str, dict[str, Any]]] = []
        self._open: dict[str, Any] | None = None  # the one that is being read
        self._select: str | None = None
        self.feed(self.source)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        name, value = given.get("name"), given.get("value") or ""
        if tag == "form":
            self._open = {} if given.get("method") == "post" else None
        if tag == "form" and self._open is not None:
            self.forms.append((urlsplit(given.get("action") or "").path or self.address, self._open))
        if self._open is None:
            return
        if tag == "button" and name:  # a form for each of its buttons
            self.forms.append((self.forms[-1][0], {**self._open, name: value}))
        if tag == "select":
            self._select = name
        elif tag == "option" and self._select and ("selected" in given or self._select not in self._open):
            self._open[self._select] = value
        elif name and tag == "textarea":
            self._open.setdefault(name, "")
        elif name and tag == "input" and (given.get("type") not in ("checkbox", "radio", "file") or "checked" in given):
            if given.get("type") == "checkbox":
                self._open.setdefault(name, []).append(value or "on")
            else:
                self._open[name] = value

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._open = None
        elif tag == "select":
            self._select = None

    def form(self, action: str, **with_: str) -> dict[str, Any]:
        """The first form that sends to an address ending so, whose hidden fields are these."""
        for address, fields in self.forms:
            if address.endswith(action) and all(fields.get(name) == value for name, value in with_.items()):
                return dict(fields)
        raise AssertionError(f"{self.address} has no form for {action}: {[one for one, _ in self.forms]}\n{self.text}")


class Person(Client):
    """Somebody with a browser, signed in if he has an account."""

    def __init__(self, account: Account | None = None) -> None:
        super().__init__()
        if account is not None:
            self.force_login(account)

    def read(self, address: str, status: int = 200) -> Page:
        answer = self.get(address, follow=True)
        assert answer.status_code == status, (address, answer.status_code)
        return Page(answer, urlsplit(address).path)

    def send(self, page: str | Page, to: str = "", /, *, status: int = 200, which: Any = None, **said: Any) -> Page:
        """Fill in the form that sends to `to` and send it; the page that comes then."""
        page = self.read(page) if isinstance(page, str) else page
        action = to or page.address
        fields = page.form(action, **(which or {}))
        address = next(one for one, _ in page.forms if one.endswith(action))
        answer = self.post(address, {**fields, **said}, follow=True)
        came = Page(answer, answer.request["PATH_INFO"])
        assert answer.status_code == status, (address, answer.status_code, came.text[:3000])
        return came


@pytest.fixture
def season(db: None) -> dict[str, Person]:
    """The keeper gives the board its office, the board all others; two clubs are founded, players join by consent."""
    ensure_series()
    people: dict[str, Person] = {"KEEPER": Person(AccountFactory.create(is_staff=True, is_superuser=True))}
    for name in ("BOARD", "SECOND", "ONDRA", "MILENA", "PROPOSER", "OFFICER", "DIRECTOR", "REFEREE"):
        people[name] = Person(
            AccountFactory.create(name=name, email=f"{name.lower()}@example.org", may_direct=name == "DIRECTOR")
        )
    for nick in (*MOOR, *FEN, *ALONE, "LUMÍR", "PROPOSER"):
        account = Account.objects.filter(name=nick).first() or AccountFactory.create(name=nick)
        PlayerFactory.create(nick=nick, account=account)
        people[nick] = Person(account)

    def office(by: str, who: str, role: str, **body: object) -> None:
        said = people[by].send("/union/offices/", email=f"{who.lower()}@example.org", role=role, **body)
        assert "holds the office now" in said.text

    office("KEEPER", "BOARD", "union")
    office("BOARD", "SECOND", "union")
    for one in ("ONDRA", "MILENA"):
        office("BOARD", one, "commission")
    for captain, members, country, code in (("IVA", MOOR, "CZ", "MOOR"), ("BOŽENA", FEN, "PL", "FEN")):
        people[captain].send("/union/clubs/+new/", name=f"Cats of {code}", country=country, code=code)
        for nick in members:
            if nick != captain:
                people[nick].send("/union/club/?club=" + code, "/requests/", club=code, season=YEAR)
        for nick in members[1:]:
            desk = people[captain].read(f"/union/clubs/{code}/")
            assert nick in desk.text
            assert "is a member now" in people[captain].send(desk, "/acceptances/").text
    return people


DESK, PUBLIC, TABLES = "/desk/{}/", "/e/{}/", "/t/{}/"
FORM = {"name": "Classic at the Mill", "date": timezone.localdate().isoformat(), "place": "Mill"}


def an_open_event(season: dict[str, Person]) -> str:
    """Made with conditions and opened; the slug. Who is not invited is told why, and the others apply."""
    director = season["DIRECTOR"]
    director.send("/desk/+new/classic/", **FORM)
    slug = Event.objects.get().slug
    desk = f"/desk/{slug}/"
    assert "Saved" in director.send(f"{desk}conditions/", "/conditions/set/", invited="on", club_quota="6").text
    invited = "\n".join((*MOOR, *FEN, *ALONE))
    assert "11 players are new" in director.send(f"{desk}conditions/", "/invited/", nicks=invited).text
    director.send(desk, "/status/", which={"status": "open"})
    letter = director.send(f"{desk}invitations/", note="Come all!")
    assert "are on their way" in director.send(letter, send="1").text
    refused = season["LUMÍR"].read(f"/e/{slug}/enter/")
    assert "invited" in refused.text
    for nick in (*MOOR, *FEN, *ALONE):
        assert "You have applied" in season[nick].send(f"/e/{slug}/enter/", "/enter/").text
    return slug


def sealed_words(season: dict[str, Person], slug: str) -> None:
    """Two words proposed, voted on blindly, sealed; one for the first round, one in reserve."""
    for word in ("KLOKAN", "STRAKA"):
        looked = season["PROPOSER"].send("/words/+propose/", event=slug, word=word)
        season["PROPOSER"].send(looked, sure="1")
    for number in (1, 2):
        for member in ("ONDRA", "MILENA"):
            season[member].send(f"/words/{slug}/word/{number}/", "/vote/", verdict="approve")
    assert "KLOKAN" not in season["DIRECTOR"].read(f"/words/{slug}/").source
    for number, place in ((1, "1"), (2, "reserve")):
        season["DIRECTOR"].send(f"/words/{slug}/", f"/word/{number}/place/", place=place)


def people_come(season: dict[str, Person], slug: str) -> None:
    director, desk = season["DIRECTOR"], f"/desk/{slug}/"
    director.send(f"{desk}people/", "/confirmations/")
    for line in ("LUMÍR", "TULÁK"):
        director.send(f"{desk}people/", "/walk-ins/", line=line)
    director.send(desk, "/status/", which={"status": "closed"})
    for key in Registration.objects.exclude(status="checked_in").values_list("key", flat=True):
        director.send(f"{desk}people/?mode=check-in", f"/statuses/{key}/", which={"status": "checked_in"})
    assert Registration.objects.filter(status="checked_in").count() == 13


def drawn_in_public(season: dict[str, Person], slug: str, number: int, folder: Path) -> None:
    """Promised when the registration opened; frozen, turned, opened. What everybody can download holds."""
    director, here = season["DIRECTOR"], f"/desk/{slug}/round/{number}/ceremony/"
    if "/announce/" in director.read(here).source:
        director.send(here, "/announce/")
    director.send(here, "/freeze/")
    director.send(f"{here}?kind=cards&turned={CARDS.replace(' ', '+')}", "/open/")
    transcript = folder / "scwu-draw.json"
    transcript.write_bytes(Client().get(f"/e/{slug}/round/{number}/draw/1/scwu-draw.json").content)
    call_command("check_draw", transcript, stdout=StringIO())  # leaves with an error if it does not hold


def swapped_and_late(season: dict[str, Person], slug: str) -> None:
    """Two change seats by the director's hand; then one goes home before the start, and few are moved."""
    director, seats = season["DIRECTOR"], f"/desk/{slug}/round/1/seats/"
    tried = director.read(f"{seats}?{query(director.read(seats), '1A', '2B')}")
    director.send(tried, "/seats/", reason="Old friends.")
    gone = Registration.objects.get(nick="ANNA").key
    late = director.read(f"/desk/{slug}/round/1/late/?leaving={gone}")
    assert "ANNA left." in director.send(late, "/late/leaving/").text


def query(page: Page, *picked: str) -> str:
    mark = re.findall(r'name="mark" value="([^"]+)"', page.source)[0]
    return "&".join((f"mark={mark}", *(f"pick={one}" for one in picked)))


def ruled(season: dict[str, Person], slug: str, at: Hand) -> None:
    """A penalty letter overruled by the referee; another one appealed against, and changed by the union."""
    seats = stories.seats_of(at.table)
    one, other = [seat for seat, who in seats.items() if who.nick in season][:2]
    for seat in (one, other):
        said = {"seat": seat, "facts": "Looked.", "judged_by": "table", "decision": "penalty_letter"}
        assert at.post("rulings/a", **said).status_code == 303
    first, second = Ruling.objects.order_by("pk")
    over = {"judged_by": "referee", "decision": "lifted", "kind": "a", "seat": one, "facts": "He did not."}
    seen = season["REFEREE"].send(f"{at.base}rulings/{first.pk}/", **over)
    assert "This changes" in seen.text
    season["REFEREE"].send(seen, confirm="1", **over)
    assert (at.letters()[one], at.letters()[other]) == (0, 1)
    him = season[seats[other].nick]
    him.send("/me/rulings/", f"/me/rulings/{second.pk}/appeal/", grounds="I had a cold.")
    changed = {"outcome": "changed", "decision": "warning", "reasons": "It was a cold."}
    seen = season["BOARD"].send(f"/union/appeals/{Appeal.objects.get().pk}/", **changed)
    assert "1 → 0 letters" in seen.text
    season["BOARD"].send(seen, confirm="1", **changed)
    assert set(at.letters().values()) == {0}
    assert "I had a cold" not in Person().read(f"/e/{slug}/rulings/").text


def banned_meanwhile(season: dict[str, Person], slug: str, nick: str) -> None:
    """The board proposes, somebody else confirms; the director is asked what becomes of his game."""
    season["BOARD"].send("/union/sanctions/", "/propose/", nick=nick, kind="ban_for_life", grounds="Sold cards.")
    address = f"/union/sanctions/{Sanction.objects.get().pk}/"
    season["SECOND"].send(address, "/confirm/", kind="ban_for_life", reasons="Two have seen it.")
    questions = f"/desk/{slug}/questions/"
    assert nick in season["DIRECTOR"].read(questions).text
    season["DIRECTOR"].send(questions, f"/{Question.objects.get().pk}/", which={"answer": "withdraw"})
    assert Registration.objects.get(nick=nick).status == "withdrawn"


def played_and_closed(season: dict[str, Person], slug: str, number: int) -> None:
    """Every table to its end; one of them from the phone of a referee."""
    round_ = Round.objects.get(number=number)
    for table in round_.tables.order_by("number"):
        if not stories.table_of(round_, table.number).game.finished:
            stories.play_out(table, losers="ABCDEF"[number - 1 :] + "ABCDEF"[: number - 1])
    season["DIRECTOR"].send(f"/desk/{slug}/round/{number}/", f"/round/{number}/close/")


def published(slug: str) -> Any:
    """The newest published results, as anybody can download them."""
    newest = Event.objects.get(slug=slug).publications.count()
    return json.loads(Client().get(f"/e/{slug}/results/{newest}/scwu-results.json").content)


def ranking() -> dict[str, int]:
    """Nick → points, from the table that anybody can download."""
    rows = csv.DictReader(StringIO(Client().get(f"/ranking/{YEAR}/ranking.csv").content.decode("utf-8-sig")))
    return {row["nick"]: int(row["points"]) for row in rows}


def corrected_afterwards(season: dict[str, Person], slug: str) -> None:
    """A place is changed by the referee's word and published again: the ranking follows the newest results."""
    desk, first = f"/desk/{slug}/standings/", published(slug)["standings"][0]["entry"]
    winner = Registration.objects.get(event__slug=slug, key=first).nick
    assert ranking()[winner] == 20
    season["DIRECTOR"].send(desk, f"/overrides/{first}/", place=2, note="Played on with two words.")
    assert ranking()[winner] == 20
    season["DIRECTOR"].send(desk, "/publish/", final="1")
    assert ranking()[winner] == 17


def merged_and_undone(season: dict[str, Person]) -> None:
    """The wanderer has been here before under another nick; then it turns out that he has not."""
    PlayerFactory.create(nick="TOULAVÝ")
    points = ranking()["TULÁK"]
    seen = season["BOARD"].read("/union/merges/preview/?keep=TOULAVÝ&merge=TULÁK")
    season["BOARD"].send(seen, "/union/merges/", reason="The same beard.")
    assert (ranking()["TOULAVÝ"], "TULÁK" in ranking()) == (points, False)
    season["BOARD"].send("/union/merges/", "/merges/undone/")
    assert (ranking()["TULÁK"], "TOULAVÝ" in ranking()) == (points, False)


def named_anew(season: dict[str, Person]) -> None:
    """A nick is corrected: the old address leads on. Somebody else asks to be forgotten."""
    page = season["BOARD"].read("/union/players/?nick=TULÁK")
    season["BOARD"].send(page, "/players/nicks/", nick="TULÁČEK", reason="Mistyped.")
    assert "TULÁČEK" in Person().read("/players/named/TULÁK/").text
    assert "TULÁČEK" in ranking()
    page = season["BOARD"].read("/union/erase/?nick=VANDA")
    word = re.findall(r"Player \d+", page.text)[0]
    season["BOARD"].send(page, "/erase/", word=word, reason="He asked.\x00")
    assert "VANDA" not in ranking()
    assert word in ranking(), ranking()


def what_is_stored_holds(season: dict[str, Person], slug: str) -> None:
    """Nothing is out of its chain, the projections are those of the logs, and the file brings the same standings."""
    for command, options in (("verify", {}), ("rebuild", {"check": True})):
        call_command(command, stdout=StringIO(), **options)
    director, ours = season["DIRECTOR"], f"/desk/{slug}/files/results.json"
    file = director.get(f"/desk/{slug}/files/event.json").content
    assert "VANDA" not in file.decode()
    file = file.replace(f'"{slug}"'.encode(), b'"another-mill"', 1)
    refused = director.send("/desk/+file/", file=SimpleUploadedFile("event.json", file), status=422)
    assert "The union has banned this player" in refused.text
    season["BOARD"].send(f"/union/sanctions/{Sanction.objects.get().pk}/", "/lift/", reasons="It was his brother.")
    director.send("/desk/+file/", file=SimpleUploadedFile("event.json", file))
    assert director.get("/desk/another-mill/files/results.json").json() == director.get(ours).json()


def test_a_season(season: dict[str, Person], tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(secrets, "token_hex", lambda n=32: "ab" * n)  # always the same draws
    slug = an_open_event(season)
    sealed_words(season, slug)
    people_come(season, slug)
    drawn_in_public(season, slug, 1, tmp_path)
    swapped_and_late(season, slug)
    visitor, director, desk = Person(), season["DIRECTOR"], f"/desk/{slug}/"
    assert "KLOKAN" not in visitor.read(f"/e/{slug}/round/1/").source
    director.send(f"{desk}round/1/", "/round/1/start/", which={"attempt": "1"})
    assert "KLOKAN" in visitor.read(f"/e/{slug}/round/1/").text
    director.send(f"{desk}staff/", email="referee@example.org", role="referee")
    first = Round.objects.get(number=1)
    at = Hand(Account.objects.get(name="REFEREE"), stories.table_of(first, 1))
    ruled(season, slug, at)
    for seat in "AB":
        assert at.deal(seat).status_code == 303
    beside = [seat.nick for seat in stories.seats_of(stories.table_of(first, 2)).values()]
    banned_meanwhile(season, slug, next(nick for nick in beside if nick not in NEEDED_LATER))
    played_and_closed(season, slug, 1)

    # The second round by a plain draw, and the final.
    director.send(f"{desk}round/2/", "/word/", word="OSLAVA")
    director.send(f"{desk}round/2/draw/")
    for act in ("publish", "start"):
        director.send(f"{desk}round/2/", f"/round/2/{act}/", which={"attempt": "1"})
    played_and_closed(season, slug, 2)
    director.send(f"{desk}finals/", "/finals/final/")
    director.send(f"{desk}round/3/", "/word/", word="KONEC")
    director.send(f"{desk}round/3/", "/round/3/start/", which={"attempt": "1"})
    played_and_closed(season, slug, 3)
    director.send(f"{desk}standings/", "/publish/", final="1")
    corrected_afterwards(season, slug)
    merged_and_undone(season)
    named_anew(season)
    what_is_stored_holds(season, slug)
