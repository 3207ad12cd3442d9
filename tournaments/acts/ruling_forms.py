"""The forms in which a higher instance rules anew; the table side and the union's pages share them.

Such a form is sent twice: first to see what it would change, then to confirm exactly that. `previewed` is a digest of
what was looked at; whoever changes a field afterwards, or meets a log that has grown, is shown the new consequences.
"""

from __future__ import annotations

import hashlib
import uuid
from collections.abc import Sequence
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from games.rules.renonc import catalogue_of, decisions_for
from tournaments.models import Judge, Outcome, Ruling, SanctionKind
from tournaments.operations.rulings.draft import AppealDraft, RulingDraft, SanctionDraft
from tournaments.queries.tables_public import log_of, table_now
from tournaments.texts import about_rulings
from tournaments.texts.about_log import log_lines
from tournaments.texts.about_rulings import OUTCOMES, SANCTIONS

NOT_TYPED = ("csrfmiddlewaretoken", "previewed", "confirm")


class PreviewedForm(forms.Form):
    """A form whose consequences are looked at before they come."""

    entry_id = forms.UUIDField(widget=forms.HiddenInput)
    expected_position = forms.IntegerField(widget=forms.HiddenInput, min_value=1, max_value=1_000_000)
    previewed = forms.CharField(widget=forms.HiddenInput, required=False, max_length=64)

    @property
    def digest(self) -> str:
        """The digest of everything that was filled in."""
        sent = self._sent()
        said = sorted((name, sent.getlist(name)) for name in sent if name not in NOT_TYPED)
        return hashlib.sha256(repr(said).encode()).hexdigest()

    @property
    def is_confirmed(self) -> bool:
        """Whether what was previewed is sent again, to be done."""
        return "confirm" in self.data and self.cleaned_data.get("previewed") == self.digest

    def looked_at(self) -> None:
        """Mark the form as previewed: the page shows what it would change."""
        sent = self._sent()
        sent["previewed"] = self.digest
        self.data = sent

    def renew(self, length: int) -> None:
        """After a refusal: the form knows the log as it is now, and what it would change has to be looked at again."""
        sent = self._sent()
        sent["expected_position"], sent["previewed"] = str(length + 1), ""
        self.data = sent

    def _sent(self) -> QueryDict:
        assert isinstance(self.data, QueryDict)  # noqa: S101 – it came by a request; tells the type checker
        return self.data.copy()


class OverruleForm(PreviewedForm):
    """A further ruling in place of `ruling`. `judges`: the instances as which its writer may rule."""

    judged_by = forms.ChoiceField(label=_("Who judges now"), widget=forms.RadioSelect)
    decision = forms.ChoiceField(label=_("Ruling"), widget=forms.RadioSelect)
    kind = forms.ChoiceField(label=_("What it was"))
    seat = forms.ChoiceField(label=_("Who did it"))
    position = forms.TypedChoiceField(label=_("Which deal"), coerce=int, empty_value=None, required=False)
    facts = forms.CharField(
        label=_("Reasons"),
        help_text=_("Private: for the judges, the union and the player."),
        max_length=2000,
        widget=forms.Textarea(attrs={"rows": 3}),
    )
    public_text = forms.CharField(
        label=_("Public text"), help_text=_("Everybody reads it."), max_length=300, required=False
    )

    def __init__(self, *args: Any, ruling: Ruling, judges: Sequence[str], **options: Any) -> None:
        super().__init__(*args, **options)
        game = ruling.table.game
        self.initial = {
            "entry_id": uuid.uuid4(),
            "expected_position": (game.length if game else 0) + 1,
            "judged_by": judges[-1] if judges else "",
            "kind": ruling.kind,
            "seat": ruling.seat,
            "position": ruling.deal or "",
            **self.initial,
        }
        fill_in(self, ruling)
        self._choose("judged_by", [(instance, about_rulings.JUDGES[instance]) for instance in judges])

    def draft(self) -> RulingDraft:
        """The further ruling as the valid form says it."""
        said = self.cleaned_data
        return RulingDraft(
            judged_by=said["judged_by"],
            decision=said["decision"],
            kind=said["kind"],
            seat=said["seat"],
            position=said["position"],
            facts=said["facts"],
            public_text=said["public_text"],
            expected_position=said["expected_position"],
            form=said["entry_id"],
        )

    def _choose(self, name: str, choices: list[tuple[str, Any]]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)  # noqa: S101 – tells the type checker
        field.choices = choices


class DecisionForm(PreviewedForm):
    """The union's decision on an appeal. What stands instead counts only where something is changed."""

    outcome = forms.ChoiceField(label=_("Decision"), choices=list(OUTCOMES.items()), widget=forms.RadioSelect)
    reasons = forms.CharField(
        label=_("Reasons"),
        help_text=_("The player is told them."),
        max_length=2000,
        widget=forms.Textarea(attrs={"rows": 4}),
    )


class AppealDecisionForm(DecisionForm):
    """The union's decision on an appeal against a ruling."""

    public_text = forms.CharField(
        label=_("Public text"), help_text=_("Everybody reads it."), max_length=300, required=False
    )
    decision = forms.ChoiceField(label=_("If it is changed: the ruling instead"), required=False)
    kind = forms.ChoiceField(label=_("What it was"))
    seat = forms.ChoiceField(label=_("Who did it"))
    position = forms.TypedChoiceField(label=_("Which deal"), coerce=int, empty_value=None, required=False)

    def __init__(self, *args: Any, ruling: Ruling, **options: Any) -> None:
        super().__init__(*args, **options)
        game = ruling.table.game
        self.initial = {
            "entry_id": uuid.uuid4(),
            "expected_position": (game.length if game else 0) + 1,
            "kind": ruling.kind,
            "seat": ruling.seat,
            "position": ruling.deal or "",
            **self.initial,
        }
        fill_in(self, ruling)

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        if data.get("outcome") == "changed" and not data.get("decision"):
            self.add_error("decision", _("Say what is ruled instead."))
        return data

    def draft(self) -> AppealDraft:
        """The decision as the valid form says it."""
        said = self.cleaned_data
        return AppealDraft(
            outcome=said["outcome"],
            reasons=said["reasons"],
            public_text=said["public_text"],
            expected_position=said["expected_position"],
            instead=self._instead() if said["outcome"] == Outcome.CHANGED else None,
        )

    def _instead(self) -> RulingDraft:
        said = self.cleaned_data
        return RulingDraft(
            judged_by=Judge.UNION,
            decision=said["decision"],
            kind=said["kind"],
            seat=said["seat"],
            position=said["position"],
            facts=said["reasons"],
            public_text=said["public_text"],
            expected_position=said["expected_position"],
        )


class SanctionForm(forms.Form):
    """What kind of sanction, until when."""

    kind = forms.ChoiceField(label=_("Sanction"), choices=list(SANCTIONS.items()), widget=forms.RadioSelect)
    ends_on = forms.DateField(
        label=_("Last day of a ban until a date"),
        required=False,
        widget=forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"}),
    )

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        if data.get("kind") == SanctionKind.BAN_UNTIL and not data.get("ends_on"):
            self.add_error("ends_on", _("A ban until a date needs its last day."))
        return data


def fill_in(form: forms.Form, ruling: Ruling) -> None:
    """The choices that follow from the table: kinds, decisions, seats with nicks, deals in words."""
    table = ruling.table
    is_smear = table.round.event.is_smear
    kinds = catalogue_of(is_smear=is_smear)
    decisions = dict.fromkeys(
        decision for kind in kinds for decision in decisions_for(kind, is_smear=is_smear, overruling=True)
    )
    now = table_now(table)
    log = log_of(table, now)
    lines = log_lines(log.state, log.names, has_letters=log.has_letters) if log else []
    deals = [(line.position, line.text) for line in reversed(lines) if line.deal or line.position == ruling.deal]
    choices: dict[str, list[tuple[Any, Any]]] = {
        "kind": [(kind, about_rulings.RENONC_KINDS[kind]) for kind in kinds],
        "decision": [(decision, about_rulings.DECISIONS[decision]) for decision in decisions],
        "seat": [(seat.seat, f"{seat.seat} – {seat.now.nick}") for seat in now.seats],
        "position": [("", _("none, or the one being played now")), *deals],
    }
    if "outcome" in form.fields:  # there lifting is an outcome of its own
        choices["decision"] = [("", "–"), *(choice for choice in choices["decision"] if choice[0] != "lifted")]
    for name, offered in choices.items():
        field = form.fields[name]
        assert isinstance(field, forms.ChoiceField)  # noqa: S101 – tells the type checker
        field.choices = offered


class SanctionAppealForm(DecisionForm):
    """The union's decision on an appeal against a sanction."""

    kind = forms.ChoiceField(
        label=_("If it is changed: the sanction instead"), choices=[("", "–"), *SANCTIONS.items()], required=False
    )
    ends_on = forms.DateField(
        label=_("Last day of a ban until a date"),
        required=False,
        widget=forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"}),
    )

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.initial = {"entry_id": uuid.uuid4(), "expected_position": 1, **self.initial}

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        if data.get("outcome") == "changed" and not data.get("kind"):
            self.add_error("kind", _("Say what stands instead."))
        return data

    def draft(self) -> AppealDraft:
        """The decision as the valid form says it."""
        said = self.cleaned_data
        instead = SanctionDraft(said["kind"], said["ends_on"]) if said["outcome"] == Outcome.CHANGED else None
        return AppealDraft(outcome=said["outcome"], reasons=said["reasons"], instead=instead)

    def lines(self) -> list[str]:
        """What the decision changes, in a sentence."""
        said = self.cleaned_data
        instead = SANCTIONS.get(said["kind"], "") if said["outcome"] == "changed" else ""
        return [f"{OUTCOMES[said['outcome']]}{': ' if instead else ''}{instead}"]
