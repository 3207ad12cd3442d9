"""The deal desk: a deal in an address, gone through card by card; entered by taps; nothing stored, nothing trusted."""

import json
import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st

from games.rules.cards import PACK
from games.rules.smear.deal_file import parse as parse_smear
from games.rules.smear.notation import format_deal as smear_line
from games.rules.smoking_cat.deal_file import parse
from games.rules.smoking_cat.notation import format_deal, parse_deal
from games.rules.smoking_cat.record import DealRecord
from games.rules.smoking_cat.ruling import adjudicate
from tournaments.public.deal_desk import drafts
from tournaments.public.deal_desk.asked import Asked
from tournaments.public.deal_desk.examples import EXAMPLES, deal_by_chance

FILES = Path(__file__).parents[2] / "examples"
PLAIN, REVOKE, TIE, UNDECIDED, PACKED, SMEAR = (example.deal for example in EXAMPLES)


def look(client: Client, deal: str, **asked: object) -> Any:
    return client.get("/deal/", {"deal": deal, **asked})


def said(response: Any) -> str:
    """The text of a page as it is read: cards by their names, blanks as one."""
    html = re.sub(r'<span aria-hidden="true">[^<]*</span>', "", str(response.content.decode()))
    html = re.sub(r'<[^>]*aria-label="([^"]*)"[^>]*>', r" \1 ", html)
    return " ".join(re.sub(r"<[^>]+>", "", html).split())


def next_draft(response: Any) -> str:
    """The draft in the address to which an act leads."""
    assert response.status_code == 302, said(response)
    return parse_qs(urlsplit(str(response["Location"])).query)["deal"][0]


def with_first_pass(record: DealRecord, plays: Sequence[str]) -> DealRecord:
    """Each passes the first three that it was dealt, and all cards fall in some order."""
    passes = {seat: hand[:3] for seat, hand in record.hands.items()}
    return replace(record, passes=passes, plays=tuple(plays), packed_by=None)


# --- A deal in an address ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: str(example.title))
def test_every_position_of_every_example_answers_without_a_database_and_without_a_cookie(client: Client, example):
    for at in ("pass", *range(0, 34, 3)):
        response = look(client, example.deal, at=at)
        assert response.status_code == 200
        assert not response.cookies
        assert response["X-Robots-Tag"] == "noindex, nofollow"


@pytest.mark.parametrize(
    ("deal", "outcome"),
    [
        (PLAIN, "Seat B loses the deal with most points, 16 (rule C49)."),
        (REVOKE, "Seat C loses the deal, because it did not follow suit though it could (rule C61)."),
        (TIE, "Seat A loses the deal: it took Hejma, and nobody has more points than it (rule C50)."),
        (UNDECIDED, "None of those with most points took Hejma: the table decides who loses (rule C51)."),
        (PACKED, "Seat C packed and loses the deal (rule C46)."),
        (SMEAR, "AC bid 6 and won 0: set back (rule S64)."),
    ],
    ids=["most points", "revoke", "tie", "undecided", "packed", "smear"],
)
def test_the_last_position_says_who_loses_and_why(client: Client, deal, outcome):
    page = look(client, deal)
    assert outcome in said(page)
    number = outcome[-5:-2]
    rules = "/rules/smear/" if number.startswith("S") else "/rules/"
    assert f'<a href="{rules}#{number}">{number}</a>' in page.content.decode()


def test_a_revoke_is_marked_at_its_card_with_what_could_have_been_played(client: Client):
    before, there = look(client, REVOKE, at=9), look(client, REVOKE, at=10)
    assert "revoke" not in said(before).partition("Tricks")[0]
    assert "seat C played Hejma, upper of leaves" in said(there)
    assert "but held ace of bells" in said(there)
    assert "It came to light in trick 7." in said(there)
    shown = look(client, REVOKE, at=26)
    assert "ace of bells" in said(shown)
    assert "brings the revoke of seat C in trick 3 to light" in said(shown)


def test_points_grow_with_the_tricks_and_all_33_are_there_in_the_end(client: Client):
    """RULES C10."""
    grown = [
        {one.name: one.points for one in look(client, REVOKE, at=at).context["scene"].tallies} for at in range(0, 33, 4)
    ]
    assert [sum(points.values()) for points in grown] == [0, 7, 10, 20, 20, 22, 22, 28, 33]
    assert grown[-1] == {"A": 10, "B": 23, "C": 0, "D": 0}


def test_a_card_in_the_middle_shows_whose_turn_it_is_and_what_may_be_played(client: Client):
    scene = look(client, REVOKE, at=9).context["scene"]
    assert (scene.to_play, scene.may_play, scene.is_bound) == ("C", ("Ab",), True)
    assert [(laid.seat, laid.card) for laid in scene.trick.cards] == [
        ("B", "Tb"),
        ("C", None),
        ("D", None),
        ("A", None),
    ]
    assert "Seat C is next and has to play ace of bells" in said(look(client, REVOKE, at=9))


def test_one_open_hand_tells_a_learner_nothing_of_the_others_nor_of_what_is_to_come(client: Client):
    page = look(client, REVOKE, at=9, hand="A")
    assert [seat.name for seat in page.context["scene"].seats if seat.is_open] == ["A"]
    assert "Seat C is next." in said(page)
    assert "6 cards face down" in said(page)
    assert "loses the deal" not in said(page)
    assert [line.number for line, _ in page.context["lines"]] == [1, 2]
    assert "loses the deal" in said(look(client, REVOKE, hand="A"))


@pytest.mark.parametrize("at", ["99", "-5", "x", "", "9" * 30, "\u0661"])
def test_a_position_that_is_none_leads_to_the_ruling(client: Client, at):
    assert look(client, PLAIN, at=at).context["is_end"]


@pytest.mark.parametrize(
    ("tie", "outcome"),
    [("hejma_taker", "seat C, who did, loses"), ("last_trick", "seat B, who took the last trick"), ("void", "is void")],
)
def test_a_tie_without_hejma_goes_as_the_page_is_told(client: Client, tie, outcome):
    """RULES C51."""
    page = look(client, UNDECIDED, tie=tie)
    assert outcome in said(page)
    assert f'value="{tie}" selected' in page.content.decode()
    assert f"tie={tie}" in page.context["steps"][1].url


def test_a_deal_that_cannot_be_followed_stops_where_nobody_can_say_more(client: Client):
    page = look(client, PLAIN.replace("7bKbUbAh", "7bKbUbOl"))  # seat D did not hold Hejma
    assert page.context["scene"].at == 7
    assert "seat D did not hold Hejma" in said(page)
    misdeal = look(client, PLAIN.replace("A:8b8a", "A:8b8b"))
    assert misdeal.context["scene"].trick is None
    assert "eight of acorns was dealt to nobody" in said(misdeal)


def test_the_pack_of_the_reader_is_drawn_and_named(client: Client):
    assert "seat C played Hejma, queen of spades" in said(look(client, REVOKE, at=10, cards="french"))


def test_an_unchanged_page_is_not_sent_again(client: Client):
    first = look(client, PLAIN, at=3)
    assert client.get("/deal/", {"deal": PLAIN, "at": 3}, headers={"if-none-match": first["ETag"]}).status_code == 304
    assert client.get("/deal/", {"deal": PLAIN, "at": 4}, headers={"if-none-match": first["ETag"]}).status_code == 200
    czech = {"if-none-match": first["ETag"], "accept-language": "cs"}
    assert client.get("/deal/", {"deal": PLAIN, "at": 3}, headers=czech).status_code == 200


def test_a_step_comes_without_the_drawings_of_the_cards_and_is_kept_apart(client: Client):
    whole, part = (
        look(client, PLAIN, at=3),
        client.get("/deal/", {"deal": PLAIN, "at": 3}, headers={"x-desk-part": "1"}),
    )
    assert "<symbol" in whole.content.decode()
    assert "<symbol" not in part.content.decode()
    assert whole["ETag"] != part["ETag"]
    assert "X-Desk-Part" in whole["Vary"]


# --- What can be taken away -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["deal-plain", "deal-revoke"])
def test_the_files_of_a_deal_are_those_of_the_formats(client: Client, name):
    given = json.loads((FILES / f"{name}.json").read_text())
    line = format_deal(parse(json.dumps(given)))
    assert client.get("/deal/scwu-deal.json", {"deal": line}).json() == given
    ruling = client.get("/deal/scwu-ruling.json", {"deal": line})
    assert ruling.json() == json.loads((FILES / f"{name}.ruling.json").read_text())
    assert ruling["Content-Disposition"] == 'attachment; filename="scwu-ruling.json"'


def test_the_code_is_a_picture_of_the_link(client: Client):
    code = client.get("/deal/code.svg", {"deal": PLAIN, "at": 4})
    assert code["Content-Type"] == "image/svg+xml"
    assert b'xmlns="http://www.w3.org/2000/svg"' in code.content


def test_a_seed_gives_the_same_legal_deal_again_and_no_seed_another_one(client: Client):
    links = [client.get("/deal/by-chance/", {"seed": seed})["Location"] for seed in ("a", "a", "b")]
    assert links[0] == links[1] != links[2]
    assert adjudicate(deal_by_chance("a")).findings == ()
    without = [client.get("/deal/by-chance/") for _ in range(2)]
    assert without[0]["Location"] != without[1]["Location"]
    assert "no-store" in without[0]["Cache-Control"]


# --- Handing a deal in ------------------------------------------------------------------------------------------------


def test_a_pasted_line_a_pasted_file_and_a_brought_file_lead_to_the_same_address(client: Client):
    file = (FILES / "deal-revoke.json").read_bytes()
    line = format_deal(parse(file))
    ways = [
        {"text": f"  {line}\n"},
        {"text": file.decode()},
        {"text": "ignored", "file": SimpleUploadedFile("deal.json", b"\xef\xbb\xbf" + file)},
    ]
    foreign = Client(enforce_csrf_checks=True)
    assert {foreign.post("/deal/", way)["Location"] for way in ways} == {Asked(line).link()}


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "Paste a deal, or choose a deal file."),
        ("@A A:7h8h <b>Qx</b>", "“<b>Qx</b>” cannot be read as a part of a deal."),
        ("@A A:7h8h", "A deal needs four seats with their hands, and a dealer among them, such as @A."),
        ("{", "This is not JSON: line 1, column 2"),
        ('{"format": "scwu-deal/1"}', "$.dealer – This is missing."),
        ("7h " * 8000, "This is too long for one deal: at most 16384 characters."),
        ("ten_point 21 Z9", "“Z9” cannot be read as a part of a deal."),
    ],
)
def test_what_cannot_be_read_is_refused_with_a_sentence_and_kept_in_the_form(client: Client, text, sentence):
    response = client.post("/deal/", {"text": text})
    assert response.status_code == 400
    page = " ".join(response.content.decode().split())
    assert sentence in page.replace("&lt;", "<").replace("&gt;", ">").replace("</code>", "")
    assert "<b>Qx</b>" not in response.content.decode()
    assert response.context["text"] == text[:16384]


def test_a_deal_that_is_still_being_entered_goes_on_where_it_was(client: Client):
    for deal in ("@A A: B: C: D:", "@C " + " ".join(f"{seat}:{hand}" for seat, hand in HANDS.items())):
        assert look(client, deal)["Location"] == Asked(deal).link("deal_enter")
    cut_off = format_deal(replace(parse_deal(PLAIN), plays=parse_deal(PLAIN).plays[:6]))
    assert "Go on entering" in said(look(client, cut_off))
    assert "Play on from here differently" in said(look(client, PLAIN))


@pytest.mark.parametrize("size", [20_000, 200_000])
def test_a_large_file_is_not_even_read(client: Client, size):
    response = client.post("/deal/", {"file": SimpleUploadedFile("deal.json", b" " * size)})
    assert response.status_code == 400
    assert "This is too long for one deal" in said(response)


@pytest.mark.parametrize("page", ["", "enter/", "enter/hand/", "enter/pass/", "scwu-deal.json", "code.svg"])
@pytest.mark.parametrize(
    "deal", ["", "nonsense", "@A " * 900, "@A A:\x00", "@A A:7h B: C: D: 7h early packed:E", "\ud800"]
)
def test_a_hostile_address_gets_a_page_that_says_no(client: Client, page, deal):
    response = client.get(f"/deal/{page}", {"deal": deal.encode("utf-8", "surrogatepass")})
    assert response.status_code == 400
    assert "This deal cannot be read." in said(response)


SOME_CARDS = st.lists(st.sampled_from(PACK), max_size=9).map(tuple)
SHUFFLED = st.permutations(PACK).map(
    lambda pack: {seat: tuple(pack[n * 8 : n * 8 + 8]) for n, seat in enumerate("ABCD")}
)
RECORDS = st.builds(
    DealRecord,
    dealer=st.sampled_from("ABCD"),
    hands=SHUFFLED | st.fixed_dictionaries(dict.fromkeys("ABCD", SOME_CARDS)),
    passes=st.fixed_dictionaries({}, optional=dict.fromkeys("ABCD", SOME_CARDS)),
    plays=st.lists(st.sampled_from(PACK), max_size=40).map(tuple),
    packed_by=st.none() | st.sampled_from("ABCD"),
    ended_early=st.booleans(),
)


@given(RECORDS | st.builds(with_first_pass, RECORDS, st.permutations(PACK)), st.integers(0, 40))
def test_whatever_can_be_written_down_can_be_shown_and_entered_on(record, at):
    """Misdeals, cards played twice, ends without a beginning: never an error of ours."""
    client = Client()
    for page in ("/deal/", "/deal/enter/", "/deal/scwu-ruling.json"):
        assert client.get(page, {"deal": format_deal(record), "at": at}).status_code in (200, 302)


# --- Entering by taps -------------------------------------------------------------------------------------------------

HANDS = {"A": "AlAhUbObKh8bTa8l", "B": "9bKaTbTlOlAbKlUa", "C": "8a9hOaAa7aOh7l7b", "D": "ThUh9lUl7hKb8h9a"}


def cards(text: str) -> list[str]:
    return [text[place : place + 2] for place in range(0, len(text), 2)]


def tapped(client: Client, what: str, deal: str, seat: str, chosen: str, **more: str) -> Any:
    return client.get(f"/deal/enter/{what}/", {"deal": deal, "seat": seat, "card": cards(chosen), **more})


def test_a_deal_is_entered_tap_by_tap_into_the_notation_that_tells_it(client: Client):
    """The last hand fills itself, and so does the last trick."""
    recorded = parse_deal(REVOKE)
    deal = next_draft(client.get("/deal/enter/players/", {"seat": list("ABCD"), "dealer": "C"}))
    assert deal == "@C A: B: C: D:"
    for seat in "ABC":
        assert client.get("/deal/enter/", {"deal": deal}).context["seat"] == seat
        deal = next_draft(tapped(client, "hand", deal, seat, HANDS[seat]))
    assert set(parse_deal(deal).hands["D"]) == set(cards(HANDS["D"]))
    for seat in "ABCD":
        assert client.get("/deal/enter/", {"deal": deal}).context["seat"] == seat
        deal = next_draft(tapped(client, "pass", deal, seat, "".join(recorded.passes[seat])))
    for card in recorded.plays[:28]:
        step = client.get("/deal/enter/", {"deal": deal}).context
        links = dict([*step["legal"], *step["revokes"]])
        deal = parse_qs(urlsplit(links[card]).query)["deal"][0]
    assert urlsplit(links[card]).path == "/deal/"
    assert parse_deal(deal).plays == recorded.plays
    assert [revoke.play for revoke in adjudicate(parse_deal(deal)).revokes] == [10]


def test_cards_that_would_be_a_revoke_are_offered_apart(client: Client):
    until_nine = format_deal(replace(parse_deal(REVOKE), plays=parse_deal(REVOKE).plays[:9]))
    step = client.get("/deal/enter/", {"deal": until_nine})
    assert [card for card, _ in step.context["legal"]] == ["Ab"]
    assert [card for card, _ in step.context["revokes"]] == ["7l", "Ol", "Kl", "7a", "8a"]
    assert "These would be a revoke" in said(step)
    link = dict(step.context["revokes"])["Ol"]
    assert "A revoke: seat C played Hejma, upper of leaves" in said(client.get(link))


def test_undo_goes_back_step_by_step_to_the_empty_table(client: Client):
    deal, steps = REVOKE, 0
    while link := client.get("/deal/enter/", {"deal": deal}).context["undo"]:
        deal, steps = parse_qs(urlsplit(link).query)["deal"][0], steps + 1
    assert deal == "@C A: B: C: D:"
    assert steps == 28 + 4 + 3


@pytest.mark.parametrize(
    ("what", "chosen", "sentence"),
    [
        ("hand", "7h8h9h", "A hand has eight cards; 3 are chosen."),
        ("hand", "7h8h9hThUhOhKhAh7l", "A hand has eight cards; 9 are chosen."),
        ("hand", "7h8h9hThUhOhKhXx", "A hand has eight cards; 7 are chosen."),
        ("pass", "AlAh", "Three cards are passed (rule C27); 2 are chosen."),
        ("pass", "AlAh9b", "Three cards are passed (rule C27); 2 are chosen."),
    ],
)
def test_a_wrong_number_of_cards_is_refused_and_the_right_ones_stay_ticked(client: Client, what, chosen, sentence):
    deal = "@C A: B: C: D:" if what == "hand" else "@C " + " ".join(f"{seat}:{hand}" for seat, hand in HANDS.items())
    response = tapped(client, what, deal, "A", chosen)
    assert response.status_code == 400
    assert sentence in said(response)
    ticked = re.findall(r'value="(\w\w)"\s+checked', response.content.decode())
    assert set(ticked) == set(cards(chosen)) & set(PACK if what == "hand" else cards(HANDS["A"]))


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        ({"seat": ["A", "B", "C"], "dealer": "A"}, "Choose four seats."),
        ({"seat": ["A", "B", "C", "E"], "dealer": "D"}, "The dealer is one of the four who play."),
        ({}, "Choose four seats."),
    ],
)
def test_players_that_cannot_be_are_refused(client: Client, asked, sentence):
    response = client.get("/deal/enter/players/", asked)
    assert response.status_code == 400
    assert sentence in said(response)


def test_two_cards_that_were_mixed_up_are_put_right_by_correcting_one_hand(client: Client):
    """Taking a card from D gives D what is left; the cards that were played stay."""
    page = client.get("/deal/enter/", {"deal": REVOKE, "hand_of": "A"})
    assert page.context["is_correction"]
    corrected = parse_deal(next_draft(tapped(client, "hand", REVOKE, "A", "AlAhUbObKh8bTa9l")))
    assert "9l" in corrected.hands["A"]
    assert "8l" in corrected.hands["D"]
    assert corrected.passes == parse_deal(REVOKE).passes
    assert corrected.plays == parse_deal(REVOKE).plays
    wrong = client.get("/deal/enter/", {"deal": format_deal(corrected)})
    assert "did not hold nine of leaves" in said(wrong)
    cut = parse_qs(urlsplit(wrong.context["cut"]).query)["deal"][0]
    assert len(parse_deal(cut).plays) == 22


def test_hands_after_a_pass_that_nobody_knows_give_the_same_ruling(client: Client):
    """As the referee finds the cards: what was passed is made up, and the page says so."""
    known = parse_deal(REVOKE)
    after = drafts.without_pass(known).hands
    first = client.get("/deal/enter/players/", {"seat": list("ABCD"), "dealer": "C", "passes": "unknown"})
    deal = next_draft(first)
    for seat in "ABC":
        deal = next_draft(tapped(client, "hand", deal, seat, "".join(after[seat]), passes="unknown"))
    made_up = replace(parse_deal(deal), plays=known.plays)
    assert drafts.without_pass(made_up).hands == after
    assert adjudicate(made_up).revokes == adjudicate(known).revokes
    page = look(client, format_deal(made_up), at="pass", passes="unknown")
    assert page.context["scene"].at == 0
    assert "What was passed is not known" in said(page)
    assert "some were made up" in said(page)


def test_a_deal_that_was_packed_or_ended_early_is_entered_as_such(client: Client):
    sixteen = format_deal(replace(parse_deal(PACKED), packed_by=None))
    step = client.get("/deal/enter/", {"deal": sixteen}).context
    assert "packed and loses" in said(client.get(dict(step["packing"])["C"]))
    assert step["early"] == ""
    nearly_over = format_deal(replace(parse_deal(PLAIN), plays=parse_deal(PLAIN).plays[:28]))
    packing = dict(client.get("/deal/enter/", {"deal": nearly_over}).context["packing"])
    assert "packed though it was not sure to lose" in said(client.get(packing["D"]))
    late = format_deal(replace(parse_deal(REVOKE), plays=parse_deal(REVOKE).plays[:28]))
    assert "did not follow suit" in said(client.get(client.get("/deal/enter/", {"deal": late}).context["early"]))


# --- Smear ------------------------------------------------------------------------------------------------------------


def test_a_deal_of_smear_is_gone_through_with_the_points_as_they_stand(client: Client):
    file = (FILES / "smear-ten-point.json").read_text()
    link = client.post("/deal/", {"text": file})["Location"]
    line = smear_line(parse_smear(file))
    assert link == Asked(line).link()
    end = client.get(link)
    assert {one.name: one.points for one in end.context["scene"].tallies} == {"AC": 0, "BD": 6}
    assert "AC bid 6 and won 0: set back" in said(end)
    assert "Bids: D 2, A 3, B 5, C 6." in said(look(client, line, at="pass"))
    assert "Seat C is next and has to play one of these" not in said(look(client, line, at=0))
    assert client.get("/deal/scwu-deal.json", {"deal": line}).json() == json.loads(file)
    result = json.loads((FILES / "smear-ten-point.result.json").read_text())
    ruled = client.get("/deal/scwu-ruling.json", {"deal": line}).json()
    assert {name: ruled[name] for name in result} == result


def test_a_deal_of_smear_shows_every_position_of_unfinished_and_broken_deals_too(client: Client):
    whole = smear_line(parse_smear((FILES / "smear-ten-point.json").read_text()))
    words = whole.split()
    for cut in (7, 9, 10, 12, 14, 16, len(words)):
        for at in ("pass", 0, 3, 24):
            assert look(client, " ".join(words[:cut]), at=at).status_code in (200, 400)
    misdeal = look(client, whole.replace("A:7c5c", "A:7c7c"))
    assert "is missing" in said(misdeal)
    assert client.get("/deal/enter/", {"deal": whole}).status_code == 400
