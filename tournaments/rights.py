"""The one matrix of rights: role × act. Pages, API and admin ask it, docs/rights.md is printed from it.

A cell says `yes` (everywhere), `own` (only where the role is held: at the director's event, at the line judge's tables,
in the captain's club, in the officer's federation, on a person's own account) or nothing, which is no. Nothing here
knows a database: `tournaments.access` finds out which roles an account holds and asks the matrix about them.

Everybody who is signed in is a `player` besides his other roles, so a right of players is a right of all of them.

A page or an act names its right where it stands (`tournaments/acts/face.py`); CONTRIBUTING.md says how one is added.
A new right is one line in `RIGHTS` (code, sentence, of what it is held) and its cells in `MATRIX`. Say "event" where
the address names an event, "table" where it names a table, "club" where a club.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Cell = Literal["", "own", "yes"]
Of = Literal["", "account", "event", "table", "club", "federation"]

# Who there is, and what makes somebody so. `Staff` gives the roles at an event, `Office` those of the union.
ROLES: dict[str, str] = {
    "anonymous": "whoever is not signed in",
    "player": "whoever is signed in: most are players",
    "captain": "leads a club (an office with a term)",
    "line_judge": "looks after some tables of one event",
    "referee": "looks after all tables of one event",
    "director": "runs one event",
    "officer": "of a national federation (an office with a term)",
    "commission": "of the union, for the playing words (an office with a term)",
    "union": "of the union's board (an office with a term)",
    "press": "accredited by the union (an office with a term)",
    "organiser": "may make events (`may_direct`)",
    "clerk": "may look into the administration (`is_staff`)",
    "keeper": "keeps the installation (`is_superuser`); counts as one of the board, never of the commission",
}
AT_EVENTS = frozenset({"line_judge", "referee", "director"})
OFFICES = frozenset({"captain", "officer", "commission", "union", "press"})
NEED_SECOND_FACTOR = frozenset({"director", "commission", "union", "organiser", "clerk", "keeper"})


@dataclass(frozen=True, slots=True)
class Right:
    """What somebody does, in a sentence; `of`: what `own` belongs to."""

    sentence: str
    of: Of = ""


RIGHTS: dict[str, Right] = {
    # --- Everybody ---
    "public.read": Right("Read what is public: events, published draws, tables, results, players, clubs, rules."),
    "account.enter": Right("Sign in, sign out, register with the union as a player, choose a language."),
    # --- Whoever is signed in ---
    "account.own": Right("See and change one's own page: language, password, second factor, tokens.", "account"),
    "entry.own": Right("Register for an event and withdraw."),
    # --- At an event ---
    "event.create": Right("Make an event, or take one in from a file."),
    "union.home": Right("See the front door of the union's offices."),
    "event.home": Right("See the list of the events that one runs."),
    "event.watch": Right(
        "Follow an event from inside: board of tables, rulings, and the event while a draft.", "event"
    ),
    "event.drafts": Right("See draws before they are published, and applications that nobody has confirmed.", "event"),
    "event.direct": Right("The desk of an event: details, regulations, its state.", "event"),
    "event.people": Right("Registrations of an event: confirm, check in, walk in, substitute, withdraw.", "event"),
    "event.rounds": Right("Rounds of an event: plan, name the word, start, close.", "event"),
    "event.draw": Right("Draw, swap, run the ceremony of a public draw, seat finals.", "event"),
    "event.publish": Right("Standings of an event: publish, set a place, schedule.", "event"),
    "event.staff": Right("Appoint and dismiss referees, line judges and directors; hand out their links.", "event"),
    "event.journal": Right("Read the journal of an event.", "event"),
    "union.erase": Right("Forget a player who has asked for it."),
    "union.journal": Right("Read the journals of the union and of all events."),
    "event.files": Right("Take the files of an event out, and print.", "event"),
    "event.rule": Right("Overrule at an event as a referee, propose a sanction to the union.", "event"),
    "union.rule": Right("Decide appeals and overrule for the union; confirm, decline and lift sanctions."),
    "lines.bring": Right("Bring what a phone has kept; each line is judged by the right that one has at its table."),
    "table.record": Right(
        "Record the game at a table, correct one's own lines, take the pen. Where the regulations let players record, "
        "also who plays there.",
        "table",
    ),
    "table.sit": Right("Call the referee to a table where one plays or judges; agree with its result.", "table"),
    "table.rule": Right("Rule past the end of a game, and correct what others recorded.", "table"),
    # --- Playing words ---
    "words.propose": Right("Propose playing words for an event in which one does not play; see one's own proposals."),
    "words.read": Right("Read and vote on the words of an event in which one does not play; open a sealed one."),
    "words.watch": Right(
        "See the words of an event by number: which are sealed, for which round, who has read them.", "event"
    ),
    "words.arrange": Right(
        "Give sealed words to rounds, unread; swap one for a reserve with a public reason.", "event"
    ),
    "words.rules": Right("Set the quorum and the majority of the commission."),
    # --- Clubs, federations, people ---
    "club.own": Right("Found a club, ask to join one, take the request back, leave."),
    "club.run": Right("Run a club: requests, members, squad, logo, name, captain, new players.", "club"),
    "club.code": Right("Change the code of a club.", "club"),
    "federation.run": Right("See the clubs and requests of a federation, register players for it.", "federation"),
    "account.recover": Right("Take away the second factor of somebody who lost it."),
    "office.manage": Right("Give offices of the union, of federations and of clubs, and take them back."),
    "player.correct": Right("Correct a nick, move a player during a season, merge duplicates and undo it."),
    # --- The ranking, and who may enter ---
    "ranking.set": Right("Set points tables and the rules of the ranking."),
    "elite.name": Right("Name the Elite of a season."),
    "players.take_in": Right("Take a list of players into the union."),
    # --- The administration ---
    "admin.event": Right(
        "Look in the administration at the rows of the events where one judges: rounds, tables, logs, rulings, people.",
        "event",
    ),
    "admin.desk": Right("Look there at what only the desk of an event shows: its clock, its questions.", "event"),
    "admin.enter": Right("Look through the administration's other lists: accounts, clubs, offices."),
    "admin.write": Right("Correct rows in the administration: accounts, clubs, federations."),
    "nobody": Right("What no face does for anybody: rows that only the acts of the house write."),
}

# One line an act: who may it. A role that is not named may not.
MATRIX: dict[str, dict[str, Cell]] = {
    "public.read": {"anonymous": "yes", "player": "yes"},
    "account.enter": {"anonymous": "yes", "player": "yes"},
    "account.own": {"player": "own"},
    "entry.own": {"player": "yes"},
    "event.create": {"organiser": "yes", "keeper": "yes"},
    "union.home": {"player": "yes"},
    "event.home": {"player": "yes"},
    "event.watch": {"line_judge": "own", "referee": "own", "director": "own", "keeper": "yes"},
    "event.drafts": {"referee": "own", "director": "own", "keeper": "yes"},
    "event.direct": {"director": "own", "keeper": "yes"},
    "event.people": {"director": "own", "keeper": "yes"},
    "event.rounds": {"director": "own", "keeper": "yes"},
    "event.draw": {"director": "own", "keeper": "yes"},
    "event.publish": {"director": "own", "keeper": "yes"},
    "event.staff": {"director": "own", "keeper": "yes"},
    "event.journal": {"director": "own", "union": "yes", "keeper": "yes"},
    "union.erase": {"union": "yes", "keeper": "yes"},
    "union.journal": {"union": "yes", "keeper": "yes"},
    "event.files": {"director": "own", "keeper": "yes"},
    "event.rule": {"referee": "own", "director": "own", "keeper": "yes"},
    "union.rule": {"union": "yes", "keeper": "yes"},
    "table.record": {"line_judge": "own", "referee": "own", "director": "own", "keeper": "yes"},
    "lines.bring": {"anonymous": "yes", "player": "yes"},
    "table.sit": {"player": "own", "line_judge": "own", "referee": "own", "director": "own", "keeper": "yes"},
    "table.rule": {"referee": "own", "director": "own", "keeper": "yes"},
    "words.propose": {"player": "yes"},
    "words.read": {"commission": "yes"},
    "words.watch": {"commission": "yes", "union": "yes", "director": "own", "keeper": "yes"},
    "words.arrange": {"commission": "yes", "director": "own", "keeper": "yes"},
    "words.rules": {"union": "yes", "keeper": "yes"},
    "club.own": {"player": "yes"},
    "club.run": {"captain": "own", "officer": "own", "union": "yes", "keeper": "yes"},
    "club.code": {"officer": "own", "union": "yes", "keeper": "yes"},
    "federation.run": {"officer": "own", "union": "yes", "keeper": "yes"},
    "account.recover": {"union": "yes", "keeper": "yes"},
    "office.manage": {"union": "yes", "keeper": "yes"},
    "player.correct": {"union": "yes", "keeper": "yes"},
    "ranking.set": {"union": "yes", "keeper": "yes"},
    "elite.name": {"union": "yes", "keeper": "yes"},
    "players.take_in": {"union": "yes", "keeper": "yes"},
    "admin.event": {"referee": "own", "director": "own", "clerk": "yes", "keeper": "yes"},
    "admin.desk": {"director": "own", "clerk": "yes", "keeper": "yes"},
    "admin.enter": {"clerk": "yes", "keeper": "yes"},
    "admin.write": {"keeper": "yes"},
    "nobody": {},
}

# What a token of the API may do of what its account may. Reading is in each scope; None: everything but what asks
# people for a fresh proof, which no token does unless its scope names the right.
SCOPES: dict[str, frozenset[str] | None] = {
    "read": frozenset(),
    "record": frozenset({"table.record"}),
    "all": None,
}


def cell(act: str, role: str) -> Cell:
    """What the matrix says. An act that it does not know is a bug, not a no."""
    return MATRIX[act].get(role, "")


def anywhere(act: str) -> frozenset[str]:
    """The roles that may do `act` wherever it is."""
    return frozenset(role for role, said in MATRIX[act].items() if said == "yes")


def where_held(act: str) -> frozenset[str]:
    """The roles that may do `act` at least where they are held."""
    return frozenset(role for role, said in MATRIX[act].items() if said)
