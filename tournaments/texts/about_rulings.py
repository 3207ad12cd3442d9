"""The sentences of rulings, sanctions, appeals and questions to the director, behind their codes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

REFUSALS: Mapping[str, Any] = {
    "not_repeated": _(
        "Seat %(seat)s has not dealt wrongly before in this game; only a repeated misdeal costs a letter."
    ),
    "already_overruled": _("This ruling was overruled already. Look at the one that stands."),
    "not_higher": _("Only a higher instance overrules: table, line judge, referee, union."),
    "appeal_waits": _("The player has appealed against this ruling. The union decides on the appeal."),
    "ruled_above": _(
        "A higher instance has ruled on this offence of the same player in the same deal. Its ruling stands."
    ),
    "above_own_instance": _("Nobody rules as an instance above his own: table, line judge, referee, union."),
    "line_of_ruling": _("This line belongs to a ruling. It changes only when the ruling is overruled."),
    "ruling_stands": _(
        "This would change what a ruling has given. A ruling changes only when it is overruled; then this can be done."
    ),
    "deal_required": _("No deal is being played there any more. Choose the deal that this is about."),
    "leaves_no_more": _(
        "With this letter seat %(seat)s would have the whole word, and after the last deal nobody leaves any more. "
        "Choose the deal that it belongs to, or rule otherwise."
    ),
    "banned": _("%(nick)s is banned by the union and may neither be registered nor seated."),
    "ban_unanswered": _(
        "%(nick)s was banned by the union. Say first what becomes of his games: the question stands on the desk."
    ),
    "question_answered": _("This question was answered already."),
    "no_such_answer": _("This answer is not possible."),
    "sanction_decided": _("The union has decided on this proposal already."),
    "sanction_not_in_force": _("This sanction is not in force."),
    "ban_without_end": _("A ban until a date needs a last day that lies ahead."),
    "no_such_sanction": _("There is no such sanction."),
    "sanction_harsher": _("This is harsher than what was proposed or confirmed. Propose it anew; two people decide."),
    "own_proposal": _("You have proposed this yourself; somebody else has to confirm it."),
    "own_case": _("This is your own case, so somebody else has to decide."),
    "own_ruling": _("You have ruled on this yourself, so somebody else has to decide."),
    "not_concerned": _("Only the player whom it concerns can appeal."),
    "already_appealed": _("There is an appeal against this already."),
    "union_is_last": _("The union has decided; there is nobody above it to appeal to."),
    "appeal_late": _("The time for an appeal is over."),
    "appeal_decided": _("This appeal was decided already."),
}
SANCTIONS: Mapping[str, Any] = {
    "ban_for_life": _("ban for life"),
    "ban_until": _("ban until a date"),
    "warning": _("warning on record"),
}
SANCTION_STATES: Mapping[str, Any] = {
    "proposed": _("proposed"),
    "confirmed": _("confirmed"),
    "declined": _("declined"),
    "lifted": _("lifted"),
}
SANCTION_BADGES = {"proposed": "wait", "confirmed": "good", "declined": "off", "lifted": "off"}
OUTCOMES: Mapping[str, Any] = {
    "upheld": _("the decision stands"),
    "changed": _("the decision is changed"),
    "lifted": _("the decision is lifted"),
}
QUESTIONS: Mapping[str, Any] = {
    "ban": _("a player of the event was banned"),
    "drawn_round": _("what a round was drawn from has changed"),
    "open_game": _("a finished game is open again"),
}
ANSWERS: Mapping[str, Any] = {
    "play_on": _("play on"),
    "withdraw": _("withdraw the player"),
    "leave": _("leave it as it is"),
    "redraw": _("draw again"),
}

RENONC_KINDS: Mapping[str, Any] = {
    "a": _("A – looked at the received cards before passing his own"),
    "b_inattentive": _("B – did not follow suit, by inattention"),
    "b_intentional": _("B – did not follow suit, on purpose"),
    "c": _("C – wrong dealing"),
    "other": _("another offence"),
    "revoke": _("revoke – did not follow suit"),
}

DECISIONS: Mapping[str, Any] = {
    "warning": _("warning"),
    "lost_deal": _("loses this deal"),
    "lost_deal_and_letter": _("loses this deal and takes a penalty letter"),
    "penalty_letter": _("penalty letter"),
    "void_deal": _("void deal, same dealer once more"),
    "lifted": _("lifted: the ruling does not stand"),
}

JUDGES: Mapping[str, Any] = {
    "table": _("the table"),
    "line_judge": _("line judge"),
    "referee": _("referee"),
    "union": _("the union"),
}
