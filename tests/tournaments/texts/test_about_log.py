"""One narrator: every kind of line has its own sentence, and the public page, the table's page and the admin say it."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from games.rules.entries import KINDS, Accept, Close, PenaltyLetter, Settle, Strike
from games.rules.notation import parse_log
from games.rules.replay import replay
from tests.factories import stories
from tests.factories.base import NOW
from tests.factories.tournaments import AccountFactory
from tournaments.models import Account, Table
from tournaments.operations.evening.recording import write_line
from tournaments.operations.evening.substitutions import substitute_player, withdraw_player
from tournaments.operations.events import registrations
from tournaments.operations.rulings.draft import RulingDraft
from tournaments.operations.rulings.judging import rule
from tournaments.operations.rulings.overruling import overrule
from tournaments.texts.about_log import log_lines, wanted_text

NAMES = {f"{seat}1": nick for seat, nick in zip("ABCDEF", ("ADA", "BEN", "CAT", "DAN", "EVA", "FAY"), strict=True)} | {
    "D2": "NEW"
}

ARRIVAL = "7d0c0000-0000-4000-8000-000000000001"
NO_DEALER = "who dealt is not written down"

# A line of the notation, and what it says once all lines are read: its sentence, then what it says besides.
CAT = [
    ("A /EF @B (A20 C13) packed", "Deal 1: ADA (A) takes K", "bench: EVA (E), FAY (F)"),
    ('void /EF @C "misdealt"', "Void deal", "bench: EVA (E), FAY (F); CAT (C) dealt"),
    ("+B", "Penalty letter: BEN (B) takes K", ""),
    ("D /AF", "Deal lost by DAN (D)", "bench: ADA (A), FAY (F)"),
    ("x4", "Line 4 taken back: Deal lost by DAN (D)", ""),
    ("x5", "Line 4 put back", ""),
    ("x6", "Line 5 put back", ""),
    ("D>D2", "NEW takes seat D over from DAN", ""),
    (
        "D /EF (A20 C13) packed",
        "Deal 2: CAT (C) takes K",
        "bench: EVA (E), FAY (F); points: ADA (A) 20, CAT (C) 13; packed",
    ),
    (
        "~1 loser=A bench=EF points=- packed=no dealer=-",
        f"Line 1 corrected: the loser is ADA (A); bench: EVA (E), FAY (F); points: –; not packed; {NO_DEALER}",
        "",
    ),
    ("~9 loser=D", "Line 9 corrected: the loser is CAT (C)", ""),
    ("~11 loser=C", "Line 11 corrected: the loser is CAT (C)", ""),
    ('~8 seat=D occupant=D2 "x"', "Line 8 corrected: the seat is DAN (D); the stand-in is NEW", ""),
    ("~2 reason=-", "Line 2 corrected: reason: –", ""),
    ('pause "dinner"', "The table has a pause", ""),
    ("resume", "The table goes on", ""),
    ("B<>C:15", "CAT (B) and BEN (C) had changed places from line 15 on", ""),
    ("-E", "EVA (E) leaves the game", ""),
    ('close "late"', "The game was closed", ""),
    (f"leave:{ARRIVAL}", "Settled: a line that a phone brought does not count", ""),
    (f"take:{ARRIVAL}", "Settled: a line that a phone brought counts too; it follows", ""),
    (f"instead:{ARRIVAL}", "Settled: a phone told it otherwise and is right; the correction follows", ""),
    ("A /F", "Deal lost by ADA (A)", "bench: FAY (F)"),
    ("okF", "FAY (F) agrees with the result", ""),
]
SMEAR = [
    ("B4 (AC3 BD7)", "Deal 1: DAN (D): bid 5, made", "points: AC 3, BD 7; score: AC 3, BD 7"),
    ("~1 pitcher=D bid=5 moon=no", "Line 1 corrected: DAN (D) pitched; bid 5; did not shoot the moon", ""),
    ("B4 (AC8 BD2) @C", "Deal 2: BEN (B): bid 4, set back", "CAT (C) dealt; points: AC 8, BD 2; score: AC 11, BD 3"),
    ("A /B", "Deal lost by ADA (A)", "bench: BEN (B)"),
    ("+B", "Penalty letter for BEN (B)", ""),
]


def test_every_kind_and_every_field_has_a_sentence_of_its_own():
    told = []
    for header, rows in (("KAMIL ABCDEF", CAT), ("- ABCD game=smear smear_target=99", SMEAR)):
        setup, log = parse_log("\n".join([header, *(row[0] for row in rows)]))
        lines = log_lines(replay(setup, log), NAMES, has_letters=True)
        assert [(line.text, "; ".join(line.details)) for line in lines] == [row[1:] for row in rows]
        told += log
    assert {type(entry) for entry in told} == set(KINDS.values())
    amended = {name for entry in told for name in getattr(entry, "changes", {})}
    assert amended == {name for kind in KINDS.values() for name in kind.amendable}


def test_in_a_play_off_a_deal_is_lost_and_no_letter_is_named():
    setup, log = parse_log("KAMIL ABCD\nA; +B")
    lines = log_lines(replay(setup, log), NAMES, has_letters=False)
    assert [line.text for line in lines] == ["Deal 1: ADA (A) loses", "Penalty letter for BEN (B)"]


def test_a_letter_that_was_found_late_names_the_deal_that_it_belongs_to():
    """Its number, and not that of its line; one due after another line belongs to the deal before it."""
    setup, log = parse_log("KAMIL ABCD\nA; x1; B; pause; resume; C; +D ^3; +D ^5; +D ^6; x7")
    lines = log_lines(replay(setup, log), NAMES, has_letters=True)
    said = "Penalty letter found late, after deal {}: DAN (D)"
    assert [line.text for line in lines[6:]] == [*map(said.format, (1, 1, 2)), f"Line 7 taken back: {said.format(1)}"]
    assert wanted_text(replay(setup, log[:6]), NAMES, PenaltyLetter("D", after=6)) == said.format(2)


# A log, and what its lines about seats say of who sat there once all of it is read.
READS = "as the log reads now: "
TAKEN = "NEW takes seat D over from DAN"
TAKEN_LATER = [
    ("D; D>D2; A<>D:1", [TAKEN, f"{READS}NEW takes seat D over from ADA", "DAN (A) and ADA (D) {}", ""]),
    ("D; D>D2; A<>D:2", [TAKEN, f"{READS}NEW takes seat D over from ADA", "DAN (A) and ADA (D) {}", ""]),
    ("D; D>D2; A<>D:3", [TAKEN, "", "NEW (A) and ADA (D) {}", ""]),
    ("D; D>D2; A<>D:1; x3", [TAKEN, "", "DAN (A) and ADA (D) {}", "", "Line 3 taken back: DAN (A) and ADA (D) {}", ""]),
    ("D; D>D2; x2; A<>D:1", [TAKEN, "", f"Line 2 taken back: {TAKEN}", "", "DAN (A) and ADA (D) {}", ""]),
    ("D; D>D2; A<>D:3; x2", [TAKEN, "", "NEW (A) and ADA (D) {}", f"{READS}DAN (A) and ADA (D) {{}}"]),
    ("D; D>D2; D>E1; x2", [TAKEN, "", "EVA takes seat D over from NEW", f"{READS}EVA takes seat D over from DAN"]),
    (
        "D; D>D2; ~2 seat=C; A<>C:1",
        [TAKEN, f"{READS}NEW takes seat C over from ADA", "Line 2 corrected: the seat is CAT (C)", ""],
    ),
    (
        "D; D>D2; ~2 seat=C; ~3 seat=B; B<>A:1",
        [
            *(TAKEN, f"{READS}NEW takes seat B over from ADA", "Line 2 corrected: the seat is CAT (C)", ""),
            *("Line 3 corrected: the seat is BEN (B)", "", "ADA (B) and BEN (A) {}", ""),
        ],
    ),
    ("D; A<>D:1; A<>B:1", ["DAN (A) and ADA (D) {}", "", "BEN (A) and DAN (B) {}", ""]),
    (
        "D; D; A<>B:2; A<>D:1",
        ["BEN (A) and ADA (B) {}", f"{READS}BEN (A) and DAN (B) {{}}", "DAN (A) and ADA (D) {}", ""],
    ),
    (
        "D; D; A<>B:2; B<>D:1",
        ["BEN (A) and ADA (B) {}", f"{READS}DAN (A) and ADA (B) {{}}", "DAN (B) and BEN (D) {}", ""],
    ),
]


@pytest.mark.parametrize(("text", "expected"), TAKEN_LATER, ids=[row[0] for row in TAKEN_LATER])
def test_who_came_for_whom_and_who_sat_wrongly_stay_as_they_were_said(text, expected):
    """Whatever is corrected later; what the log reads now stands beside it while the line counts."""
    setup, log = parse_log(f"KAMIL ABCD\n{text}")
    told = [
        re.sub(r"had changed places from line \d on", "{}", said)
        for line in log_lines(replay(setup, log), NAMES, has_letters=True)
        if not line.text.startswith("Deal")
        for said in (line.text, "; ".join(line.details))
    ]
    assert told[: len(expected)] == expected
    for length in range(1, len(log) + 1):
        then = log_lines(replay(setup, log[:length]), NAMES, has_letters=True)[-1]
        now = log_lines(replay(setup, log), NAMES, has_letters=True, since=length)[0]
        assert then.deal or (then.text, then.details) == (now.text, now.details[: len(then.details)])


@pytest.mark.parametrize("row", CAT, ids=[row[0] for row in CAT])
def test_what_somebody_wanted_is_told_as_it_would_stand_in_the_log(row):
    """Of the kinds whose sentence waits for the log: a deal has no number yet, and no letter."""
    setup, log = parse_log("\n".join(["KAMIL ABCDEF", *(one[0] for one in CAT)]))
    wanted = next(entry for entry, one in zip(log, CAT, strict=True) if one is row)
    said = wanted_text(replay(setup, []), NAMES, wanted)
    assert said
    assert "None" not in said


# --- One sentence on three pages --------------------------------------------------------------------------------------


@pytest.fixture
def cat_table() -> Table:
    """A table of six where everything happens that can: deals, corrections of each, rulings, people who come and go."""
    event = stories.an_event(players=12, status="closed")
    table = stories.table_of(stories.a_running_round(event, sizes=(6, 6)))
    director, seats = stories.director_of(event), stories.seats_of(table)
    stories.record_deals(
        table,
        'A /EF @B (A20 C13) packed; void /EF "misdealt"; +B "late"; C /EF; x4 "no"; x5; ~1 loser=B',
    )
    stories.record_deals(table, 'pause "dinner"; resume; B<>C:5')
    letter = RulingDraft(seat="A", kind="a", judged_by="table", decision="penalty_letter", facts="seen")
    ruling = rule(by=director, slug=event.slug, round_number=1, table_number=1, draft=letter, now=NOW)
    lifted = RulingDraft(judged_by="referee", decision="lifted", facts="not seen")
    overrule(by=director, ruling=ruling, draft=lifted, now=NOW)
    newcomer = registrations.add_walk_in(event=event, line="NEWCOMER", now=NOW)
    substitute_player(out=seats["D"], stand_in=newcomer, by=director, now=NOW, reason="injury")
    stories.record_line(table, Strike(position=len(log_of(table)), reason="he can play"))
    withdraw_player(registration=seats["F"], by=director, now=NOW, reason="ill")
    stories.record_line(table, Close(reason="venue closes"))
    settled = Settle(arrival=ARRIVAL, verdict="leave", reason="told before")
    write_line(table=table, entry=settled, by=director, now=NOW)
    stories.record_line(table, Accept(seat="A"))
    return table


@pytest.fixture
def smear_table() -> Table:
    event = stories.a_smear_event()
    table = stories.table_of(stories.a_running_round(event))
    stories.record_smear(table, 'B4 (AC3 BD7); C5 (AC4 BD6) @A; void "misdealt"; ~1 bid=5; x2')
    return table


@pytest.mark.django_db
@pytest.mark.parametrize("language", ["en", "cs"])
def test_the_public_page_the_tables_page_and_the_admin_say_the_same(cat_table, smear_table, language):
    kinds = set()
    for table in (cat_table, smear_table):
        kinds |= set(log_of(table))
        public, at_table, admin = faces(table, language)
        assert len(public) == len(log_of(table))
        assert all(public)
        assert public == at_table == admin
    assert kinds == set(KINDS)


def log_of(table: Table) -> list[str]:
    """The kinds of the lines that are stored, in order."""
    return list(table.game.entries.order_by("position").values_list("kind", flat=True))


def faces(table: Table, language: str) -> tuple[list[str], list[str], list[str]]:
    """The sentences of a log, oldest first, as they stand in the HTML of its three pages."""
    round_, keeper = table.round, AccountFactory.create(is_staff=True, is_superuser=True, language=language)
    assert isinstance(keeper, Account)
    referee = stories.staff_of(round_.event, "referee")
    Account.objects.filter(pk=referee.pk).update(language=language)
    place = f"{round_.event.slug}/round/{round_.number}/table/{table.number}/"
    public = page_of(None, f"/e/{place}", language)
    at_table = page_of(referee, f"/t/{round_.event.slug}/{round_.number}/{table.number}/", language)
    admin = page_of(keeper, reverse("admin:tournaments_table_change", args=[table.pk]), language)
    return (
        found(r'<li[^>]* value="\d+">.*?</span>(.*?)(?=<span|<p|</li>)', public)[::-1],
        found(r'<span class="line-text">(.*?)</span>', at_table)[::-1],
        found(r'<div class="sentence">(.*?)(?=<br>|</div>)', admin),
    )


def page_of(account: Account | None, address: str, language: str) -> str:
    client = Client(headers={"accept-language": language})
    if account:
        client.force_login(account)
    with translation.override(language):
        answer = client.get(address)
    assert answer.status_code == 200
    return re.sub(r"\s+", " ", answer.content.decode())


def found(pattern: str, page: str) -> list[str]:
    return [unescape(re.sub(r"<[^>]*>", "", one)).strip() for one in re.findall(pattern, page)]
