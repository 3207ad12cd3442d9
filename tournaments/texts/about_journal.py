"""The journal in plain words: what was done, on what, from what to what, and what `manage.py verify` has found.

Lines hold codes, keys and numbers. An act, a field or a value that has no word here yet is shown as it is stored, with
spaces for underscores: a line is never hidden because nobody has given it a sentence.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments import routes
from tournaments.facts.masking import unmasked
from tournaments.texts import about_backups, refusals
from tournaments.texts.about_journal_fields import field_text, subject_text, value_text

if TYPE_CHECKING:
    from tournaments.models import JournalLine
    from tournaments.queries.journal import Names

ACTS: Mapping[str, Any] = {
    # the event
    "event_made": _("The event was made"),
    "event_changed": _("Details of the event were changed"),
    "criteria_set": _("The order of criteria was set"),
    "event_status": _("The state of the event was changed"),
    "event_imported": _("The event was imported from a file"),
    "event_exported": _("The event file was downloaded, words and all"),
    "staff_appointed": _("A role at the event was given"),
    "staff_ended": _("A role at the event was ended"),
    "screen_set": _("What the big screen shows was set"),
    "clock_set": _("The clock was set"),
    "word_reminded": _("It was remembered that a round has no word"),
    "entry_conditions_set": _("The conditions of entry were set"),
    # people
    "entry_made": _("A player was registered"),
    "entry_status": _("The state of a registration was changed"),
    "entry_classified": _("It was said whether a player takes a place"),
    "registrations_confirmed": _("All applications were confirmed"),
    "registration_club_changed": _("The club of a registration was changed"),
    "player_withdrawn": _("A player was taken out of the event"),
    "player_substituted": _("A player was substituted"),
    "door_turned_away": _("Applications at the door were turned away"),
    "door_lifted": _("The pause of the door was lifted"),
    "poster_changed": _("The door got a new poster"),
    "fee_noted": _("It was noted whether a player has paid the fee"),
    "tables_named": _("It was said what tables are called, and in which rooms they stand"),
    "room_given": _("It was said which room a referee looks after"),
    "check_in_code_renewed": _("A player got a new code for the check-in"),
    "code_shown": _("The code of a player was shown to his phone"),
    "sign_in_revoked": _("A player was signed out everywhere"),
    "player_invited": _("A player was invited"),
    "invitation_taken_back": _("An invitation was taken back"),
    "conditions_passed": _("A player was let in past the conditions of entry"),
    "second_factor_removed": _("A second factor was taken away"),
    # rounds and draws
    "round_planned": _("A round was planned"),
    "round_changed": _("The plan of a round was changed"),
    "round_removed": _("A round was taken out of the plan"),
    "word_set": _("A round was given its word"),
    "word_changed": _("A round was given another word"),
    "word_proposed": _("A word was proposed to the commission"),
    "word_withdrawn": _("A proposed word was withdrawn"),
    "word_split": _("The letters of a proposed word were split otherwise"),
    "word_voted": _("A member of the commission voted on a word"),
    "word_sealed": _("A word was approved and sealed"),
    "word_rejected": _("A word was rejected by the commission"),
    "word_read": _("A sealed word was shown to a member of the commission"),
    "set_word_read": _("A word that a director had set was opened"),
    "word_known_played": _("A round was started with a word that somebody who plays had read"),
    "word_assigned": _("A sealed word was given to a round"),
    "word_reserved": _("A sealed word was kept in reserve"),
    "word_swapped": _("A sealed word was swapped out of its round"),
    "word_revealed": _("A sealed word was revealed by the start of its round"),
    "draw_made": _("A round was drawn"),
    "draw_made_again": _("A round was drawn again"),
    "pair_kept_apart": _("It was set that two players may not share a table"),
    "pair_allowed": _("Two players were allowed to share a table again"),
    "draw_restored": _("The seating went back to the draw"),
    "draw_announced": _("A draw was promised"),
    "draw_frozen": _("What a draw reads was frozen"),
    "draw_secret_offered": _("Somebody of the hall offered a second secret for a draw"),
    "draw_room": _("What the room turned for a draw was kept"),
    "draw_beacon": _("The round of drand that a draw waited for was typed in"),
    "draw_hall_opened": _("The second secret of a draw was opened"),
    "draw_hall_silent": _("The second secret of a draw was not opened in time"),
    "draw_opened": _("A draw was opened"),
    "room_turned": _("What the room has turned was shown"),
    "draw_given_up": _("A draw was given up"),
    "seats_swapped": _("Two players changed seats"),
    "seat_left": _("Somebody left a drawn round, and the others closed up"),
    "seat_came": _("Somebody came into a drawn round"),
    "seating_published": _("The seating was published"),
    "round_started": _("A round was started"),
    "round_closed": _("A round was closed"),
    "round_reopened": _("A round was opened again"),
    "late_correction": _("A line was corrected after its round was closed"),
    "referee_called": _("A table called the referee"),
    "call_answered": _("Somebody went to a table that had called"),
    "call_ended": _("A call of a table was done"),
    # results
    "place_overridden": _("A place was set by the referee's word"),
    "override_withdrawn": _("A place went back to the computed one"),
    "standings_published": _("Standings were published"),
    "database_restored": _("A backup was restored"),
    "rehearsal_made": _("A rehearsal with invented people was made"),
    "rehearsal_ended": _("The rehearsal was thrown away"),
    "standings_shown": _("Hidden standings were shown to the hall"),
    "standings_hidden": _("The standings were hidden from the hall again"),
    # the union
    "join_accepted": _("A club took a player"),
    "member_moved": _("A player was moved to another club"),
    "player_registered": _("A player was registered with the union"),
    "player_tied": _("Somebody proved that a player is he"),
    "nick_held": _("A nick was held for somebody who was asked by a letter"),
    "claim_declined": _("Somebody said that a record is not his"),
    "player_enrolled": _("A player joined a club"),
    "player_erased": _("A player was forgotten: name and nick are erased"),
    "account_erased": _("An account was erased"),
    "data_exported": _("A person took a copy of all data about him"),
    "nick_corrected": _("The spelling of a nick was corrected"),
    "players_merged": _("Two entries of one player were merged"),
    "merge_undone": _("A merging of players was undone"),
    "address_asked": _("Somebody asked for a link to a new address of his account"),
    "address_taken": _("Somebody added an address to his account"),
    "password_set": _("Somebody set his password"),
    "handed_keys_taken_back": _("What others could have kept of an account was taken back"),
    "link_handed_out": _("A sign-in link was handed out"),
    "link_sent": _("A sign-in link was sent by e-mail"),
    "rights_given": _("Rights of an account were given"),
    "rights_changed": _("Rights of an account were changed in the administration"),
    "row_added": _("A row was added in the administration"),
    "row_deleted": _("A row was deleted in the administration"),
    "row_changed": _("A row was changed in the administration"),
    "office_given": _("An office was given"),
    "office_ended": _("An office was ended"),
    "token_made": _("A token for the API was made"),
    "token_revoked": _("A token for the API was revoked"),
    "club_founded": _("A club was founded"),
    "club_renamed": _("A club was renamed"),
    "club_code_changed": _("The code of a club was changed"),
    "logo_set": _("The logo of a club was set"),
    "logo_removed": _("The logo of a club was removed"),
    "join_asked": _("A player asked to join a club"),
    "join_declined": _("A club declined to take a player"),
    "join_withdrawn": _("A player took back his request to join"),
    "member_left": _("A player left his club"),
    "members_renewed": _("Members went on into the new season"),
    "squad_named": _("The squad of a club was named"),
    "people_taken_in": _("A list of players was taken in"),
    "elite_named": _("A player was named to the Elite"),
    "elite_dropped": _("A player was taken out of the Elite"),
    "points_table_set": _("A table of ranking points was set"),
    "ranking_rules_set": _("The rules of the ranking were set"),
    "second_factors_sealed_anew": _("Second factors were sealed anew under the site's new key"),
    "words_key_rotated": _("All sealed words were sealed anew under another key"),
    "word_rules_set": _("Quorum and majority of the commission were set"),
    "invitations_sent": _("Invitations were sent"),
    "letters_chosen": _("Somebody said whether he wants letters"),
    # acts that were once and are none any more: what was refused then still reads
    "desk:reopen_round": _("Opening a round again"),
    # the proof of what is kept
    "rows_before": _("What was there before the journal proved it was put under seal"),
    "rows_kept": _("What was changed without a line of its own was put under seal"),
    # judging
    "ruling_given": _("A ruling was given"),
    "flag_settled": _("What a phone brought was settled"),
    "phone_revoked": _("A phone was taken out of use"),
    "ruling_overruled": _("A ruling was overruled"),
    "ruling_mended": _("A ruling was put right by whoever gave it"),
    "appeal_made": _("An appeal was made"),
    "appeal_decided": _("An appeal was decided"),
    "sanction_proposed": _("A sanction was proposed to the union"),
    "sanction_confirmed": _("A sanction was confirmed"),
    "sanction_changed": _("A sanction was put in place of another"),
    "sanction_declined": _("A proposed sanction was declined"),
    "sanction_lifted": _("A sanction was lifted"),
    "question_answered": _("The director answered a question of the union"),
}
ACTORS: Mapping[str, Any] = {
    "clock": _("the clock"),
    "terminal": _("a command on the server"),
    "visitor": _("somebody who had not signed in"),
    "hall": _("somebody of the hall"),
    "": _("nobody who is known"),
}
FORBIDDEN = _("the right to do this was missing")
FAULTS: Mapping[str, Any] = {
    "line_changed": _("line %(line)s of the journal was changed"),
    "line_unreadable": _("line %(line)s of the journal cannot be read (row %(row)s)"),
    "line_missing": _("line %(line)s of the journal is missing; the next one is %(next)s"),
    "journal_cut": _("line %(line)s of the journal is missing or one too many; its head counts %(length)s"),
    "head_changed": _("the head of the journal does not belong to line %(line)s"),
    "log_changed": _("round %(round)s, table %(table)s: the log was changed at line %(line)s"),
    "arrival_changed": _(
        "round %(round)s, table %(table)s: what a phone brought was changed, or points nowhere (row %(row)s)"
    ),
    "arrivals_cut": _("round %(round)s, table %(table)s: of what phones brought, something is missing or too much"),
    "ruling_contradicted": _(
        "round %(round)s, table %(table)s: the log does not say what ruling %(ruling)s has decided, and it is in force"
    ),
    "ruled_changed": _("round %(round)s, table %(table)s: the game does not hold the lines that its rulings hold"),
    "draw_changed": _("round %(round)s, attempt %(attempt)s: what is kept of the public draw was changed"),
    "publication_changed": _("publication %(publication)s was changed"),
    "journal_not_as_kept": _("line %(line)s of the journal is not what the head that was kept outside says"),
    "log_not_as_kept": _(
        "round %(round)s, table %(table)s: line %(line)s of the log is not what the head that was kept outside says"
    ),
    "arrivals_not_as_kept": _(
        "round %(round)s, table %(table)s: line %(line)s of what phones brought is not what the head that was kept "
        "outside says"
    ),
    "head_unreadable": _("this is no head of a chain: %(head)s"),
    "derived_changed": _("%(where)s: %(what)s is not what follows from the logs"),
    "derived_unreadable": _("what follows from the logs cannot be read"),
    "row_changed": _("%(model)s %(row)s is not what line %(line)s of the journal has left"),
    "row_added": _("%(model)s %(row)s is there, and no line of a journal has left it"),
    "line_of_nothing": _("%(model)s %(row)s belongs to no journal and to no table"),
    "row_missing": _("%(model)s %(row)s is missing; line %(line)s of the journal has left it"),
    "journal_not_as_published": _("line %(line)s of the journal is not what publication %(publication)s has sealed"),
}


@dataclass(frozen=True, slots=True)
class ShownLine:
    """A line of the journal with its words. `changes`: field, old, new; `refused`: why it was not done, if so."""

    line: JournalLine
    act: str
    subject: str
    by: str
    changes: tuple[tuple[str, str, str], ...]
    refused: str
    reason: str


class _Known(dict[str, object]):
    """Values for a sentence; what is not known is a dash."""

    def __missing__(self, name: str) -> str:
        return "–"


def shown_line(line: JournalLine, names: Names) -> ShownLine:
    """A line with its words, and the names of those whose keys stand in it."""
    return ShownLine(
        line=line,
        act=act_text(line.act),
        subject=", ".join(subject_text(key, line.chain.event_id or 0, names) for key in line.subject.split()),
        by=str(ACTORS.get(line.by) or names.accounts.get(line.by) or line.by),
        changes=() if line.refused else tuple(_changes(line, names)),
        refused=refusal_text(line.refused, line.new) if line.refused else "",
        reason=_reason(line, names),
    )


def act_text(act: str) -> str:
    """What was done. A refused act has the name of the address that was asked (`desk:start_round`)."""
    known = ACTS.get(act) or routes.wanted(act)
    return str(known or act.replace("_", " ").replace(":", ": "))


def reason_text(code: str) -> str:
    """Why a backup was taken: a reason of its own, or the act that came then."""
    known = about_backups.REASONS.get(code)
    return str(known) if known else gettext("Before: %(act)s") % {"act": act_text(code)}


def refusal_text(code: str, numbers: Mapping[str, object] | None = None) -> str:
    """Why an act was refused. The journal keeps the code and its numbers; whom or what it would name is a dash."""
    if code == "forbidden":
        return str(FORBIDDEN)
    return str(refusals.REFUSALS[code]) % _Known(numbers or {}) if code in refusals.REFUSALS else code


def fault_text(code: str, values: Mapping[str, object]) -> str:
    """What is wrong with a chain."""
    return str(FAULTS[code]) % values


def _reason(line: JournalLine, names: Names) -> str:
    event = line.chain.event_id or 0
    here = {key: nick for (of, key), nick in names.entries.items() if of == event}
    return unmasked(line.reason, {**here, **names.players})


def _changes(line: JournalLine, names: Names) -> Iterator[tuple[str, str, str]]:
    event = line.chain.event_id or 0
    for field in {**line.old, **line.new}:
        old, new = (value_text(field, said.get(field), event, names) for said in (line.old, line.new))
        yield field_text(field, event, names), old, new
