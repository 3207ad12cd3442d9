"""The sentences of a public draw: what each step of its check says if it holds, and if it does not.

The site's own check, the page and the command say the same; on the page a script puts in what it found.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from itertools import chain
from typing import Any, NamedTuple

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.ceremony.beacon import Beacon
from tournaments.ceremony.plan_left import why_left
from tournaments.ceremony.plan_worth import PlanWorth


class Said(NamedTuple):
    holds: Any
    fails: Any


VERDICTS: Mapping[str, Any] = {
    "holds": _("It holds."),
    "unsigned": _("It holds, but the signature of the drand round was NOT checked here."),
    "unchecked": _("The promises hold, but the seating itself was NOT checked."),
    "neither": _(
        "The promises hold, but NEITHER the seating itself NOR the signature of the drand round was checked here."
    ),
    "fails": _("Rejected."),
}
"""All that the three checkers say; who knows whether drand has signed, as the site does, says neither "unsigned" nor
"neither"."""
CHECKS: Mapping[str, Said] = {
    "form": Said(
        _(
            "It is a transcript, and its text fits the digest that it carries. Whether it is the published one, that "
            "does not say: compare its commitment, its frozen hash and what was turned with what you noted or the site "
            "shows."
        ),
        _("This is no transcript, or it was changed after it was written."),
    ),
    "order": Said(
        _("All are of one event, in the order of its rounds and attempts."),
        _("They are not of one event in the order of its rounds and attempts: put them in that order."),
    ),
    "before": Said(
        _("Each goes on with the plan that the one before has left, and tells of it where it draws the same round."),
        _("One does not go on with the plan that the one before has left, or is silent about an earlier attempt."),
    ),
    "commitment": Said(
        _("The secret is the one whose digest stands in the commitment."),
        _("The secret is not the one whose digest stands in the commitment."),
    ),
    "frozen": Said(
        _("Players, clubs, earlier rounds and rules are those of the frozen hash."),
        _("Players, clubs, earlier rounds or rules were changed after they were frozen."),
    ),
    "made": Said(
        _("The frozen plan is the one that this site's engine makes for these players and rounds."),
        _("The frozen plan is not the one that this site's engine makes for these players and rounds."),
    ),
    "hall": Said(
        _("The second secret is the one whose digest was frozen, or the room has turned ten others in its place."),
        _("The second secret is not the one whose digest was frozen, and nothing was turned in its place."),
    ),
    "beacon": Said(
        _(
            "The round of drand had still to come when, as the transcript says, the list was frozen; its randomness is "
            "that of its signature."
        ),
        _(
            "When the list was frozen, this round of drand had come or its chain had not begun; or its randomness is "
            "not that of its signature."
        ),
    ),
    "signature": Said(
        _("The chain of drand has signed this round."), _("The chain of drand has not signed this round.")
    ),
    "seed": Said(
        _("The seed follows from the frozen hash, all secrets and what the room turned."),
        _("The seed does not follow from the frozen hash, the secrets and ten cards or dice of the room."),
    ),
    "lots": Said(_("The lots follow from the seed."), _("The lots do not follow from the seed.")),
    "seating": Said(
        _("Everybody has one lot and one seat; sizes, clubs and pairs are as frozen."),
        _("Somebody has no seat or not that of his lot, or sizes, clubs or pairs are not as frozen."),
    ),
    "quality": Said(
        _("Repeat meetings, club-mates and first dealers are counted rightly."),
        _("Repeat meetings, club-mates or first dealers are counted wrongly."),
    ),
    "plan": Said(
        _("Drawn anew, tables and seats are the same for these lots."),
        _("Drawn anew, tables or seats are others for these lots."),
    ),
    "search": Said(
        _(
            "The engine searched, or no transcripts of the rounds before lead to this one. It draws the same again; "
            "only its own word says so."
        ),
        _(
            "The engine searched, or no transcripts of the rounds before lead to this one. Asked again, it draws other "
            "tables or seats."
        ),
    ),
}
NUMBERED = _("transcript %(n)s")
"""What one of several is called that names no draw."""
REFUSALS: Mapping[str, Any] = {
    "hall_label": _(
        "Say who makes the second secret: a nick, a first name or a table, at most %(most)s letters that can be seen, "
        "without brackets, commas and the like."
    ),
    "hall_label_other": _(
        "%(nick)s plays here with an account, so only he hands in a secret under this name. Sign in as him, or give a "
        "first name or a table."
    ),
    "hall_label_typed": _(
        "%(nick)s plays here with an account, so nobody else hands in a secret under this name. He does so on his own "
        "phone, signed in; or choose the one that he has handed in, or write another name."
    ),
    "hall_digest_form": _("That is no digest: it has 64 signs, 0 to 9 and a to f. Look at the phone that made it."),
    "hall_digest_spent": _(
        "This digest was handed in for another draw, and nobody can open it for this one. Let the phone make a new "
        "secret on the page of this attempt, and take its digest."
    ),
    "hall_digest_offered": _(
        "This digest was handed in under another name and stands in the list above: choose it there, with its name."
    ),
    "hall_secret_form": _("That is no second secret: it has 32 signs, 0 to 9 and a to f. Compare it with the paper."),
    "hall_secret_other": _("This is not the secret whose digest was frozen. Nothing was opened; look at it again."),
    "hall_secret_elsewhere": _(
        "This secret was made for another attempt than the one that its digest was frozen for, so nobody can open it. "
        "Let the director give this attempt up and promise the draw anew, and make a new secret for that."
    ),
    "hall_offers": _(
        "%(most)s digests wait for the director already. Read out yours, all 64 signs: the director can type it in."
    ),
    "hall_gone": _("This second secret is not offered any more. Choose again."),
    "hall_has_time": _("The time of the second secret is not over: %(minutes)s more min. Then it can be closed."),
    "beacon_unknown": _("Choose one of drand's chains, and give the round as a whole number or leave it empty."),
    "beacon_past": _("This round of drand has come already, so it is no secret. Name round %(first)s or a later one."),
    "beacon_far": _("This round of drand comes in more than a day. Name round %(last)s or an earlier one."),
    "beacon_early": _("This round of drand has not come yet. Wait until the time that stands here."),
    "beacon_form": _("That is not what this chain tells: copy randomness and signature whole, as drand shows them."),
    "beacon_not_hashed": _("The randomness is not that of this signature. Copy both anew from the same round."),
    "beacon_unsigned": _("The chain did not sign this round. Copy the round that was named, from another address."),
    "room_not_shown": _(
        "The hall is shown something else now: on another page something was tapped or taken back. This was not done; "
        "here stands what the hall is shown."
    ),
    "room_again": _("These are the same ten as before. Shuffle, and turn ten others."),
    "earlier_not_drawn": _("Rounds are drawn one after the other. Draw round %(other)s first."),
    "later_drawn": _(
        "Round %(other)s is drawn already, and it comes after this one. Take it out of the plan first, and plan it "
        "anew."
    ),
    "earlier_unpublished": _(
        "This would show everybody the tables of round %(other)s, which so far only you see. Publish round %(other)s "
        "first."
    ),
    "earlier_not_started": _("Rounds are played one after the other. Start round %(other)s first."),
    "basic_unfinished": _(
        "Round %(other)s counts for who sits here, and it is not over. Play it to its end, close it with a reason, or "
        "answer what you are asked about it; then start this round."
    ),
    "play_off_unfinished": _(
        "The play-off in round %(other)s decides who sits here, and it is not over. Play it to its end, or start it "
        "and close it with a reason; then start this round."
    ),
    "earlier_not_closed": _(
        "Round %(other)s counts for who sits here. Its tables have finished, but it is still open, so that a deal of "
        "it could be taken back. Close it; then start this round."
    ),
    "draw_unanswered": _(
        "A later decision has changed what round %(round)s was drawn from. Say first whether its seating stays: the "
        "question stands on the desk."
    ),
    "promised_since": _(
        "Since this page was opened a draw of round %(round)s was promised in public, or given up. Nothing was done; "
        "look at that first."
    ),
    "draw_in_draft": _("The event is a draft, which nobody sees. Announce it first; then draw."),
    "draw_under_way": _(
        "The public draw of round %(other)s has begun. Open it, or give it up and say why; then try this again."
    ),
    "ladder_spent": _(
        "This round was drawn as often as was stated before: %(drawn)s in all. Its tables follow the standings; who "
        "goes, comes or changes places is seated on the page of the round."
    ),
    "redraws_stated": _(
        "Everybody can read how often a round of this event may be drawn again without a ceremony: %(again)s. That may "
        "become less, not more."
    ),
    "redraws_spent": _(
        "This round is drawn in public only now. Drawn so far: %(drawn)s, of that without a ceremony: %(private)s. "
        "Drawn again without a ceremony it is this often at most, as was stated before: %(again)s; the first draw and "
        "those in public do not count."
    ),
    "apart_from_himself": _("Choose two different players."),
    "not_registered": _("Both have to be registered for this event."),
    "too_many_pairs": _("There are %(most)s pairs already. Allow some of them first."),
    "apart_needs_tables": _(
        "No two of %(keys)s may share a table, and the number of tables is %(tables)s. "
        "Choose more tables or allow one of these pairs."
    ),
    "apart_from_too_many": _(
        "%(key)s may not sit with %(others)s others, so too few are left to fill a table. Allow some of these pairs."
    ),
    "apart_not_kept": _(
        "No tables were found that keep apart %(pairs)s and all the rules besides. "
        "Choose more tables, allow one of these pairs, or keep clubs apart only where it can be done."
    ),
    "bad_pair": _("Pair %(number)s of those who must be apart needs the names of two different players."),
    "pair_unknown": _(
        "%(key)s, who must be apart in pair %(number)s, is not among the players. "
        "Correct the name or leave the pair out."
    ),
}
FAULTS: Mapping[str, Any] = {"forbidden_pair": _("may not share a table with %(other)s")}
PLANS: Mapping[str, Any] = {
    "best": _(
        "Its plan is as good as any for tables of its sizes can be. Rounds: %(rounds)s; repeat meetings: %(repeats)s."
    ),
    "known": _(
        "Nobody is known to have a better plan. Rounds: %(rounds)s; repeat meetings: %(repeats)s; "
        "proved is that there are at least %(least)s."
    ),
    "weak": _(
        "ITS PLAN IS WEAK. Rounds: %(rounds)s; repeat meetings: %(repeats)s; with the plan that this engine knows: "
        "%(known)s. Ask who chose it."
    ),
    "open": _(
        "Its plan may not be the best. Rounds: %(rounds)s; repeat meetings: %(repeats)s; proved is only that there are "
        "at least %(least)s. The site's own check says which plan its engine knows."
    ),
}
"""What is said of the plan beside the verdict; "open" by the page, which does not know what the engine knows."""
OLDER_ENGINE = _("Its draw names the older engine %(older)s, which may have known no better plan.")
OLDER_SEARCH = _("An older engine made this draw; whether it would find the same tables cannot be said.")
REMARKS: Mapping[str, Any] = {
    "alone": _(
        "This was a draw without a ceremony: the site's secret alone was the seed, so the site has to be trusted."
    ),
    "cards": _(
        "The seed was made of the site's secret and of ten cards, entered for the room. Whether the secret was "
        "promised before, those can say who saw it."
    ),
    "dice": _(
        "The seed was made of the site's secret and of ten dice, entered for the room. Whether the secret was "
        "promised before, those can say who saw it."
    ),
    "beacon": _(
        "The seed was made of round %(n)s of drand's chain %(chain)s, too. The transcript says that the list was "
        "frozen before it came, at %(at)s; whether it was, those can say who saw the promise and the frozen list then."
    ),
    "beacon_unsigned": _(
        "The transcript says that the seed was made of round %(n)s of drand's chain %(chain)s, too, and that the list "
        "was frozen before it came, at %(at)s; whether it was, those can say who saw the promise and the frozen list "
        "then."
    ),
    "opened": _(
        "The seed was made of a second secret under the name %(label)s, too, whose digest was frozen. Whose it was, "
        "those can say who saw it."
    ),
    "unopened": _(
        "The second secret under the name %(label)s was not opened; ten others were entered for the room instead."
    ),
    "name": _(
        "A name is only a name: how it was known the transcript does not say; the page of the draw on its site does."
    ),
    "nobody": _("There was no second secret by somebody of the hall."),
    "few": _("Nobody had a say in the seed but the site and whoever entered the cards or dice."),
    "few_unsigned": _(
        "Nobody had a say in the seed but the site and whoever entered the cards or dice, unless drand has signed that "
        "round."
    ),
    "apart": _(
        "Pairs that the director kept off one table: %(pairs)s; most of one player: %(most)s (number %(number)s)."
    ),
    "again": _("It is attempt %(n)s; earlier ones that it tells of: %(told)s, of these at hand: %(here)s."),
    "reason": _("The reason that is frozen for this attempt: %(reason)s"),
    "silent": _(
        "Whether all other attempts before it were given up, and so left no transcript, those can say who saw it."
    ),
    "unsigned": _("The signature of drand's round was NOT checked here."),
    "taken": _(
        "Its plan and the sizes of its tables were taken as they are frozen; that the engine %(engine)s makes just "
        "these was not computed anew."
    ),
    "elsewhere": _("It says that %(other)s was played at other tables than were drawn."),
    "left_rounds": _(
        "The plan that %(other)s has left is not followed, so the engine searches: rounds were added or taken out "
        "since then. Rounds of the plan: %(then)s; rounds now: %(now)s."
    ),
    "left_lost": _(
        "The plan that %(other)s has left is not followed, so the engine searches: this draw was frozen without it."
    ),
    "left_moved": _(
        "The plan that %(other)s has left is not followed, so the engine searches: somebody sat elsewhere than it has "
        "him, or is back after a round without him."
    ),
    "left_sizes": _(
        "The plan that %(other)s has left is not followed, so the engine searches: the tables are of other sizes. "
        "Players then: %(then)s; players now: %(now)s."
    ),
    "left_apart": _(
        "The plan that %(other)s has left is not followed, so the engine searches: it would bring together club-mates, "
        "compatriots or a pair whom the rules keep apart. Pairs kept off one table then: %(then)s; now: %(now)s."
    ),
}
"""What is said of each draw beside the verdict, by its name; besides these one of PLANS."""
APART_BY_STANDING = _(
    "Pairs that the director kept off one table: %(pairs)s; most of one player: %(most)s. That goes before the "
    "standings, so somebody may sit at another table than by his place alone."
)
"""Of a round by the standings or the rank, which has no transcript: who they are nobody is told."""
UNDER_WAY: Mapping[str, Any] = {
    "frozen": _("the list is frozen, and the room turns cards or throws dice"),
    "room": _("ten are turned, and it waits for the round of drand or the second secret"),
    "beacon": _("it waits for the second secret"),
    "hall_opened": _("the second secret is open"),
    "hall_silent": _("the second secret was not opened, and the room turns ten others"),
}
"""How far a draw in public has come between its freezing and its opening, by its last step."""


def room_told(told: str) -> tuple[str, str]:
    """What the room turned, "cards Ol 7h" as it is kept: its first word as a person reads it, and the rest."""
    kind, _space, turned = told.partition(" ")
    return {"cards": gettext("cards"), "dice": gettext("dice")}.get(kind, kind), turned


def plan_told(worth: PlanWorth) -> str:
    """How good the plan is, in a sentence; a second one where an older engine drew it."""
    said = "best" if worth.repeats == worth.least else "weak" if worth.repeats > worth.known else "known"
    sentences = [PLANS[said], OLDER_ENGINE] if said == "weak" and worth.older else [PLANS[said]]
    return " ".join(str(sentence) % asdict(worth) for sentence in sentences)


def apart_of(pairs: Sequence[Sequence[int]]) -> str:
    """How many pairs were kept off one table, and who is in most of them: enough of them choose his table."""
    times = Counter(chain.from_iterable(pairs))
    number, most = min(times.items(), key=lambda one: (-one[1], one[0]))
    return str(REMARKS["apart"]) % {"pairs": len(pairs), "number": number, "most": most}


def apart_by_standing(pairs: Sequence[Sequence[str]]) -> str:
    """The same of a round by the standings or the rank, without saying who that is."""
    most = max(Counter(chain.from_iterable(pairs)).values())
    return str(APART_BY_STANDING) % {"pairs": len(pairs), "most": most}


def left_of(before: Sequence[Mapping[str, Any]], told: Mapping[str, Any]) -> list[str]:
    """Why the plan that the round before has left is not followed, in a sentence, if that can be told (`why_left`)."""
    why = why_left(before, told)
    return [str(REMARKS[why[0]]) % why[1]] if why else []


def secrets_of(told: Mapping[str, Any], name: str = "") -> list[str]:
    """What the seed was made of and who had a say in it, a sentence each; `told`: its transcript, which holds here, so
    drand has signed its round; `name`: that of the second secret and how it was known, which the transcript does not
    say.
    """
    if not told["ceremony"]:
        return [str(REMARKS["alone"])]
    said, frozen = [told["room"].partition(" ")[0]], told["frozen"]
    values: dict[str, Any] = {}
    if "beacon" in told:
        said.append("beacon")
        named = Beacon(**frozen["beacon"])
        values = {"n": named.round, "chain": named.chain_name, "at": named.frozen_time}
    is_opened = "hall" in told and "secret" in told["hall"]
    if "hall" in told:
        values["label"] = name or frozen["hall"]["label"]
        said += ["opened" if is_opened else "unopened", *([] if name else ["name"])]
    else:
        said.append("nobody")
    if "beacon" not in told and not is_opened:
        said.append("few")
    return [str(REMARKS[one]) % values for one in said]
