"""Words by the API: sealed ones for everybody, proposals of one's own, and no word before its round."""

from __future__ import annotations

import uuid

import pytest

from tests.factories import stories
from tests.factories.base import NOW
from tests.factories.tournaments import AccountFactory, RegistrationFactory
from tests.factories.words import a_member, a_proposal, a_proposer, a_round_with_sealed_word, a_sealed_word
from tournaments.api import words
from tournaments.models import EventWord
from tournaments.operations.evening import rounds
from tournaments.operations.words.event_words import read_words

FIELDS = {
    "SealedWordSerializer": "number commitment sealed_at round is_reserve dropped_from reason revealed_at word caption "
    "nonce opens letters opening by_hand known_reason",
    "ProposalSerializer": "id event word letters caption theme language note",
    "ProposedSerializer": "id event number state proposed_at",
}


@pytest.mark.parametrize("name", FIELDS)
def test_the_fields_are_a_promise(name):
    assert list(getattr(words, name)().fields) == FIELDS[name].split()


def proposal(event, /, **fields):
    return {"id": str(uuid.uuid4()), "event": event.slug, "word": "FLICK"} | fields


def test_everybody_reads_commitments_before_the_start_and_words_after(api, event):
    round_ = stories.a_drawn_round(event, word="")
    a_round_with_sealed_word(round_, "FLICK", caption="Herr")
    before = api(None).get(f"/api/v1/events/{event.slug}/words/").json()
    assert [(one["round"], one["word"], one["nonce"]) for one in before] == [(1, "", "")]
    rounds.start_round(round_=round_, now=NOW)
    [after] = api(None).get(f"/api/v1/events/{event.slug}/words/").json()
    assert (after["word"], after["caption"], after["opens"]) == ("FLICK", "Herr", True)
    assert after["commitment"] == before[0]["commitment"]


def test_the_list_takes_as_many_statements_for_three_words_as_for_one(api, event, django_assert_num_queries):
    client = api(None)
    for word in ("FLICK", "HERR", "JINAK"):
        a_sealed_word(event, word)
        with django_assert_num_queries(2):
            client.get(f"/api/v1/events/{event.slug}/words/")


def test_who_proposes_is_answered_without_the_word_and_once(api, event):
    account = a_proposer()
    sent = proposal(event, word="CHRTI", letters=["CH", "R", "T", "I"], caption="psi", language="cs")
    answers = [api(account).post("/api/v1/words/", sent) for _ in range(2)]
    assert [one.status_code for one in answers] == [201, 201]
    assert "CHRTI" not in answers[0].content.decode()
    [mine] = api(account).get("/api/v1/words/").json()["results"]
    assert mine == answers[1].json()
    assert (mine["id"], mine["state"], mine["number"]) == (sent["id"], "proposed", 1)
    kept = read_words(event=event, chosen=[EventWord.objects.get()], by=a_member(), now=NOW)[1]
    assert kept.letters == ("CH", "R", "T", "I")


@pytest.mark.parametrize(
    ("fields", "status", "code"),
    [
        ({"word": "AB"}, 422, "word_malformed"),
        ({"word": 7}, 400, "malformed"),
        ({"language": "CZE"}, 422, "words_texts_malformed"),
        ({"event": "no-such-event"}, 404, "not_found"),
        ({"id": "7"}, 400, "malformed"),
    ],
)
def test_what_cannot_be_proposed_is_refused(api, event, fields, status, code):
    answer = api(a_proposer()).post("/api/v1/words/", proposal(event, **fields))
    assert (answer.status_code, answer.json()["code"]) == (status, code)


def test_neither_a_stranger_nor_who_plays_proposes(api, event):
    assert api(None).post("/api/v1/words/", proposal(event)).status_code == 401
    assert api(None).get("/api/v1/words/").status_code == 401
    assert api(AccountFactory.create()).post("/api/v1/words/", proposal(event)).json()["code"] == "words_not_known"
    player = a_proposer()
    RegistrationFactory.create(event=event, player=player.player)
    assert api(player).post("/api/v1/words/", proposal(event)).json()["code"] == "words_closed_to_players"


def test_nobody_lists_the_proposals_of_another(api, event):
    a_proposal(event)
    assert api(a_member()).get("/api/v1/words/").json()["results"] == []
