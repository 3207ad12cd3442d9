"""What somebody of the hall hands in for a second secret: its digest, and how he wants to be called."""

from __future__ import annotations

import json
import re

from games.rules.refusals import Refused
from tournaments.ceremony.hall import LABEL, LONGEST_LABEL, HallPromise, hall_digest_of
from tournaments.facts.nicks import is_visible, nick_key
from tournaments.models import Account, CeremonyStep, CeremonyStepKind, Event, HallOffer, Round
from tournaments.operations import journal
from tournaments.queries.second_secrets import handed_in_by, lines_handed_in, players_with_accounts

SPEAKS = re.compile(r"[(),;:!?\"„“”«»]|\. ")
"""What a name does not need, and a sentence does: whoever reads it among ours would take it for ours."""


def hall_label(typed: str, event: Event) -> str:
    """How somebody of the hall wants to be called, with keys in place of nicks. Raises Refused `hall_label`."""
    label = journal.sealed(" ".join(typed.split()), event)
    if not LABEL.fullmatch(label) or not (label.isprintable() and is_visible(label)) or SPEAKS.search(label):
        raise Refused("hall_label", most=LONGEST_LABEL)
    return label


def refuse_name_of_another(label: str, event: Event, by: str, *, at_desk: bool = False) -> None:
    """Who plays here with an account is called, and named for ever, only if he has handed it in himself.

    `by`: the key of the account that hands it in, or whatever else the journal calls it. One statement. Raises Refused
    `hall_label_other`, at the desk `hall_label_typed`.
    """
    for account, one in players_with_accounts(event).items():
        is_named = f"[{one.key}]" in label or nick_key(label) == nick_key(one.nick)
        if is_named and account != by:
            raise Refused("hall_label_typed" if at_desk else "hall_label_other", nick=one.nick)


def hall_promise(typed: tuple[str, str], round_: Round, attempt: int, by: Account) -> HallPromise:
    """The second secret to freeze, by its label and digest: of whoever has handed it in, else of who types it in.

    Raises Refused `hall_label`, `hall_label_typed`, `hall_digest_form`, `hall_digest_spent`; `hall_digest_offered` if
    it waits under another name: who is named would not be who has the secret.
    """
    digest, label = hall_digest(typed[1], round_, attempt), hall_label(typed[0], round_.event)
    whose = handed_in_by(round_.event, round_.number, attempt).get(digest, by.key)
    refuse_name_of_another(label, round_.event, whose, at_desk=True)
    offers = HallOffer.objects.filter(event=round_.event, round_number=round_.number, attempt=attempt, digest=digest)
    if any(offer.label != label for offer in offers):
        raise Refused("hall_digest_offered")
    return HallPromise(digest, label)


def hall_digest(typed: str, round_: Round, attempt: int) -> str:
    """The digest that was typed. One that a list was frozen with, or that was handed in for another draw, is of that
    draw alone: nobody could open it for this one, and whoever it is named after would be named for that.

    Two statements. Raises Refused `hall_digest_form`, `hall_digest_spent`.
    """
    digest = hall_digest_of(typed)
    frozen = CeremonyStep.objects.filter(event=round_.event, kind=CeremonyStepKind.FROZEN)
    lists = [json.loads(text) for text in frozen.values_list("document", flat=True)]
    handed_in = lines_handed_in(round_.event).filter(new__digest=digest)
    here = (f"round:{round_.number}", attempt)
    if any("hall" in told and told["hall"]["commitment"] == digest for told in lists) or any(
        (subject, new["attempt"]) != here for subject, new in handed_in.values_list("subject", "new")
    ):
        raise Refused("hall_digest_spent")
    return digest
