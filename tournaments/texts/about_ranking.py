"""What is said about rankings, entry conditions, mailings and lists of players: sentences of refusals and of states."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django.conf import settings
from django.utils.translation import gettext_lazy as _
from django.utils.translation import override, pgettext_lazy

from tournaments.templatetags.event_times import day

REFUSALS: Mapping[str, Any] = {
    # points tables
    "points_not_whole": _("“%(word)s” is no whole number. Write the points of place 1, 2, 3 …, such as 12, 10, 8."),
    "points_too_many": _("A table has at most %(most)s places."),
    "points_too_high": _("A place earns at most %(most)s points."),
    "points_rise": _("Place %(place)s would earn more than the place before it. Check the order."),
    "points_changed": _("Meanwhile somebody else has changed this. Look at it as it is now, and change it again."),
    # entry conditions
    "not_invited": _("This event is for invited players, and you are not on its list."),
    "not_elite": _("This event is for the Elite of %(year)s, which the union names."),
    "not_in_ranking": _("This event is for the best %(number)s of the ranking %(year)s. Your rank: %(rank)s."),
    "no_rank": _("This event is for the best %(number)s of the ranking %(year)s. You have no points in it yet."),
    "not_a_newcomer": _("This event is for newcomers who have never played in a finished event."),
    "not_first_season": _("This event is for players in their first season. Yours was %(year)s."),
    "club_quota_full": _("%(club)s has its %(number)s players in this event already."),
    "not_in_squad": _("This event is for the squads of clubs, and no captain has named you for %(year)s."),
    "condition_needs_number": _("Say how many: a whole number from 1 to %(most)s."),
    "condition_needs_season": _("Say of which season."),
    "nobody_named": _("Nobody is called %(nick)s. Check the spelling."),
    "not_on_the_list": _("This player is not on the list."),
    # mailings
    "mailing_not_now": _("Invitations can be sent while the event is announced or its registration is open."),
    "mailing_to_nobody": _("Nobody is left to be invited."),
    # lists of players
    "people_file_too_large": _("The file is larger than %(megabytes)s MB. Split it."),
    "people_file_unreadable": _("This is no file that can be read. Save the list as CSV or XLSX and try again."),
    "people_file_too_long": _("The list has more than %(most)s rows. Split it."),
    "people_file_too_wide": _("A row has more than %(most)s columns. Keep nick, club, e-mail and country."),
    "people_file_swollen": _("Unpacked, this XLSX would be larger than %(megabytes)s MB. Save it without pictures."),
    "people_file_encoding": _("The text is neither UTF-8 nor Windows-1250. Save the list as CSV in UTF-8."),
    "people_file_header": _("The first row has to name the columns; “nick” is missing."),
    "people_file_column_twice": _("The column “%(column)s” stands there twice."),
    "people_file_empty": _("There is nobody in this list."),
    "people_list_faulty": _("Nobody was taken in: some rows have faults. Mend them and send the list again."),
    "people_list_stale": _("This page was open too long. Send the list again."),
}

# Faults of one row of a list of players.
ROW_FAULTS: Mapping[str, Any] = {
    "no_nick": _("The nick is missing."),
    "formula": _("The column “%(column)s” holds a formula. Put its value there."),
    "too_long": _("The column “%(column)s” is longer than %(most)s characters."),
    "nick_malformed": _("“%(nick)s” cannot be a nick: 1 to 40 visible characters and no comma."),
    "nick_mixed": _("A word of “%(nick)s” mixes letters of two scripts. Write it in one."),
    "nick_office": _("“%(nick)s” reads as an office or as the label of a forgotten player."),
    "nick_alike": _("“%(nick)s” looks like the nick of somebody else."),
    "nick_twice": _("This nick stands in row %(row)s already, perhaps in another spelling."),
    "club_unknown": _("There is no club “%(club)s”. Check its code or name."),
    "club_ambiguous": _("More than one club is called “%(club)s”. Write its code."),
    "club_elsewhere": _("The club %(club)s is not of your federation."),
    "club_other": _("This player is in %(club)s this season. Changing clubs is done by transfer, not by a list."),
    "country_unknown": _("“%(country)s” is no country of the union. Write two letters, such as CZ."),
    "country_other": _("The club %(club)s is of %(country)s."),
    "email_malformed": _("“%(email)s” is no e-mail address."),
    "email_twice": _("This address stands in row %(row)s already."),
    "email_taken": _("This address has an account already. Its owner enters himself."),
    "email_has_account": _("This player has an account already."),
    "email_not_yours": _("An address for a player who is registered already is given by the union."),
    "email_not_here": _("E-mail addresses are taken in by the union, not by an event. Leave the column out."),
    "banned": _("This player is banned by the union."),
}

# What becomes of a row: of the union's list, and of an event's.
ROW_STATES: Mapping[str, Any] = {
    "new": _("new player"),
    "known": _("known, nothing to do"),
    "added": _("known, gets what is new"),
    "withdrawn": _("has withdrawn and stays so; you can bring him back in the list of people"),
}
COLUMN_NAMES: Mapping[str, Any] = {
    "nick": _("nick"),
    "club": _("club"),
    "email": _("e-mail"),
    "country": _("country"),
}

# What a column may be called in a list. A language adds its own names; those of the others are read all the same.
COLUMN_SPELLINGS: Mapping[str, Any] = {
    "nick": pgettext_lazy("names of a column, parted by commas", "nick, player"),
    "club": pgettext_lazy("names of a column, parted by commas", "club, team"),
    "email": pgettext_lazy("names of a column, parted by commas", "email, e-mail, mail, address"),
    "country": pgettext_lazy("names of a column, parted by commas", "country, federation, flag"),
}

# What an event brought a player for the ranking.
AWARDS: Mapping[str, Any] = {
    "counted": _("counts"),
    "dropped": _("dropped: not among the %(n)s best"),
    "no_claim": _("stand-in without claim to points"),
    "unclassified": _("out of classification"),
    "no_deal": _("no deal played"),
    "no_table": _("this series earns no points"),
}

CONDITIONS: Mapping[str, Any] = {
    "invited": _("Only for invited players."),
    "elite": _("Only for the Elite of %(year)s."),
    "ranking": _("Only for the best %(number)s of the ranking %(year)s."),
    "ranking_until": _("Only for the best %(number)s of the ranking %(year)s after the events up to %(until)s."),
    "newcomers": _("Only for newcomers who have never played in a finished event."),
    "first_season": _("Only for players in their first season."),
    "club_quota": _("At most %(number)s players of one club."),
    "squad": _("Only for those whom a captain has named for the squad of the season."),
}


def condition_text(condition: Any) -> str:
    """A condition (`EntryCondition`) in the language of the request."""
    values = {
        "number": condition.number,
        "year": condition.season.year if condition.season else "",
        "until": day(condition.until),
    }
    kind = "ranking_until" if condition.kind == "ranking" and condition.until else condition.kind
    return str(CONDITIONS[kind]) % values


def award_text(state: str, best_of: int | None) -> str:
    """How a result counts, in the language of the request."""
    return str(AWARDS[state]) % {"n": best_of or ""}


def row_fault_text(code: str, values: Mapping[str, object]) -> str:
    """A fault of a row in the language of the request."""
    column = str(values.get("column", ""))
    return str(ROW_FAULTS[code]) % {**values, "column": COLUMN_NAMES.get(column, column)}


def column_spellings() -> dict[str, set[str]]:
    """Column of a list → what it may be called, in every language that the site speaks."""
    found: dict[str, set[str]] = {column: set() for column in COLUMN_SPELLINGS}
    for language, _name in settings.LANGUAGES:
        with override(language):
            for column, names in COLUMN_SPELLINGS.items():
                found[column].update(str(names).split(","))
    return found


def rows_said(checked: Iterable[Any]) -> list[dict[str, Any]]:
    """The rows of a list that was tried (`operations.people_lists.Checked`), ready for a page."""
    return [
        {
            "number": tried.row.number,
            "nick": tried.row.nick,
            "club": tried.club.name if tried.club else tried.row.club,
            "email": tried.row.email,
            "state": "" if tried.faults else ROW_STATES[tried.state],
            "asks": tried.asks and not tried.faults,
            "faults": [row_fault_text(code, values) for code, values in tried.faults],
        }
        for tried in checked
    ]
