"""What people are told when something is refused: one clear sentence that says what to do, behind each stable code.

One place, so that every face says the same. A test checks that every code that is raised has a sentence here and
gives it its values.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date
from typing import Any, ParamSpec

from django.utils.translation import gettext_lazy as _

from games import deal_texts
from games.rules.refusals import Refused
from tournaments.templatetags.event_times import day
from tournaments.texts import (
    about_backups,
    about_clubs,
    about_draws,
    about_privacy,
    about_ranking,
    about_rulings,
    about_words,
)

Asked = ParamSpec("Asked")

REFUSALS: Mapping[str, Any] = {
    # the table log
    "id_reused": _("This form was used already. Open its page again and send it from there."),
    "stale_position": _(
        "Meanwhile something else was recorded at this table. "
        "Look at the new state and record again if it is still needed."
    ),
    "points_required": _("At this event the points of every deal are written down. Fill them in."),
    "points_off": _("At this event no points are written down."),
    "malformed_entry": _("This line of the log cannot be read."),
    "struck_already": _("Line %(position)s is struck already. To have it count again, strike the line that struck it."),
    "malformed_notation": _("Line %(line)s of the log cannot be read: %(text)s"),
    "game_over": _("The game at this table is over. Ask the referee if something has to be corrected."),
    "unknown_seat": _("Seat %(seat)s does not exist at this table."),
    "has_left": _("Seat %(seat)s has already left the table."),
    "not_four": _("Exactly four play a deal; here it would be %(playing)s. Correct the bench."),
    "loser_not_playing": _(
        "Seat %(seat)s sits on the bench and cannot lose this deal. Correct the bench or the loser."
    ),
    "cannot_complete": _("At this event a penalty letter may not complete the word of seat %(seat)s."),
    "not_smear": _("This table plays Smoking Cat. Record the deal with its loser."),
    "not_smoking_cat": _("This table plays Smear. Record the deal with its pitcher, bid and points."),
    "no_bench": _("Nobody sits out at a table of Smear."),
    "unknown_party": _("There is no party %(party)s at this table."),
    "no_moon": _("In this variant of Smear nobody can shoot the moon."),
    "moon_bids_all": _("Who shoots the moon bids all %(most)s points. Correct the bid."),
    "bid_out_of_range": _("A bid is from %(least)s to %(most)s points; here it is %(bid)s. Correct the bid."),
    "round_not_running": _(
        "Round %(round)s is not running, so nothing can be recorded. Ask the director to start or reopen it."
    ),
    "correction_needs_referee": _("This game is over. Only a referee or the director can correct it now."),
    "line_of_higher": _(
        "A referee or a line judge wrote or corrected this line. Ask the referee: he corrects it, or the director does."
    ),
    "is_paused": _("The table has a pause already."),
    "not_paused": _("The table has no pause."),
    "not_over": _("The game is not over yet. Agree with it when it is."),
    "same_seat": _("Choose two different seats."),
    "not_since_then": _("Choose an earlier line of the log."),
    "accept_not_recorder": _(
        "Whoever recorded the game cannot be the one who agrees with it. Let somebody else at the table do it."
    ),
    "not_seated_here": _("You do not sit at this table."),
    "no_fee": _("This event asks for no fee. Set one under Details first."),
    "label_for_one": _("A label is for one table. Leave it empty to put several tables into a room."),
    "label_taken": _("Table %(table)s has this label already."),
    "room_unknown": _("No table stands in this room any more."),
    "check_in_code_unknown": _("This code finds nobody any more. Search for the player by his nick."),
    "no_call": _("Table %(table)s calls nobody any more."),
    "stand_in_unknown": _("Nobody was sent to this seat under that name. Ask the director to send the stand-in."),
    "needs_referee": _("Only a referee or the director can do this."),
    # rulings
    "ruling_not_allowed": _("This decision is not possible for this kind of renonc."),
    "facts_required": _("Say what happened."),
    **about_rulings.REFUSALS,
    **about_privacy.REFUSALS,
    "settled_by_flag": _("A flag is settled on its own page, where the line that follows is written with it."),
    "verdict_impossible": _("This was settled meanwhile, or the log has changed. Look at it once more."),
    "judge_plays": _("You play at this table, so somebody else has to rule."),
    "no_such_deal": _("Line %(position)s of the log is no deal that counts."),
    # people
    "nick_malformed": _("A nick has 1 to 40 visible characters and no comma."),
    "nick_taken": _("The nick %(nick)s is taken already, perhaps in another spelling. Choose another one."),
    "club_unknown": _("There is no club %(club)s. Check its code or leave it out."),
    "not_entered": _("You are not registered for this event."),
    "already_registered": _("This player is registered already."),
    "registration_not_open": _("Registration is not open yet."),
    "registration_closed": _("Registration is closed. Ask the director."),
    "event_full": _("All %(capacity)s places are taken. Put the player on the waiting list, or make more places."),
    "still_full": _("All %(capacity)s places are taken, so this player goes on waiting. Make more places first."),
    "event_over": _("This event is over."),
    "rehearsal_size": _("A rehearsal needs people: give a number from 1 to %(most)s."),
    "no_rehearsal": _("This is no rehearsal, or it was thrown away already."),
    "rehearsal": _("In a rehearsal only invented people play, and it is not rehearsed itself."),
    **about_backups.REFUSALS,
    "standings_hidden": _("The standings of this event are hidden now."),
    "standings_not_hidden": _("There is nothing to show or to hide: the standings are not hidden."),
    "is_seated": _("%(nick)s has a seat already. Withdraw or substitute the player instead."),
    "own_seat": _("You have a seat at a table. If you have to leave, tell the director."),
    "registration_step": _(
        "This is not possible any more: somebody else has changed the registration. Look at the list again."
    ),
    "already_here": _(
        "He is here already: somebody else has checked him in meanwhile. Nothing was changed. If he is not here, take "
        "the check-in back with “Undo”."
    ),
    "entry_changed": _(
        "Nothing was done: something else has changed for %(nick)s since this page was made. Look at it as it is now, "
        "then decide again."
    ),
    "same_player": _("%(nick)s cannot stand in for himself."),
    "stand_in_stays": _(
        "By that %(nick)s would take his own seat over from himself in line %(line)s. Take that line back first."
    ),
    "not_seated": _("%(nick)s has no seat now."),
    "substitute_elsewhere": _(
        "%(nick)s has another seat in round %(round)s, or had it before somebody took it over. Choose somebody else."
    ),
    "table_too_small": _(
        "Without %(nick)s table %(table)s would have fewer than four players. "
        "Put in a substitute, or on the page of the round choose “Somebody leaves or comes late”."
    ),
    "table_not_playable": _(
        "Without %(nick)s nobody could play at table %(table)s. Put in a substitute or draw again."
    ),
    "one_player_twice": _("Two nicks of the file belong to one player here. Correct the file."),
    "nick_mixed": _("A word of the nick %(nick)s mixes letters of two scripts. Write it in one."),
    "nick_office": _("The nick %(nick)s reads as an office or as the label of a forgotten player. Choose another one."),
    "nick_alike": _("The nick %(nick)s looks like that of somebody else. Choose another one."),
    "nick_has_account": _("%(nick)s is a player already. If it is you, sign in, or ask the director for your code."),
    "door_full": _("Nobody can be taken here at the moment. Go to the director."),
    "code_not_shown": _("This account has rights of its own. Its owner signs in by himself."),
    "claim_wrong": _("This link is not complete or not valid. Ask for a new one where you registered."),
    "claim_over": _("Nothing waits behind this link any more. Register again."),
    "claim_settled": _("This is settled already. Nothing more is to be done here."),
    "claim_not_yours": _("This waits for somebody else. Sign in as the one who was asked."),
    "claim_by_letter": _(
        "Somebody else has held a sign-in link of this account. A letter is on its way to its address: "
        "answer by the link in it, and every other way in is closed."
    ),
    "address_there": _("This account has an address already."),
    "link_wrong": _("This link is not complete or not valid. Ask for a new one."),
    "link_used": _("This link was used already. Ask for a new one."),
    "link_expired": _("This link has expired. Ask for a new one."),
    "last_director": _("An event needs a director. Appoint another one first."),
    **about_clubs.REFUSALS,
    # a deal of Smoking Cat, card by card
    "malformed_deal": _("“%(text)s” cannot be read as a part of a deal."),
    "incomplete_deal": _("A deal needs four seats with their hands, and a dealer among them, such as @A."),
    "bad_deal_file": _("This is not a complete deal file."),
    **deal_texts.REFUSALS,
    **about_ranking.REFUSALS,
    # a deal of Smear, card by card
    "smear_misdeal": _("The cards are dealt wrongly: %(dealer)s deals once more (rule S73)."),
    "other_act_due": _("This cannot be done now: the deal is at another point, or over."),
    "bid_not_allowed": _("%(bid)s is no call that %(seat)s can make now (rules S23 to S27)."),
    "no_such_suit": _("Trumps are one of the four suits: h, s, c or d."),
    "discard_not_allowed": _("%(seat)s may not put away %(cards)s (rules S31 to S39)."),
    "must_follow_or_trump": _("%(card)s may not be played now. Play one of these: %(could)s (rules S43 to S48)."),
    # words of the commission
    **about_words.REFUSALS,
    # the deal desk
    "no_deal": _("Paste a deal, or choose a deal file."),
    "deal_too_long": _("This is too long for one deal: at most %(most)s characters."),
    "four_seats": _("Four players play a deal (rule C3). Choose four seats."),
    "dealer_plays": _("The dealer is one of the four who play."),
    "eight_cards": _("A hand has eight cards; %(chosen)s are chosen."),
    "three_cards": _("Three cards are passed (rule C27); %(chosen)s are chosen."),
    # times
    "unknown_scene": _("The screen has no such scene."),
    "unknown_zone": _("There is no time zone %(zone)s."),
    "impossible_time": _(
        "%(time)s does not exist on %(date)s in %(zone)s: the clocks go forward over it. Choose another time."
    ),
    "ambiguous_time": _(
        "%(time)s comes twice on %(date)s in %(zone)s: the clocks go back. Choose a time before or after that hour."
    ),
    # events, rounds, draws
    "slug_taken": _("There is an event with the address %(slug)s already."),
    "event_exists": _("There is an event with the address %(slug)s already; nothing was imported."),
    "bad_event_file": _("The file is not a complete event file; nothing was imported."),
    "bad_regulations": _("These regulations are not possible."),
    "details_changed": _(
        "Somebody else has changed the details meanwhile. Whatever you left alone is shown as it is stored now; "
        "save again if what you changed is right."
    ),
    "regulations_frozen": _("The regulations are frozen since the first draw."),
    "regulations_stay": _(
        "The regulations are locked since the first draw: they stay as they were stated before it, as this page shows "
        "them. Nothing was saved; save again if the rest is right."
    ),
    "event_is_there": _(
        "You have made an event of this name for this day already; it is among your events. "
        "If this is to be another one, give it another name."
    ),
    "event_drawn": _(
        "A draw of this event was promised or made before everybody, so it stays to be read and is no draft any more. "
        "Cancel it if it is not to be played."
    ),
    "event_step": _("The event cannot go from this state to that one."),
    "attempt_unseen": _(
        "Attempt %(attempt)s was drawn after this page was opened, by somebody else or by your own form, sent twice. "
        "Look at it, then go on."
    ),
    "attempt_gone": _(
        "This page is of another draw: the round has no draw now. Look at the round, and go on from there."
    ),
    "attempt_unnamed": _("This does not say which draw was looked at. Do it from the page that shows the draw."),
    "round_otherwise": _(
        "This round is not any more as this page has shown it: meanwhile it was seated, published, planned otherwise "
        "or taken out of the plan, or its draw was promised or given up, in another tab or by somebody else. Nothing "
        "was done; look at it as it is now."
    ),
    "attempt_otherwise": _(
        "This page showed attempt %(seen)s, and attempt %(attempt)s is the one of now. Nothing was done; look at that "
        "one."
    ),
    "list_otherwise": _(
        "Since this page was opened somebody came, went or offered a second secret, or the draw was promised anew. "
        "Nothing was done; look at the list as it is now."
    ),
    "seating_unpublished": _("The seating of round %(round)s is a draft that nobody has published. Publish it first."),
    "round_step": _(
        "This is not possible any more: the round has changed since, by somebody else or by your own form, sent twice. "
        "Look at its state again."
    ),
    "kind_drawn": _(
        "Round %(round)s is drawn, so its kind stays. If it is to be another one, remove the round and add it anew."
    ),
    "round_started": _("Round %(round)s has started already."),
    "chair_empty": _(
        "Seated here, but withdrawn or not confirmed again: %(nicks)s. Let them leave this round or send somebody "
        "instead, draw again, or start with an empty chair all the same."
    ),
    "not_last_round": _("Round %(round)s is not the last one. Remove the later rounds first."),
    "rounds_open": _("A round is still running. Close it first."),
    "tables_not_accepted": _(
        "At these tables nobody has agreed with the result yet: %(tables)s. Ask them, or close the round with a reason."
    ),
    "tables_open": _(
        "These tables have not finished: %(tables)s. Wait for them, or say why they are closed as they are."
    ),
    "no_word": _("Round %(round)s has no playing word yet. Enter one first."),
    "no_word_in_smear": _("Smear is played without a playing word."),
    "word_malformed": _("A playing word has 3 to 12 letters and nothing else, and its split must give the word again."),
    "reason_required": _("Say why it is drawn again; everyone will see the reason."),
    "line_up_reason_required": _(
        "That these play the rank alone does not say: others do by it, or equal ones stand at the cut, or rounds are "
        "open. Say why; everybody will see who they are and the reason."
    ),
    "stand_in_reason_required": _(
        "A seat in a final or play-off goes by rank. Say why somebody else takes it; everybody will see the reason."
    ),
    "reasons_missing": _("Write down why; without reasons nothing is decided."),
    "note_required": _("Say why, in a note that everyone will see."),
    "no_place": _("%(nick)s takes no place, or there is no such place."),
    "nobody_to_seat": _("There is nobody to seat. Confirm or check in players first."),
    "not_here": _("%(nick)s is not checked in."),
    "basic_rounds_open": _("A basic round is not finished, so the finalists are not known yet."),
    "no_final": _(
        "No final is played here: the series has none. Plan a final under Rounds first, if there is to be one."
    ),
    "play_off_open": _("There is a tie across the cut. Add a play-off, or choose the finalists yourself."),
    "seating_changed": _(
        "The seating was changed meanwhile, in another tab or by somebody else, so nothing was done. "
        "Look at it as it is now and try again."
    ),
    "nothing_swapped": _("No two seats were swapped. Swap at least one pair, then save."),
    "nothing_drawn": _("This round was not drawn here, so there is no draw to go back to."),
    "as_drawn": _("Everybody sits as drawn already."),
    "others_were_drawn": _(
        "Since the draw somebody has left or come in, so its tables do not fit any more. Draw again, with a reason."
    ),
    "nobody_leaves": _("Choose who leaves: somebody who has a seat in this round."),
    "no_seat_here": _("%(nick)s has no seat in this round. Look at who sits here now, then choose who leaves."),
    "sits_already": _("%(nick)s sits in this round already: table %(table)s, seat %(seat)s."),
    "seats_are_won": _("The seats of this round are won in the rounds before, so nobody comes late to it."),
    "standings_open": _(
        "This round is seated by the standings, and round %(other)s may still change them. Close that round first."
    ),
    "not_by_lot": _("The seats of this round follow the standings, so there are no lots to be drawn in public."),
    "ceremony_step": _("This step of the draw was taken already, or is not due yet. Look at its state again."),
    "ceremony_begun": _("A public draw of this round has begun. Open it, or give it up and say why."),
    "draw_known": _(
        "Attempt %(attempt)s was given up when the room had begun to turn: whoever knew its secret could choose "
        "between its tables and these. Draw this round anew, in public or, if that is still allowed, without a "
        "ceremony."
    ),
    "draw_lost": _(
        "The secret that was promised for this draw is lost: the site was restored from a backup, and no backup has "
        "it, so that nobody draws twice. Give this attempt up on the page of the public draw, say why, and promise the "
        "next one."
    ),
    "engine_changed": _(
        "The site was brought up to date since the players were frozen, so this attempt cannot be opened any more. "
        "Give it up and say why, then announce the next one."
    ),
    "room_no_card": _("“%(card)s” is no card of this pack. Type a card as it stands on its button, such as 7h or Ol."),
    "room_card_twice": _("The card %(card)s stands there twice. Look at the table again."),
    "room_no_die": _("“%(die)s” is no die. A die shows a number from 1 to 6."),
    "room_needs_ten": _("The draw needs exactly ten; here are %(number)s."),
    "too_few_players": _("A table needs at least four players; here are %(n)s."),
    "seven_players": _("Seven players cannot be seated at tables of four to six. Find an eighth, or let one sit out."),
    "cannot_be_seated": _(
        "%(n)s players cannot be seated at tables of %(sizes)s, as this variant of Smear is played. "
        "Find somebody more, or let somebody sit out."
    ),
    "bad_smear_size": _("This variant of Smear has no tables of %(size)s."),
    "player_twice": _("%(key)s stands in the list twice."),
    "too_few_rounds": _("An event has at least one round."),
    "too_many_rounds": _("At most %(most)s rounds are drawn at once."),
    "no_players_file": _("Say who plays: --players FILE, with one name a line."),
    "players_too_long": _("The list of players is longer than %(megabytes)s MB."),
    "players_not_text": _("The list of players is not text in UTF-8."),
    "players_not_json": _("The list of players is no JSON list. Give one name a line, or a list of {“id”, “club”}."),
    "bad_line": _("Line %(number)s of the list names nobody. Write NICK, or NICK, CLUB."),
    "line_not_plain": _(
        "Line %(number)s of the list begins with a #, or holds a tab or a sign that cannot be seen. Write NICK, "
        "or NICK, CLUB."
    ),
    "nick_twice": _("Line %(number)s of the list names %(nick)s, whom line %(first)s names already. Leave one out."),
    "bad_player": _("Player %(number)s of the list needs an “id”, and may have a “club”; both are texts."),
    "bad_sizes": _("The sizes of the tables are numbers like 5,5,4, or the word auto."),
    "teams_do_not_fit": _(
        "One of each club at every table needs four to six clubs with as many players each; here are %(clubs)s clubs."
    ),
    "bad_seed": _("The seed of a draw is made of hexadecimal digits, two to a byte."),
    "bad_table_size": _("There are no tables of %(size)s; a table has four to six seats."),
    "sizes_do_not_fit": _("The tables have %(seats)s seats for %(players)s players. Choose other sizes."),
    "bad_criteria": _("There is no such order of criteria."),
    "criteria_frozen": _("A round has started, so the order of criteria stands."),
    "clubs_cannot_be_apart": _(
        "%(club)s has %(members)s players at %(tables)s tables, so they cannot all be kept apart. "
        "Choose more tables or keep clubs apart only where it can be done."
    ),
    "clubs_do_not_fit_sizes": _(
        "With tables of these sizes the clubs cannot be kept apart. "
        "Choose other sizes or keep clubs apart only where it can be done."
    ),
    "countries_cannot_be_apart": _(
        "%(country)s has %(members)s players at %(tables)s tables, so they cannot all be kept apart. "
        "Choose more tables or keep countries apart only where it can be done."
    ),
    "countries_do_not_fit_sizes": _(
        "With tables of these sizes the countries cannot be kept apart. "
        "Choose other sizes or keep countries apart only where it can be done."
    ),
    **about_draws.REFUSALS,
}


def sentence_for(refusal: Refused) -> str:
    """One clear sentence in the language of the request."""
    days = {name: day(value) for name, value in refusal.values.items() if isinstance(value, date)}
    return str(REFUSALS[refusal.code]) % {**refusal.values, **days}


def refusal_of(check: Callable[Asked, object], *given: Asked.args, **named: Asked.kwargs) -> str:
    """What `check` would refuse now, in the words in which the act would be refused; "" if it would not."""
    try:
        check(*given, **named)
    except Refused as refusal:
        return sentence_for(refusal)
    return ""
