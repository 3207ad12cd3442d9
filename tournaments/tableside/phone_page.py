"""What the page of a table tells the phone, so that it shows the table as it will be: the log, and the words for it.

docs/outbox.md says what stands in `<script type="application/json" id="game">`. The words come along because the phone
says the same sentences of a line that waits as texts/about_log.py will say of it in the log.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from django.utils import timezone
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.models import Account
from tournaments.queries.tables import TableView

# Numbers that stand for the plural forms of every language of the catalogues: `one`, `few`, and all others.
SAMPLES = {"one": 1, "few": 2, "many": 5}


def game_told(view: TableView, account: Account, *, place: str) -> dict[str, Any] | None:
    """What the phone folds; None before there is a game."""
    if view.state is None:
        return None
    setup = view.state.setup
    return {
        "game": view.game,
        "place": place,
        "by": account.key,
        "account": account.name,
        "phase": view.phase,
        "isPlayOff": view.is_play_off,
        "setup": {
            "seats": "".join(setup.seats),
            "letters": list(setup.letters),
            "occupants": dict(setup.occupants),
            "options": setup.options.changed,
        },
        "nicks": dict(view.names),
        "lines": [
            {"position": line.position, "id": str(line.id), "entry": payload}
            for line, payload in zip(view.lines, view.payloads, strict=True)
        ],
        "position": view.length,
        "head": view.head,
        "version": view.version,
        "counter": 0,
        "epoch": view.pen.epoch,
        "pen": "free" if view.pen.is_free else "mine" if view.pen.is_mine else "other",
        "holder": view.pen.holder,
        "now": timezone.now().isoformat(timespec="milliseconds").replace("+00:00", "Z"),
        "texts": texts(is_smear=view.is_smear),
    }


def as_script(told: Mapping[str, Any]) -> SafeString:
    """What stands in the script: like Django's `json_script`, in letters as they are and without spaces."""
    written = json.dumps(told, ensure_ascii=False, separators=(",", ":"))
    for sign in "<>&":
        written = written.replace(sign, f"\\u{ord(sign):04X}")
    return mark_safe(written)  # noqa: S308 - nothing in it can end the script


def texts(*, is_smear: bool) -> Mapping[str, Any]:
    """The sentences of the phone; `{n}`-like places are written as the catalogue has them."""
    return {
        "question": _("Deal %(n)s: who pitched?") if is_smear else _("Deal %(n)s: who lost?"),
        "toGo": _plural("%(n)s deal to go.", "%(n)s deals to go."),
        "mine": _("You record here."),
        "takes": _("Deal %(number)s: %(nick)s (%(seat)s) takes %(letter)s"),
        "loses": _("Deal %(number)s: %(nick)s (%(seat)s) loses"),
        "lost": _("Deal lost by %(nick)s (%(seat)s)"),
        "void": _("Void deal"),
        "penaltyTakes": _("Penalty letter: %(nick)s (%(seat)s) takes %(letter)s"),
        "penalty": _("Penalty letter for %(nick)s (%(seat)s)"),
        "back": _("Line %(position)s taken back: %(what)s"),
        "putBack": _("Line %(position)s put back"),
        "leaves": _("%(nick)s (%(seat)s) leaves the game"),
        "closed": _("The game was closed"),
        "pause": _("The table has a pause"),
        "resume": _("The table goes on"),
        "accept": _("%(nick)s (%(seat)s) agrees with the result"),
        "left": _("left as no. %(n)s"),
        "over": _("Game over"),
        "none": _("no letter yet"),
        "taken": _plural("%(taken)s of %(total)s letter: %(which)s", "%(taken)s of %(total)s letters: %(which)s"),
        "voids": _plural(
            "%(n)s void deal so far; a second misdeal by the same dealer may cost a letter.",
            "%(n)s void deals so far; a second misdeal by the same dealer may cost a letter.",
        ),
        "ball": _("match ball"),
        "undo": _("Undo"),
        "takeBack": _("Take back"),
        "beside": _("In the log stands: %(what)s"),
        "contested": _("Another phone told this deal as well, and a referee has to look at it."),
        "goesOn": _("The game goes on. The seats are shown here as soon as there is a network."),
        "records": _("%(name)s records here."),
        "pointsWrong": _("The points add up to %(total)s, but a deal has 33. Nothing is recorded yet."),
        "pointsMissing": _("Write down the points of every player."),
        "states": {
            "phone": _("on this phone"),
            "sending": _("sending …"),
            "server": _("on the server"),
            "twice": _("on the server: told twice, counted once"),
            "waits": _("waits for an earlier deal"),
            "referee": _("needs the referee"),
            "settled": _("settled by the referee"),
        },
        **(_of_smear() if is_smear else {}),
    }


def _of_smear() -> Mapping[str, str]:
    return {
        "deal": _("Deal %(number)s: %(what)s"),
        "bid": _("%(who)s: bid %(bid)s"),
        "made": _("%(who)s: bid %(bid)s, made"),
        "setBack": _("%(who)s: bid %(bid)s, set back"),
        "moonMade": _("%(who)s: shot the moon, made"),
        "moonMissed": _("%(who)s: shot the moon, missed"),
    }


def _plural(one: str, many: str) -> dict[str, str]:
    return {name: ngettext(one, many, number) for name, number in SAMPLES.items()}
