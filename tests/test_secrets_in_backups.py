"""A backup can be read by whoever finds it. Each column that looks like a secret is closed in it, or is none, and why.

Looked at is every model, those of libraries too, and no list of them is kept: a column that comes later and has the
name of a secret, holds bytes or an id that nobody guesses falls in by itself, and wants a place in the backup's private
part (`backing_up.py`) or a reason here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from django.apps import apps
from django.db import models

from tournaments.operations.upkeep.backing_up import _LEFT_OUT, PRIVATE_COLUMNS, PRIVATE_TABLES, SESSIONS

LOOKS_SECRET = re.compile(
    r"secret|key|code|token|hash|digest|pass|salt|nonce|seed|seal|pin\b|sign|otp|proof|commit|likeness|network|turn|head"
    r"|device|witness"
)
PUBLIC = "a name of a thing, which pages show"
CHAIN = "a digest of what stands beside it, which pages show"
FORM = "the number of a form that was sent; it keeps it from counting twice and is of no use to anybody else"
NUMBER = "counts how often something was made anew; what was made is signed with SECRET_KEY"
NAMED = "the number of a row; what leads to it is signed with SECRET_KEY, or asks who is signed in"
PHONE = "which phone it was; who has it can do nothing without the session of its owner"
SEALED = "sealed under SCWU_WORDS_KEY"
KEYED = "made with a key that is not in the file, so nobody can try out what it was made of"
NONE: dict[str, str] = {
    "auth.permission.codename": PUBLIC,
    "tournaments.series.code": PUBLIC,
    "tournaments.club.code": PUBLIC,
    "tournaments.clubalias.code": PUBLIC,
    "tournaments.clublogo.png": "a picture that pages show",
    "tournaments.player.nick_key": PUBLIC,
    "tournaments.nickalias.nick_key": PUBLIC,
    "tournaments.claim.nick_key": "a nick that is held, as it is compared: a person's datum, and no way in",
    "tournaments.claim.id": NAMED,
    "tournaments.claim.network": KEYED,
    "tournaments.bannedidentity.digest": KEYED,
    "tournaments.registration.key": PUBLIC,
    "tournaments.registration.code_turn": NUMBER,
    "tournaments.eventdoor.turn": NUMBER,
    "tournaments.score.key": PUBLIC,
    "tournaments.score.rank_key": "the order of the standings, which follows from the logs",
    "tournaments.draw.seed": "a seed from which tables were drawn that stand beside it",
    "tournaments.draw.inputs_hash": CHAIN,
    "tournaments.ceremonystep.digest": CHAIN,
    "tournaments.halloffer.digest": "a promise to a secret that is on somebody's phone or paper, and never came here",
    "tournaments.hallscreen.turned": "cards that lie on the table before everybody",
    "tournaments.publication.head": CHAIN,
    "tournaments.publication.journal_head": CHAIN,
    "tournaments.journalhead.digest": CHAIN,
    "tournaments.journalline.digest": CHAIN,
    "tournaments.rowseal.key": "the number of a row",
    "tournaments.rowseal.turn": "which of the seals of this row it is",
    "tournaments.rowseal.salt": "goes with a row that stands in the file itself; it is deleted with the row",
    "tournaments.rowseal.digest": CHAIN,
    "tournaments.mailing.form": FORM,
    "tournaments.ruling.form": FORM,
    "tournaments.sanction.form": FORM,
    "tournaments.sentform.id": FORM,
    "tournaments.message.key": "keeps a letter from being written twice: what it is about, by numbers of rows",
    "tournaments.phone.id": PHONE,
    "games.entry.device": PHONE,
    "games.arrival.device": PHONE,
    "games.game.head": CHAIN,
    "games.game.kept_head": CHAIN,
    "games.entry.id": "the number of a line, which the log shows",
    "games.entry.witness": "the letter of a seat",
    "games.entry.digest": CHAIN,
    "games.arrival.line": "the number of a line, which the log shows",
    "games.arrival.about": "the number of a line, which the log shows",
    "games.arrival.turn": "which of several tellings it is",
    "games.arrival.code": PUBLIC,
    "games.arrival.digest": CHAIN,
    "games.secretword.id": NAMED,
    "games.secretword.sealed": SEALED,
    "games.secretword.key_id": "the name of a key, which tells nothing about it",
    "games.secretword.likeness": KEYED,
    "games.secretword.commitment": "a digest of word and nonce; both are sealed until the word is public",
    "games.secretword.nonce": "empty until the word is public",
    "games.vote.turn": "which vote about this word it is",
    "games.vote.note": SEALED,
}


def in_the_open() -> Iterator[str]:
    """Columns that look like a secret and that everybody can read who has the file."""
    for model in apps.get_models():
        label = model._meta.label_lower
        if label in SESSIONS | PRIVATE_TABLES:
            continue
        for column in model._meta.concrete_fields:
            is_number = isinstance(column, models.UUIDField | models.BinaryField)
            looks_so = LOOKS_SECRET.search(column.attname) and not isinstance(column, models.DateTimeField)
            if not column.is_relation and column.attname != PRIVATE_COLUMNS.get(label) and (is_number or looks_so):
                yield f"{label}.{column.attname}"


def test_each_column_that_looks_like_a_secret_is_closed_or_has_a_reason() -> None:
    found = set(in_the_open())
    assert sorted(found - set(NONE)) == []
    assert sorted(set(NONE) - found) == [], "reasons for columns that are not there any more"
    assert all(NONE.values())


def test_what_is_closed_is_there() -> None:
    """A model that was given another name would lie open."""
    named = {model._meta.label_lower: model for model in apps.get_models()}
    assert SESSIONS | PRIVATE_TABLES | set(PRIVATE_COLUMNS) | set(_LEFT_OUT) <= set(named)
    for label, column in PRIVATE_COLUMNS.items():
        assert named[label]._meta.get_field(column)
