"""The commission's pages: proposing, blind votes, sealed words, swaps; each reader sees what he may."""

from __future__ import annotations

import html
import uuid

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games.models import Reading
from tests.factories import stories
from tests.factories.base import NOW
from tests.factories.tournaments import PlayerFactory, RegistrationFactory
from tests.factories.words import (
    a_member,
    a_proposal,
    a_proposer,
    a_round_with_sealed_word,
    a_sealed_word,
    holder_of,
    seal,
)
from tests.tournaments.commission.conftest import text
from tournaments.commission.urls import urlpatterns
from tournaments.models import EventWord, JournalLine, WordRules
from tournaments.operations.evening import rounds
from tournaments.operations.seating import seats
from tournaments.operations.words import event_words
from tournaments.queries import rendered_once

pytestmark = pytest.mark.django_db


def typed(event, word="FLICK", **fields):
    return {"id": str(uuid.uuid4()), "event": event.slug, "word": word, **fields}


# --- Proposing --------------------------------------------------------------------------------------------------------


def test_a_word_is_looked_at_with_its_split_before_it_is_kept(event, browser):
    stories.a_running_round(event, word="FLICK")
    client, sent = browser(a_proposer()), typed(event, "FLÍCK")
    page = text(client.post("/words/+propose/", sent))
    assert "F · L · Í · C · K" in page
    assert "Differs only in accents from FLICK" in page
    proposed = EventWord.objects.filter(by_hand=False)
    assert not proposed.exists()
    for _ in range(2):
        assert client.post("/words/+propose/", sent | {"sure": "1"}).status_code == 302
    assert proposed.count() == 1
    mine = text(client.get("/words/+mine/"))
    assert "FLÍCK" in mine
    assert "Word no. 2 is proposed for Moor Evening." in mine


def test_a_corrected_split_is_kept(event, browser):
    client = browser(a_proposer())
    client.post("/words/+propose/", typed(event, "CHRTI", split="CH R T I", sure="1"))
    assert "CH · R · T · I" in text(client.get("/words/+mine/"))


@pytest.mark.parametrize(
    ("fields", "faults"),
    [
        ({"word": "AB"}, ["Fewer than 3 letters."]),
        ({"word": "ABCDEFGHIJKLM"}, ["More than 12 letters."]),
        ({"word": "HERR FLICK"}, ["Has something in it that is no letter;"]),
        ({"word": "CHRT", "split": "CH R X"}, ["The split does not give the word again."]),
        ({"word": "A9"}, ["Fewer than 3 letters.", "Has something in it that is no letter;"]),
    ],
)
def test_each_fault_of_a_word_is_named_as_the_list_names_it(event, browser, fields, faults):
    client = browser(a_proposer())
    answer = client.post("/words/+propose/", typed(event, **fields))
    assert answer.status_code == 422
    assert [fault for fault in faults if fault not in text(answer)] == []
    line = "CH|R|T|" if "split" in fields else fields["word"]
    listed = text(client.post("/words/+list/", {"id": str(uuid.uuid4()), "event": "moor", "lines": line}))
    assert [fault for fault in faults if fault.rstrip(".;").lower() not in listed.lower()] == []


def test_nobody_is_offered_an_event_in_which_he_plays(event, browser):
    by = a_proposer()
    RegistrationFactory.create(event=event, player=by.player)
    client = browser(by)
    assert "Moor Evening" not in text(client.get("/words/+propose/"))
    assert client.post("/words/+propose/", typed(event, sure="1")).status_code == 422
    assert not EventWord.objects.exists()


def test_a_list_is_tried_dry_and_then_kept_whole(event, browser):
    client, sent = browser(a_proposer()), {"id": str(uuid.uuid4()), "event": "moor", "lines": "KAMIL;pan\nAB\nCH|R|T|I"}
    page = text(client.post("/words/+list/", sent))
    assert "fewer than 3 letters" in page
    assert "CH · R · T · I (4)" in page
    assert client.post("/words/+list/", sent | {"sure": "1"}).status_code == 422
    assert not EventWord.objects.exists()
    good = sent | {"lines": "KAMIL;pan\nCH|R|T|I", "sure": "1"}
    assert [client.post("/words/+list/", good).status_code for _ in range(2)] == [302, 302]
    assert EventWord.objects.count() == 2


def test_one_withdraws_ones_own_proposal_and_no_other(event, browser):
    by = a_proposer()
    mine, others = a_proposal(event, by=by), a_proposal(event, "HERR")
    client = browser(by)
    assert client.post(f"/words/+mine/{others.word_id}/withdraw/").status_code == 404
    assert client.post(f"/words/+mine/{mine.word_id}/withdraw/").status_code == 302
    assert client.post(f"/words/+mine/{mine.word_id}/withdraw/").status_code == 409


def test_a_refused_act_is_no_line_of_the_journal_but_an_attempt_without_the_right_is(event, browser):
    a_proposal(event)
    member = browser(a_member())
    assert member.post("/words/moor/word/1/vote/", {"verdict": "reject"}).status_code == 422
    assert member.post("/words/moor/word/1/place/", {"place": "9"}).status_code == 422
    assert browser(a_proposer()).post("/words/moor/word/1/vote/").status_code == 403
    refused = JournalLine.objects.exclude(refused="").values_list("act", "refused")
    assert list(refused) == [("commission:vote", "forbidden")]


# --- Voting -----------------------------------------------------------------------------------------------------------


def test_votes_are_blind_until_ones_own_is_cast(event, browser):
    word, first, second = a_proposal(event, "FLICK", note="from the series"), a_member(), a_member(name="Ondra")
    event_words.set_rules(quorum=3, majority=50, by=first, now=NOW)
    browser(first).post("/words/moor/word/1/vote/", {"verdict": "discuss", "note": "is it a name?"})
    client = browser(second)
    before = text(client.get("/words/moor/word/1/"))
    assert "FLICK" in before
    assert "from the series" in before
    assert "is it a name?" not in before
    assert "Votes so far" not in before
    assert "you have voted" not in text(client.get("/words/moor/"))
    client.post("/words/moor/word/1/vote/", {"verdict": "approve"})
    after = text(client.get("/words/moor/word/1/"))
    assert "is it a name?" in after
    assert "Commission member" in after
    assert "you have voted" in text(client.get("/words/moor/"))
    assert word.word.votes.count() == 2


def test_the_last_vote_seals_and_the_word_is_gone_from_the_pages(event, browser):
    a_proposal(event, "FLICK")
    one, other = browser(a_member()), browser(a_member())
    one.post("/words/moor/word/1/vote/", {"verdict": "approve"})
    answer = other.post("/words/moor/word/1/vote/", {"verdict": "approve"})
    assert answer.headers["Location"] == "/words/moor/"
    page = text(other.get("/words/moor/"))
    assert "Word no. 1 is approved and sealed." in page
    assert "FLICK" not in page + text(other.get("/words/moor/word/1/"))


def test_after_a_vote_the_next_word_that_waits_for_it_follows(event, browser):
    """The next one by its number, then the first; one that is decided or voted on is not asked about again."""
    for word in ("FLICK", "HERR", "JINAK"):
        a_proposal(event, word)
    client = browser(a_member())
    led = [
        client.post(f"/words/moor/word/{number}/vote/", {"verdict": "approve"}).headers["Location"]
        for number in (2, 3, 1)
    ]
    assert led == ["/words/moor/word/3/", "/words/moor/word/1/", "/words/moor/"]


@pytest.mark.parametrize(("vote", "status"), [({}, 422), ({"verdict": "reject"}, 422), ({"verdict": "yes"}, 422)])
def test_a_vote_that_says_too_little_comes_back(event, browser, vote, status):
    a_proposal(event)
    assert browser(a_member()).post("/words/moor/word/1/vote/", vote).status_code == status


def test_the_split_is_corrected_by_a_member(event, browser):
    a_proposal(event, "CHRTI")
    client = browser(a_member())
    assert client.post("/words/moor/word/1/split/", {"split": "CH R T I"}).status_code == 302
    assert "CH · R · T · I" in text(client.get("/words/moor/word/1/"))
    assert client.post("/words/moor/word/1/split/", {"split": "CH R"}).status_code == 422


def test_a_look_alike_among_secret_words_is_told_to_voters_alone(event, browser):
    sooner = stories.an_event(players=4, series="nationals", name="Harbour Night")
    a_sealed_word(sooner, "FLÍCK")
    a_proposal(event, "FLICK")
    member = a_member()
    assert "Looks like word no. 1 of Harbour Night" in text(browser(member).get("/words/moor/word/1/"))
    RegistrationFactory.create(event=sooner, player=PlayerFactory.create(account=member))
    assert "Harbour Night" not in text(browser(member).get("/words/moor/word/1/"))
    looked = browser(a_proposer()).post("/words/+propose/", typed(event, "FLICK"))
    assert "Nothing speaks against it." in text(looked)


# --- Who sees what ----------------------------------------------------------------------------------------------------


def test_a_sealed_word_is_opened_by_an_act_that_is_written_down(event, browser):
    a_sealed_word(event, "FLICK")
    client = browser(a_member(name="Ondra"))
    assert "FLICK" not in text(client.get("/words/moor/word/1/"))
    assert client.get("/words/moor/word/1/open/").status_code == 405
    opened = client.post("/words/moor/word/1/open/")
    assert "FLICK" in text(opened)
    assert opened.headers["Cache-Control"] == "no-store"
    log = text(client.get("/words/moor/readings/"))
    assert "Ondra" in log
    assert "FLICK" not in log


def test_a_member_who_registers_is_shut_out_at_once(event, browser):
    a_proposal(event, "FLICK")
    a_sealed_word(event, "HERR")
    member = a_member(name="Ondra")
    client = browser(member)
    assert client.get("/words/moor/word/1/").status_code == 200
    RegistrationFactory.create(event=event, player=PlayerFactory.create(account=member))
    acts = ["word/1/vote/", "word/1/split/", "word/2/open/"]
    assert client.get("/words/moor/word/1/").status_code == 403
    assert [client.post(f"/words/moor/{act}").status_code for act in acts] == [403] * 3
    page = text(client.get("/words/moor/"))
    assert "its words are closed to you" in page
    assert "FLICK" not in page
    watched = text(browser(holder_of("union")).get("/words/moor/"))
    assert "Ondra knows this word" not in watched  # not sealed: it can be rejected
    assert "plays here now" in text(browser(holder_of("union")).get("/words/moor/readings/"))


def test_director_union_and_keeper_see_numbers_and_arrange_but_read_nothing(event, browser, keeper):
    a_sealed_word(event, "FLICK")
    a_proposal(event, "HERR")
    director = stories.director_of(event)
    for account in (director, holder_of("union"), keeper, a_member(is_superuser=True)):
        client = browser(account)
        page = text(client.get("/words/moor/"))
        assert "Word no. 1" in page
        assert not {"FLICK", "HERR"} & set(page.replace("<", " ").split())
        assert client.get("/words/moor/word/2/").status_code == 403
        assert client.post("/words/moor/word/1/open/").status_code == 403
    assert not Reading.objects.exists()


@pytest.mark.parametrize("role", ["press", "referee", "player"])
def test_others_do_not_get_in(event, browser, role):
    account = holder_of("press") if role == "press" else a_proposer()
    if role == "referee":
        account = stories.staff_of(event, "referee")
    a_sealed_word(event)
    client = browser(account)
    for path in ("", "readings/", "word/1/"):
        assert client.get(f"/words/moor/{path}").status_code == 403
    assert client.post("/words/moor/word/1/place/", {"place": "reserve"}).status_code == 403
    assert client.get("/words/+rules/").status_code == 403
    assert client.get("/words/").status_code == 200


def test_nobody_gets_in_without_signing_in(event, client):
    for pattern in urlpatterns:
        values = {"slug": "moor", "number": 1, "id": uuid.uuid4()}
        needed = {name: values[name] for name in pattern.pattern.converters}
        answer = client.get(reverse(f"commission:{pattern.name}", kwargs=needed))
        assert answer.status_code == 302
        assert answer.headers["Location"].startswith("/sign-in/")


# --- Rounds, reserves, swaps ------------------------------------------------------------------------------------------


def test_the_director_gives_words_to_rounds_and_swaps_without_reading_them(event, browser):
    round_ = stories.a_drawn_round(event, word="")
    a_sealed_word(event, "FLICK")
    a_sealed_word(event, "HERR")
    client = browser(stories.director_of(event))
    assert client.post("/words/moor/word/1/place/", {"place": "1"}).status_code == 302
    assert client.post("/words/moor/word/2/place/", {"place": "reserve"}).status_code == 302
    assert client.post("/words/moor/word/2/place/", {"place": "9"}).status_code == 422
    assert "The commission has sealed a word for this round." in text(client.get("/desk/moor/round/1/"))
    swap = {"reserve": "2", "reason": ""}
    assert client.post("/words/moor/round/1/swap/", swap).status_code == 422
    assert client.post("/words/moor/round/1/swap/", swap | {"reason": "Read aloud at the bar."}).status_code == 302
    assert "Read aloud at the bar." in text(client.get("/e/moor/words/"))
    assert client.post("/desk/moor/round/1/start/", {"attempt": "1"}).status_code == 302
    round_.refresh_from_db()
    assert round_.playing_word.word == "HERR"
    late = client.post("/words/moor/round/1/swap/", {"reserve": "", "reason": "late"})
    assert late.status_code == 409
    assert "has started, so its word is public" in text(late)


def test_the_desk_may_start_a_round_with_a_sealed_word_and_sets_no_other(event, browser):
    round_ = stories.a_drawn_round(event, word="")
    seats.publish_seating(round_=round_, now=NOW)
    a_round_with_sealed_word(round_, "FLICK")
    client = browser(stories.director_of(event))
    page = text(client.get("/desk/moor/round/1/"))
    assert "/desk/moor/round/1/start/" in page
    assert "no word yet" not in text(client.get("/desk/moor/")) + text(client.get("/desk/moor/rounds/"))
    answer = client.post("/desk/moor/round/1/word/", {"word": "JINAK"})
    assert answer.status_code == 409
    assert "It can only be swapped" in text(answer)


def test_the_public_page_opens_what_was_promised(event, client):
    round_ = stories.a_drawn_round(event, word="")
    word = a_round_with_sealed_word(round_, "FLICK", caption="Herr")
    before = client.get("/e/moor/words/")
    assert word.word.commitment in text(before)
    assert "FLICK" not in text(before)
    rounds.start_round(round_=round_, now=NOW)
    after = client.get("/e/moor/words/", headers={"If-None-Match": before.headers["ETag"]})
    assert after.status_code == 200
    word.word.refresh_from_db()
    command = f"printf '%s' 'word/2|moor|FLICK|F L I C K|Herr|{word.word.nonce}' | sha256sum"
    assert command in html.unescape(text(after))
    assert "fits its digest" in text(after)
    assert "how to check it" in text(client.get("/e/moor/round/1/"))


def test_an_event_without_the_commission_says_so(event, client):
    assert "No word is sealed" in text(client.get("/e/moor/words/"))


def test_the_union_sets_the_rules(event, browser):
    client = browser(holder_of("union"))
    assert client.post("/words/+rules/", {"quorum": "3", "majority": "66"}).status_code == 302
    assert (WordRules.objects.get().quorum, WordRules.objects.get().majority) == (3, 66)
    assert client.post("/words/+rules/", {"quorum": "0", "majority": "66"}).status_code == 422
    assert browser(a_member()).get("/words/+rules/").status_code == 403


# --- What it costs ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "path", ["/words/", "/words/moor/", "/words/moor/readings/", "/words/+mine/", "/e/moor/words/"]
)
def test_lists_take_as_many_statements_for_six_words_as_for_two(event, browser, path):
    member, proposer = a_member(), a_proposer()
    client = browser(proposer if "mine" in path else member)

    def statements():
        rendered_once.forget_all()
        with CaptureQueriesContext(connection) as captured:
            assert client.get(path).status_code == 200
        return len(captured)

    def some(texts):
        for one in texts:
            event_words.read_words(event=event, chosen=[seal(a_proposal(event, one))], by=member, now=NOW)
            a_proposal(event, one + "A", by=proposer)

    def at_the_second_look():  # at the first one the readings are written
        statements()
        return statements()

    some(["FLICK"])
    at_the_second_look()
    before = at_the_second_look()
    some(["HERR", "KAMIL"])
    assert at_the_second_look() == before
