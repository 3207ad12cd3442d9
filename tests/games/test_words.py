"""The commission's acts on a word, without any event: what is kept, what is shown, what can be checked."""

import hashlib
import uuid
from itertools import count

import pytest
from django.db import DatabaseError, connection, transaction

from games import secret_words
from games.models import PlayingWord, Reading, SecretWord, Vote
from games.sealing import key_of, seal, unseal
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
    cast(word, "account:1", "approve", mint, "a fine word")
    assert secret_words.votes_seen(word, by="account:2", key=KEY) == []
    cast(word, "account:2", "discuss", mint, "is it one word?")
    seen = secret_words.votes_seen(word, by="account:2", key=KEY)
    assert [(one.by, one.verdict, one.note) for one in seen] == [
        ("account:1", "approve", "a fine word"),
        ("account:2", "discuss", "is it one word?"),
    ]
    assert secret_words.votes_seen(word, by="account:3", key=KEY) == []


def test_the_last_vote_of_each_counts_and_the_same_again_is_none(word, mint):
    first = cast(word, "account:1", "reject", mint, "too hard")
    assert cast(word, "account:1", "reject", mint, " too hard ") == first
    cast(word, "account:1", "approve", mint)
    cast(word, "account:2", "approve", mint)
    assert Vote.objects.count() == 3
    assert secret_words.outcome_of(word, quorum=2, majority=99) == "approved"
    assert secret_words.outcome_of(word, quorum=2, majority=50, without=["account:2"]) == "open"
    assert [one.counts for one in secret_words.votes_seen(word, by="account:1", key=KEY)] == [False, True, True]


@pytest.mark.parametrize("verdict", ["reject", "discuss"])
def test_who_is_not_for_it_says_why(word, mint, verdict):
    assert refusal(cast, word, "account:1", verdict, mint, " ").code == "vote_note_required"


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
    cast(word, "account:1", "approve", mint)
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
    text = f"word/1|evening-1|{SECRET}|{sealed.nonce}"
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


def test_an_exchanged_word_does_not_open_its_commitment(sealed, mint):
    """Whoever holds server and key can write another word into the row; the start refuses it."""
    plain = secret_words.plain_of("JINAK")
    values = {**{name: getattr(plain, name) for name in plain.__slots__}, "nonce": "00" * 16}
    sealed.sealed = seal(values, about=f"word/1|{sealed.pk}", key=KEY, iv=mint(12))
    sealed.save()
    assert refusal(secret_words.reveal, word=sealed, now=NOW, key=KEY).code == "word_damaged"


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
