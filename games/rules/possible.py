"""Whether a line can be added to a log now, while a person can still mend it.

What a later correction makes impossible is kept and becomes a finding (competition.md 2.10); what cannot be from the
start is refused.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from games.rules.entries import Amend, Deal, Entry
from games.rules.payload import check_amendments
from games.rules.refusals import Refused
from games.rules.replay import GameState, replay
from games.rules.ruled import refuse_against_rulings
from games.rules.setup import GameSetup


def judged(
    setup: GameSetup, log: Sequence[Entry], entry: Entry, *, uncounted: bool = False, held: Collection[int] = ()
) -> GameState:
    """The state after the line. `uncounted`: a ruling gave the deal to its loser, so nobody has counted its points.
    `held`: the lines that rulings hold from whoever writes it.

    Raises Refused: `points_required`, `points_off`, `malformed_entry`, `line_of_ruling`, `ruling_stands`, or the code
    of the rule that it would break.
    """
    if isinstance(entry, Deal) and setup.options.points_entry != "optional":  # RULES C53
        if setup.options.points_entry == "required" and entry.points is None and not uncounted:
            raise Refused("points_required")
        if setup.options.points_entry == "off" and entry.points is not None:
            raise Refused("points_off")
    whole = [*log, entry]
    faults = [fault for fault in check_amendments(whole) if fault.path.startswith(f"[{len(whole) - 1}]")]
    if faults:
        raise Refused("malformed_entry", faults=faults)
    state = replay(setup, whole)
    at = _position_concerned(whole)
    if not (state.lines[at - 1].applied or state.lines[at - 1].struck):
        finding = next(finding for finding in state.findings if finding.position == at)
        raise Refused(finding.code, **finding.values)
    if held:
        refuse_against_rulings(replay(setup, log), state, entry, held)
    return state


def _position_concerned(log: Sequence[Entry]) -> int:
    """The line that the last one writes or rewrites: for an amendment the line at the end of its chain."""
    at = len(log)
    while isinstance(line := log[at - 1], Amend):
        at = line.position
    return at
