"""The forms of the table side. Each knows its entry: what is typed becomes a line of the log, or a plain sentence.

Every form carries what the screen showed when it was made (design of the table log, "Entry from a device"): its own
id, which is the line's idempotency key for ever; the position that the line expects; the deal (`slot`), the last
position (`base`) and the pen that were on the screen. What the rules say about a line is not repeated here.
"""

from __future__ import annotations

from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext_lazy as _

from games.protocol import Draft
from games.rules.entries import (
    Accept,
    Amend,
    Correction,
    Deal,
    Entry,
    Pause,
    PenaltyLetter,
    Resume,
    SmearDeal,
    Strike,
    VoidDeal,
)
from games.rules.payload import LONGEST_REASON, one_line
from games.rules.replay import replay
from games.rules.setup import PLAYERS_OF_A_DEAL
from games.rules.smoking_cat.game import POINTS_OF_A_DEAL
from tournaments.facts.nicks import shown
from tournaments.queries.tables import LineView, TableView
from tournaments.tableside.sheet import POINTS

SEATS = "ABCDEF"
OLD_PAGE = _("This form is not complete. Open the page of the table again.")


class LineForm(forms.Form):
    """A form that becomes a line of the log, or refuses in plain words."""

    hidden: ClassVar[tuple[str, ...]] = ("entry_id", "expected_position", "slot", "base", "pen")

    entry_id = forms.UUIDField(widget=forms.HiddenInput)
    expected_position = forms.IntegerField(widget=forms.HiddenInput, min_value=1, max_value=1_000_000)
    slot = forms.IntegerField(widget=forms.HiddenInput, required=False, min_value=1, max_value=1_000_000)
    base = forms.IntegerField(widget=forms.HiddenInput, required=False, min_value=0, max_value=1_000_000)
    pen = forms.IntegerField(widget=forms.HiddenInput, required=False, min_value=0, max_value=1_000_000)

    def entry(self) -> Entry:
        """The line that the valid form says."""
        raise NotImplementedError

    def draft(self) -> Draft:
        """The line with what its screen knew.

        The pen is left out: whether its writer holds it is seen under the lock, not believed from the form.
        """
        said = self.cleaned_data
        return Draft(
            id=said["entry_id"],
            entry=self.entry(),
            expected_position=said["expected_position"],
            slot=said["slot"],
            base=said["base"],
        )

    def sentences(self) -> list[str]:
        """Everything that is wrong, for a form that shows its fields by hand."""
        if any(name in self.errors for name in self.hidden):
            return [str(OLD_PAGE)]
        return [str(fault) for faults in self.errors.values() for fault in faults]


class Bench(forms.CharField):
    """Seats in one word, as "EF", in the order of sitting down."""

    def __init__(self, **options: Any) -> None:
        super().__init__(required=False, max_length=6, **options)

    def clean(self, value: Any) -> tuple[str, ...]:
        return tuple(dict.fromkeys(super().clean(value)))


class Reason(forms.CharField):
    """A reason as the log takes it: one line, nothing that cannot be seen."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**{"label": _("Reason"), "max_length": LONGEST_REASON, **options})

    def to_python(self, value: Any) -> str:
        return shown(one_line(super().to_python(value) or ""))


def points_field(label: str = "") -> forms.IntegerField:
    """The points of one seat."""
    wrong = _("Points are whole numbers from 0 to 33.")
    errors = {"invalid": wrong, "min_value": wrong, "max_value": wrong}
    field = forms.IntegerField(
        required=False, label=label, min_value=0, max_value=POINTS_OF_A_DEAL, error_messages=errors
    )
    field.widget.attrs["inputmode"] = "numeric"
    return field


class PointsForm(LineForm):
    """What the forms with points have in common: they add up to 33, or somebody says that they stand as they are."""

    packed = forms.BooleanField(required=False, label=_("packed (all remaining cards taken)"))
    points_as_they_are = forms.BooleanField(required=False, label=_("record these points as they are"))

    def points(self) -> dict[str, int] | None:
        """The points that were filled in, None without any."""
        given = {seat: self.cleaned_data.get(POINTS + seat) for seat in SEATS}
        return {seat: number for seat, number in given.items() if number is not None} or None

    def check_points(self) -> None:
        """Adds the fault of points that do not add up."""
        points = self.points()
        if any(name.startswith(POINTS) for name in self.errors) or points is None:
            return
        total = sum(points.values())
        if total != POINTS_OF_A_DEAL and not self.cleaned_data.get("points_as_they_are"):
            said = _("The points add up to %(total)s, but a deal has 33. Nothing is recorded yet.")
            self.add_error(None, forms.ValidationError(said, params={"total": total}, code="points_sum"))


class DealForm(PointsForm):
    loser = forms.RegexField(
        r"\A[A-Z]\Z",
        error_messages={
            "required": _("Tap the row of whoever lost the deal, then Done."),
            "invalid": OLD_PAGE,
        },
    )
    bench = Bench()
    dealer = forms.RegexField(r"\A[A-Z]\Z", required=False)

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        for seat in SEATS:
            self.fields[POINTS + seat] = points_field()

    def clean(self) -> None:
        self.check_points()
        bench, points = self.cleaned_data.get("bench", ()), self.points() or {}
        if self.cleaned_data.get("dealer") in (*bench, ""):
            self.cleaned_data["dealer"] = None
        for seat in sorted(points.keys() & set(bench)):
            said = _("Seat %(seat)s sits out this deal and has no points.")
            self.add_error(None, forms.ValidationError(said, params={"seat": seat}))

    def entry(self) -> Deal:
        said = self.cleaned_data
        bench = tuple(sorted(said["bench"]))
        return Deal(said["loser"], bench, points=self.points(), packed=said["packed"], dealer=said["dealer"])


class VoidDealForm(LineForm):
    bench = Bench()
    dealer = forms.RegexField(r"\A[A-Z]\Z", required=False)
    reason = Reason(error_messages={"required": _("Say why the deal is void.")})

    def entry(self) -> VoidDeal:
        said = self.cleaned_data
        bench = tuple(sorted(said["bench"]))
        return VoidDeal(bench, said["reason"], dealer=said["dealer"] if said["dealer"] not in (*bench, "") else None)


class PenaltyLetterForm(LineForm):
    seat = forms.RegexField(r"\A[A-Z]\Z", error_messages={"required": _("Choose who takes the penalty letter.")})
    reason = Reason(error_messages={"required": _("Say what the penalty letter is for.")})

    def entry(self) -> PenaltyLetter:
        return PenaltyLetter(self.cleaned_data["seat"], self.cleaned_data["reason"])


class PauseForm(LineForm):
    reason = Reason(error_messages={"required": _("Say why the table has a pause.")})

    def entry(self) -> Pause:
        return Pause(self.cleaned_data["reason"])


class ResumeForm(LineForm):
    def entry(self) -> Resume:
        return Resume()


class AcceptForm(LineForm):
    seat = forms.RegexField(r"\A[A-Z]\Z", error_messages={"required": _("Choose who agrees.")})

    def entry(self) -> Accept:
        return Accept(self.cleaned_data["seat"])


class StrikeForm(LineForm):
    """Takes back the line at `position`; undo is a strike of the last line."""

    position = forms.IntegerField(widget=forms.HiddenInput, min_value=1, error_messages={"required": OLD_PAGE})
    reason = Reason(required=False)

    def entry(self) -> Strike:
        return Strike(self.cleaned_data["position"], self.cleaned_data["reason"])


class CorrectionForm(PointsForm):
    """Changes what a line says. Only what is really changed goes into the log.

    Who could play then is asked of the log before that line, so that a correction leaves the line itself possible.
    """

    def __init__(self, *args: Any, view: TableView, line: LineView, **options: Any) -> None:
        self.line, self.seats = line, seats_before(view, line.position)
        super().__init__(*args, **{**options, "initial": {**_initial(line), **options.get("initial", {})}})
        people = [(seat, f"{seat} – {view.nick(seat)}") for seat in self.seats]
        self.fields |= _correction_fields(line.entry, people)
        if not isinstance(line.entry, Deal) or view.points_entry == "off":
            del self.fields["points_as_they_are"]
        if isinstance(line.entry, Deal):
            self.order_fields(
                ["loser", "bench", *(POINTS + seat for seat in self.seats), "points_as_they_are", "packed"]
            )
            if view.points_entry == "off":
                for seat in self.seats:
                    del self.fields[POINTS + seat]
        else:
            del self.fields["packed"]

    def clean(self) -> None:
        said = self.cleaned_data
        if "bench" in self.fields:
            bench = said.get("bench", [])
            if len(self.seats) - len(bench) != PLAYERS_OF_A_DEAL:
                wrong = _("Exactly four play a deal; with this bench it would be %(playing)s.")
                playing = len(self.seats) - len(bench)
                self.add_error("bench", forms.ValidationError(wrong, params={"playing": playing}))
            if said.get("loser") in bench:
                self.add_error("loser", _("Somebody on the bench cannot lose the deal."))
        self.check_points()

    def plain_fields(self) -> list[forms.BoundField]:
        """What is corrected every other week: the loser, the bench, the reason."""
        return [self[name] for name in self.fields if not self._is_rare(name)]

    def rare_fields(self) -> list[forms.BoundField]:
        """What stays folded: points, packing, who dealt."""
        return [self[name] for name in self.fields if self._is_rare(name)]

    def _is_rare(self, name: str) -> bool:
        return name.startswith("points_") or name in ("packed", "dealer")

    def changes(self) -> dict[str, object]:
        """Field → new value, for those that differ from what the line says now."""
        entry, said = self.line.entry, dict(self.cleaned_data)
        said["points"] = self.points()
        said["bench"] = tuple(said.get("bench") or ())
        said["dealer"] = said.get("dealer") or None
        if isinstance(entry, Deal) and POINTS + self.seats[0] not in self.fields:
            said["points"] = entry.points
        changed = {name: said[name] for name in entry.amendable if said[name] != getattr(entry, name)}
        return {name: list(value) if isinstance(value, tuple) else value for name, value in changed.items()}

    def entry(self) -> Amend:
        remark = self.cleaned_data["reason"] if isinstance(self.line.entry, Deal) else ""
        changes = self.changes()
        if "reason" in changes:
            changes["reason"] = changes["reason"] or None  # taken away: an empty one would say nothing at all
        return Amend(self.line.position, changes, remark)


def can_be_changed(line: LineView) -> bool:
    """Whether there is a form for what the line says; every line can be taken back."""
    return isinstance(line.entry, Deal | SmearDeal | VoidDeal | PenaltyLetter) and not line.is_struck


def seats_before(view: TableView, position: int) -> tuple[str, ...]:
    """The seats that were still in when the line at `position` was written, as the log reads now."""
    if view.state is None:
        return ()
    before = [line.entry for line in view.state.lines[: position - 1] if line.applied]
    return replay(view.state.setup, [entry for entry in before if not isinstance(entry, Correction)]).active


def _initial(line: LineView) -> dict[str, Any]:
    entry = line.entry
    if isinstance(entry, Deal):
        points = {POINTS + seat: number for seat, number in (entry.points or {}).items()}
        return {"loser": entry.loser, "bench": entry.bench, "packed": entry.packed, "dealer": entry.dealer, **points}
    if isinstance(entry, VoidDeal):
        return {"bench": entry.bench, "dealer": entry.dealer, "reason": entry.reason}
    return {"seat": entry.seat, "reason": entry.reason} if isinstance(entry, PenaltyLetter) else {}


def _correction_fields(entry: Entry, people: list[tuple[str, str]]) -> dict[str, forms.Field]:
    found: dict[str, forms.Field] = {}
    if isinstance(entry, Deal):
        found["loser"] = forms.ChoiceField(label=_("Who lost"), choices=people, widget=forms.RadioSelect)
        found |= {POINTS + seat: points_field(str(_("Points of %(who)s") % {"who": who})) for seat, who in people}
    if isinstance(entry, Deal | VoidDeal):
        if len(people) > PLAYERS_OF_A_DEAL:
            found["bench"] = forms.MultipleChoiceField(
                label=_("Who sat out"), choices=people, widget=forms.CheckboxSelectMultiple, required=False
            )
        unknown = [("", _("not written down")), *people]
        found["dealer"] = forms.ChoiceField(label=_("Who dealt"), choices=unknown, required=False)
    if isinstance(entry, PenaltyLetter):
        found["seat"] = forms.ChoiceField(label=_("Who took the letter"), choices=people, widget=forms.RadioSelect)
    found["reason"] = Reason(required=False)
    return found
