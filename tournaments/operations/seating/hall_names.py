"""What somebody of the hall hands in for a second secret: its digest, and how he wants to be called."""

from __future__ import annotations

import json

from games.rules.refusals import Refused
from tournaments.ceremony.hall import LABEL, LONGEST_LABEL, hall_digest_of
from tournaments.facts.nicks import is_visible
from tournaments.models import Account, CeremonyStep, CeremonyStepKind, Event, Registration
from tournaments.operations import journal


def hall_label(typed: str, event: Event) -> str:
    """How somebody of the hall wants to be called, with keys in place of nicks. Raises Refused `hall_label`."""
    label = journal.sealed(" ".join(typed.split()), event)
    if not LABEL.fullmatch(label) or not (label.isprintable() and is_visible(label)):
        raise Refused("hall_label", most=LONGEST_LABEL)
    return label


def refuse_name_of_another(label: str, event: Event, by: Account | None) -> None:
    """Who plays here with an account is called, and named for ever, only if he has handed it in himself.

    One statement. Raises Refused `hall_label_other`.
    """
    others = Registration.objects.filter(event=event, player__account__isnull=False).exclude(player__account=by)
    for key, nick in others.values_list("key", "nick"):
        if f"[{key}]" in label:
            raise Refused("hall_label_other", nick=nick)


def hall_digest(typed: str, event: Event) -> str:
    """The digest that was typed. One that a list was frozen with is of that draw alone: nobody could open it again.

    One statement. Raises Refused `hall_digest_form`, `hall_digest_spent`.
    """
    digest = hall_digest_of(typed)
    frozen = CeremonyStep.objects.filter(event=event, kind=CeremonyStepKind.FROZEN)
    lists = [json.loads(text) for text in frozen.values_list("document", flat=True)]
    if any("hall" in told and told["hall"]["commitment"] == digest for told in lists):
        raise Refused("hall_digest_spent")
    return digest
