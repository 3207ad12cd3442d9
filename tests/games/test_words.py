"""The commission's acts on a word, without any event: what is kept, what is shown, what can be checked."""

import hashlib
import uuid
from itertools import count

import pytest
from django.db import DatabaseError, connection, transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games import secret_words
from games.models import PlayingWord, Reading, SecretWord, Vote
from games.sealing import commitment_by, key_of, opening_for, opening_of, seal, unseal
from tests.factories.base import NOW
from tests.refusals import refusal, refused_code

KEY = key_of("a key of sufficient length for tests")
OTHER = key_of("another key of sufficient length, too")
SECRET = "ŽLUČNÍK"


@pytest.fixture
def mint():
    """Chance that is none, but never the same."""
    numbers = count(1)
    return lambda size: next(numbers).to_bytes(size, "big")


@pytest.fixture
def word(db, mint):
    plain = secret_words.plain_of(SECRET, caption="pan", theme="doctors", language="cs", note="from the ward")
    return secret_words.propose(
        id=uuid.uuid4(), place="evening-1", plain=plain, by="account:1", now=NOW, key=KEY, mint=mint
    )


@pytest.fixture
def sealed(word, mint):
    secret_words.approve_and_seal(word=word, now=NOW, key=KEY, mint=mint)
    return word


def test_a_word_lies_sealed_from_its_proposal_on(word):
    row = SecretWord.objects.filter(pk=word.pk).values().get()
    kept = repr({**row, "sealed": bytes(row["sealed"])}).casefold()
    for text in (SECRET, "doctors", "ward", "pan'"):
        assert text.casefold() not in kept
    assert "ŽLU" not in repr(secret_words.plain_of(SECRET, note="ŽLU"))


def test_who_reads_a_word_stands_in_the_readings(word):
    plain = secret_words.read(words=[word], by="account:2", now=NOW, key=KEY)[word.pk]
    assert (plain.word, plain.letters, plain.caption) == (SECRET, tuple(SECRET), "pan")
    assert list(Reading.objects.values_list("word", "by", "state")) == [(word.pk, "account:2", "proposed")]


def test_looking_again_at_what_is_voted_on_is_no_opening_and_opening_a_sealed_word_always_is(word, mint):
    look = {"words": [word], "now": NOW, "key": KEY, "is_opening": False}
    for by in ("account:2", "account:2", "account:3"):
        assert secret_words.read(by=by, **look)[word.pk].word == SECRET
    assert Reading.objects.count() == 2
    secret_words.approve_and_seal(word=word, now=NOW, key=KEY, mint=mint)
    for _ in range(3):
        secret_words.read(words=[word], by="account:2", now=NOW, key=KEY)
    assert list(Reading.objects.order_by("pk").values_list("by", "state"))[2:] == [("account:2", "sealed")] * 3


def test_a_proposal_sent_twice_is_one_and_nobody_takes_its_id_over(word, mint):
    again = {"id": word.pk, "plain": secret_words.plain_of("JINAK"), "now": NOW, "key": KEY, "mint": mint}
    assert secret_words.propose(place="evening-1", by="account:1", **again) == word
    assert refusal(secret_words.propose, place="evening-1", by="account:9", **again).code == "id_reused"
    assert secret_words.read(words=[word], by="account:1", now=NOW, key=KEY)[word.pk].word == SECRET


@pytest.mark.parametrize("text", ["AB", "HERR FLICK", "A" * 13, "KAT9"])
def test_a_word_that_cannot_be_is_refused_without_naming_it(text):
    assert refused_code(secret_words.plain_of, text) == "word_malformed"


def test_a_split_is_corrected_while_nothing_is_decided(db, mint):
    plain = secret_words.plain_of("CHRTI")
    word = secret_words.propose(id=uuid.uuid4(), place="e", plain=plain, by="account:1", now=NOW, key=KEY, mint=mint)
    secret_words.correct_split(word=word, letters=("CH", "R", "T", "I"), key=KEY, mint=mint)
    assert secret_words.read(words=[word], by="b", now=NOW, key=KEY)[word.pk].letters == ("CH", "R", "T", "I")
    wrong = {"word": word, "key": KEY, "mint": mint}
    assert refusal(secret_words.correct_split, letters=("CH", "RT"), **wrong).code == "word_malformed"
    secret_words.approve_and_seal(word=word, now=NOW, key=KEY, mint=mint)
    assert refusal(secret_words.correct_split, letters=tuple("CHRTI"), **wrong).code == "word_decided"


# --- Votes ------------------------------------------------------------------------------------------------------------


def cast(word, by, verdict, mint, note=""):
    return secret_words.review(word=word, by=by, verdict=verdict, note=note, now=NOW, key=KEY, mint=mint)


def test_nobody_sees_a_vote_nor_how_many_there_are_before_he_has_cast_his_own(word, mint):
    cast(word, "account:2", "approve", mint, "a fine word")
    assert secret_words.votes_seen(word, by="account:3", key=KEY) == []
    cast(word, "account:3", "reject", mint, "is it one word?")
    for by in ("account:2", "account:3"):
        seen = secret_words.votes_seen(word, by=by, key=KEY)
        assert [(one.by, one.verdict, one.note) for one in seen] == [
            ("account:2", "approve", "a fine word"),
            ("account:3", "reject", "is it one word?"),
        ]
    assert secret_words.votes_seen(word, by="account:4", key=KEY) == []


def test_to_discuss_opens_nothing_before_the_word_is_decided(word, mint):
    cast(word, "account:2", "approve", mint, "a fine word")
    cast(word, "account:3", "discuss", mint, "is it one word?")
    assert [one.by for one in secret_words.votes_seen(word, by="account:3", key=KEY)] == ["account:3"]
    cast(word, "account:3", "discuss", mint, "or two?")
    assert [one.note for one in secret_words.votes_seen(word, by="account:3", key=KEY)] == [
        "is it one word?",
        "or two?",
    ]
    secret_words.reject(word=word, now=NOW)
    assert len(secret_words.votes_seen(word, by="account:3", key=KEY)) == 3


def test_the_last_vote_of_each_counts_and_the_same_again_is_none(word, mint):
    first = cast(word, "account:2", "reject", mint, "too hard")
    assert cast(word, "account:2", "reject", mint, " too hard ") == first
    cast(word, "account:2", "approve", mint)
    cast(word, "account:3", "approve", mint)
    assert Vote.objects.count() == 3
    assert secret_words.outcome_of(word, quorum=2, majority=99) == "approved"
    assert secret_words.outcome_of(word, quorum=2, majority=50, without=["account:3"]) == "open"
    assert [one.counts for one in secret_words.votes_seen(word, by="account:2", key=KEY)] == [False, True, True]


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(st.lists(st.tuples(st.integers(2, 4), st.sampled_from(["approve", "reject", "discuss"])), max_size=9))
def test_no_vote_changes_once_another_was_visible_to_its_voter(word, mint, attempts):
    """In every order of attempts: what somebody has seen of others' votes never comes before a vote of his."""
    with transaction.atomic():
        saw: set[str] = set()
        for number, (voter, verdict) in enumerate(attempts):
            by = f"account:{voter}"
            said = {"word": word, "by": by, "verdict": verdict, "mint": mint, "note": f"note {number}"}
            if by in saw:
                assert refusal(cast, **said).code == "vote_final"
            else:
                cast(**said)
            seen = {one: secret_words.votes_seen(word, by=f"account:{one}", key=KEY) for one in range(2, 6)}
            saw |= {
                f"account:{one}" for one, votes in seen.items() if any(vote.by != f"account:{one}" for vote in votes)
            }
            assert [secret_words.may_vote(word, by=f"account:{one}") for one in seen] == [
                f"account:{one}" not in saw for one in seen
            ]
        transaction.set_rollback(True)


def test_nobody_votes_on_his_own_proposal_by_whichever_account(word, mint):
    assert refusal(cast, word, "account:1", "approve", mint).code == "own_word"
    assert not secret_words.may_vote(word, by="account:1")
    other = {"verdict": "approve", "note": "", "now": NOW, "key": KEY, "mint": mint, "same": ["account:1", "account:5"]}
    assert refusal(secret_words.review, word=word, by="account:5", **other).code == "own_word"


def test_nobody_votes_twice_by_two_accounts_of_his(word, mint):
    cast(word, "account:2", "approve", mint)
    again = {"verdict": "approve", "note": "", "now": NOW, "key": KEY, "mint": mint, "same": ["account:2", "account:5"]}
    assert refusal(secret_words.review, word=word, by="account:5", **again).code == "vote_final"
    assert word.votes.count() == 1


@pytest.mark.parametrize("verdict", ["reject", "discuss"])
def test_who_is_not_for_it_says_why(word, mint, verdict):
    assert refusal(cast, word, "account:2", verdict, mint, " ").code == "vote_note_required"


def test_nothing_is_decided_twice(sealed, mint):
    assert refusal(cast, sealed, "account:1", "approve", mint).code == "word_decided"
    assert refusal(secret_words.approve_and_seal, word=sealed, now=NOW, key=KEY, mint=mint).code == "word_decided"
    assert refusal(secret_words.reject, word=sealed, now=NOW).code == "word_decided"
    assert refusal(secret_words.withdraw, word=sealed, now=NOW).code == "word_decided"


@pytest.mark.parametrize(
    ("model", "statements"),
    [
        (Vote, ["UPDATE games_vote SET verdict = 'reject'", "DELETE FROM games_vote"]),
        (Reading, ["UPDATE games_reading SET state = 'sealed'", "DELETE FROM games_reading"]),
    ],
)
def test_votes_and_readings_are_never_changed(word, mint, model, statements):
    cast(word, "account:2", "approve", mint)
    secret_words.read(words=[word], by="account:1", now=NOW, key=KEY)
    row = model.objects.get()
    for act in (row.save, row.delete, model.objects.all().delete, lambda: model.objects.update(by="x")):
        with pytest.raises(TypeError):
            act()
    for statement in statements:
        with pytest.raises(DatabaseError, match="append-only"), transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(statement)


# --- The seal ---------------------------------------------------------------------------------------------------------


def test_everybody_can_work_the_commitment_out_after_the_reveal_and_nobody_before(sealed):
    assert sealed.nonce == ""
    opened = secret_words.reveal(word=sealed, now=NOW, key=KEY)
    text = f"word/2|evening-1|{SECRET}|{' '.join(SECRET)}|pan|{sealed.nonce}"
    assert hashlib.sha256(text.encode()).hexdigest() == sealed.commitment
    assert len(bytes.fromhex(sealed.nonce)) == 16
    assert (opened.word, opened.caption, opened.letters) == (SECRET, "pan", list(SECRET))


def test_a_word_is_revealed_once(sealed):
    stale = SecretWord.objects.get(pk=sealed.pk)
    assert secret_words.reveal(word=sealed, now=NOW, key=KEY) == secret_words.reveal(word=stale, now=NOW, key=KEY)
    assert PlayingWord.objects.count() == 1
    assert sealed.revealed_at == stale.revealed_at == NOW


def test_only_a_sealed_word_is_revealed(word):
    assert refusal(secret_words.reveal, word=word, now=NOW, key=KEY).code == "word_not_sealed"


def test_the_nonce_is_shown_to_no_reader(sealed):
    assert secret_words.read(words=[sealed], by="account:2", now=NOW, key=KEY)[sealed.pk].nonce == ""


def test_another_key_opens_nothing_and_says_so(sealed):
    assert refusal(secret_words.read, words=[sealed], by="account:2", now=NOW, key=OTHER).code == "words_key_changed"
    assert refusal(secret_words.reveal, word=sealed, now=NOW, key=OTHER).code == "words_key_changed"
    sealed.refresh_from_db()
    assert (sealed.state, Reading.objects.count()) == ("sealed", 0)


def resealed(row, mint, **changes):
    """Whoever holds server and key can write something else into the row."""
    values = {**unseal(row.sealed, about=f"word/1|{row.pk}", key=KEY), **changes}
    row.sealed = seal(values, about=f"word/1|{row.pk}", key=KEY, iv=mint(12))
    row.save()
    return values


@pytest.mark.parametrize(
    "changes",
    [
        {"word": "JINAK", "letters": list("JINAK")},
        {"letters": ["Ž", "L", "U", "Č", "N", "Í", "K", ""]},
        {"letters": ["ŽL", *SECRET[2:]]},
        {"caption": "paní"},
        {"caption": ""},
        {"nonce": "00" * 16},
    ],
)
def test_no_part_of_what_was_promised_can_be_exchanged(sealed, mint, changes):
    resealed(sealed, mint, **changes)
    assert refusal(secret_words.reveal, word=sealed, now=NOW, key=KEY).code == "word_damaged"


def test_a_word_sealed_before_captions_were_covered_still_opens_its_commitment(sealed, mint):
    nonce = resealed(sealed, mint)["nonce"]
    sealed.commitment = hashlib.sha256(f"word/1|evening-1|{SECRET}|{nonce}".encode()).hexdigest()
    sealed.save()
    assert secret_words.reveal(word=sealed, now=NOW, key=KEY).word == SECRET


def test_no_two_openings_are_written_alike():
    """A caption may hold bars: where it begins and ends is still certain."""
    parts: list[tuple[str, str, tuple[str, ...], str, str]]
    parts = [("e", "ABC", ("A", "B", "C"), caption, "0" * 32) for caption in ("", "|", "x|" + "0" * 32, "A B C|")]
    parts += [("e", "ABC", ("AB", "C"), "", "0" * 32)]
    assert len({opening_of(*one) for one in parts}) == len(parts)
    assert [opening_for(commitment_by(opening_of(*one)), *one) for one in parts] == [opening_of(*one) for one in parts]
    assert opening_for("0" * 64, *parts[0]) == ""


def test_ciphertext_belongs_to_its_row_and_to_every_byte():
    kept = seal({"word": "KAMIL"}, about="word/1|a", key=KEY, iv=bytes(12))
    assert unseal(kept, about="word/1|a", key=KEY) == {"word": "KAMIL"}
    assert refused_code(lambda: unseal(kept, about="word/1|b", key=KEY)) == "word_damaged"
    for at in range(len(kept)):
        broken = bytes([*kept[:at], kept[at] ^ 1, *kept[at + 1 :]])
        assert refused_code(lambda broken=broken: unseal(broken, about="word/1|a", key=KEY)) == "word_damaged"
    assert refused_code(lambda: unseal(b"", about="word/1|a", key=KEY)) == "word_damaged"


def test_look_alikes_are_found_among_words_that_nobody_can_read(word, mint):
    def another(text):
        made = {"id": uuid.uuid4(), "place": "evening-2", "plain": secret_words.plain_of(text), "by": "account:3"}
        return secret_words.propose(**made, now=NOW, key=KEY, mint=mint)

    alike, turned_down = another("zlucnik"), another("ZLUČNIK")
    another("JINAK")
    secret_words.reject(word=turned_down, now=NOW)
    assert secret_words.look_alikes([word]) == {word.pk: [alike]}
    assert word.likeness != secret_words.likeness_of(secret_words.skeleton(SECRET), key=OTHER)
