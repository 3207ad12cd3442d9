"""The form for a ruling: who did what, who judged, what was decided and which deal it is about.

It is no line of the log: a ruling may take several of them, or none (operations/rulings/draft.py).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.rules.renonc import WARNING, decisions_for
from games.rules.setup import PLAYERS_OF_A_DEAL
from tournaments import instances
from tournaments.models import RoundStatus
from tournaments.operations.rulings.draft import RulingDraft
from tournaments.queries.tables import TableView
from tournaments.tableside.forms import Reason
from tournaments.texts import about_rulings
from tournaments.texts.about_log import log_lines


class RulingForm(forms.Form):
    """A ruling on one kind of renonc, or a revoke of Smear (competition.md 5.5), with the log lines that it takes.

    Where it changes a deal that is over, it is sent twice: first to look at what that changes (`looked`).
    """

    entry_id = forms.UUIDField(widget=forms.HiddenInput)
    expected_position = forms.IntegerField(widget=forms.HiddenInput, min_value=1, max_value=1_000_000)
    seat = forms.ChoiceField(label=_("Who did it"), widget=forms.RadioSelect)
    facts = forms.CharField(
        label=_("What happened"),
        help_text=_("Private: for the judges, the union and the player."),
        max_length=2000,
        widget=forms.Textarea(attrs={"rows": 3}),
        strip=True,
    )
    public_text = Reason(
        label=_("Public text"),
        help_text=_(
            "Everybody reads it on the page of the rulings, and where the ruling's line gives a reason in the log."
        ),
        max_length=300,
        required=False,
    )
    judged_by = forms.ChoiceField(label=_("Who judged"), widget=forms.RadioSelect)
    decision = forms.ChoiceField(label=_("Ruling"), widget=forms.RadioSelect)
    position = forms.IntegerField(label=_("Which deal"), required=False, min_value=1, widget=forms.Select)
    looked = forms.CharField(required=False, max_length=200, widget=forms.HiddenInput)
    bench = forms.MultipleChoiceField(
        label=_("Who sits out this deal"),
        help_text=_("Only for the deal being played now."),
        widget=forms.CheckboxSelectMultiple,
        required=False,
    )

    def __init__(self, *args: Any, view: TableView, kind: str, **options: Any) -> None:
        super().__init__(*args, **options)
        self.kind, self.length = kind, view.length
        people = [(seat.seat, f"{seat.seat} – {seat.nick}") for seat in view.seats]
        lines = log_lines(view.state, view.names, has_letters=bool(view.letters)) if view.state else []
        deals = [(line.position, line.text) for line in reversed(lines) if line.deal]
        self.is_running = view.proposal is not None and view.round_status == RoundStatus.RUNNING
        now = [("", _("the deal being played now"))] if self.is_running else []
        end = [] if self.is_running else [("", _("none of them: at the end of the game"))]
        self._offer("seat", people)
        judges = [judge for judge in instances.INSTANCES if not instances.why_not_judge(view.instance, judge)]
        self._offer("judged_by", [(judge, about_rulings.JUDGES[judge]) for judge in judges])
        self._offer(
            "decision",
            [(decision, about_rulings.DECISIONS[decision]) for decision in decisions_for(kind, is_smear=view.is_smear)],
        )
        self._show("position", [*now, *deals, *end])
        self._offer("bench", people)
        self._show("bench", [(seat, who) for seat, who in people if seat in view.active])
        if view.is_smear or view.proposal is None or len(view.active) == PLAYERS_OF_A_DEAL:
            del self.fields["bench"]

    def _offer(self, name: str, choices: Sequence[tuple[str, Any]]) -> None:
        """The values that a field takes: the same through the whole game, so that a form sent again is valid."""
        field = self.fields[name]
        if isinstance(field, forms.ChoiceField):
            field.choices = choices

    def _show(self, name: str, choices: Sequence[tuple[Any, Any]]) -> None:
        """What a field offers on the screen; whether it is possible is judged by the operation."""
        widget = self.fields[name].widget
        if isinstance(widget, forms.widgets.ChoiceWidget):
            widget.choices = choices

    @property
    def mark(self) -> str:
        """What was looked at, if what is over would change: a deal, or the game; nothing else needs a look."""
        said = self.cleaned_data
        is_sent_again = said["expected_position"] <= self.length  # it may have ended the game itself
        if said["decision"] == WARNING or (said["position"] is None and (self.is_running or is_sent_again)):
            return ""
        return " ".join(str(said[name]) for name in ("seat", "decision", "position", "expected_position"))

    @property
    def is_to_be_looked_at(self) -> bool:
        """Whether it would change a deal that is over, and its writer has not yet seen how."""
        return bool(self.mark) and self.mark != self.cleaned_data["looked"]

    def draft(self) -> RulingDraft:
        """The ruling as the valid form says it. Without a bench where nobody was asked who sits out."""
        said = self.cleaned_data
        return RulingDraft(
            judged_by=said["judged_by"],
            decision=said["decision"],
            kind=self.kind,
            seat=said["seat"],
            position=said["position"],
            facts=said["facts"],
            public_text=said["public_text"],
            bench=tuple(said["bench"]) if "bench" in self.fields else None,
            expected_position=said["expected_position"],
            form=said["entry_id"],
        )
