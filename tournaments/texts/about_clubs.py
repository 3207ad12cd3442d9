"""The sentences behind the refusals of clubs, offices, logos and merges (texts/refusals.py takes them in)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

REFUSALS: Mapping[str, Any] = {
    # clubs
    "not_a_player": _("Register as a player first."),
    "captain_already": _("You are captain of %(club)s. Hand that club over before you found another one."),
    "club_code_malformed": _("The code of a club has 2 to 12 capital letters and digits, without accents."),
    "club_code_taken": _("The code %(club)s is taken, or was the code of another club. Choose another one."),
    "club_name_malformed": _("The name of a club is one line of 2 to 80 characters."),
    "club_name_taken": _("There is a club of this name in this country already."),
    "country_unknown": _("There is no country with the code %(country)s."),
    # members
    "season_not_offered": _("A club can be joined for this season or the next one."),
    "season_over": _("The season %(year)s is over."),
    "member_already": _("%(nick)s is a member of this club in %(year)s already."),
    "one_club_a_season": _(
        "Within a season a player belongs to one club, and for %(year)s that is %(club)s. "
        "Ask for the next season, or ask the union: it alone decides on a change during a season."
    ),
    "leave_first": _("For %(year)s you are a member of %(club)s. Leave it first, then ask another club."),
    "request_open": _("You have asked %(club)s for %(year)s already. Take that request back first."),
    "request_step": _("This request was answered or taken back already."),
    "captain_decides": _("This club has a captain, and the captain alone decides who joins."),
    "left_already": _("%(nick)s has left the club already."),
    "why_required": _("Say why; it stands in the journal."),
    "squad_full": _("A squad has at most %(most)s players; %(chosen)s are chosen."),
    "not_a_member": _("Somebody chosen is no member of the club in %(year)s any more. Look at the list again."),
    # offices
    "term_malformed": _("A term ends after it begins."),
    "office_held": _("This person holds the office already."),
    "office_ended": _("This office has ended already."),
    "office_needs_body": _("Say of which federation, or of which club."),
    "account_is_player": _("This e-mail address belongs to a registered player already."),
    "enrolled_enough": _("A captain registers at most %(most)s players a day. Go on tomorrow, or ask the union."),
    # nicks and merges
    "nick_same": _("The nick is spelled like that already."),
    "merge_same": _("These are one and the same player."),
    "merge_unknown": _("There is no player with the nick %(nick)s."),
    "merge_meets": _("Both are registered for %(events)s, so they cannot be one person."),
    "merge_conflict": _("This cannot be merged: %(what)s of one stands in the way of the other's."),
    "merge_changed": _("Something has changed since the preview. Look at it again."),
    "merge_undone": _("This merge was undone already."),
    "merge_not_newest": _("A later merge builds on this one. Undo the later one first."),
    "merge_erased": _("The data of this person were erased, so the merge cannot be undone."),
    # logos
    "picture_missing": _("Choose a picture."),
    "picture_too_heavy": _("The picture is larger than %(kilobytes)s kB. Make it smaller."),
    "picture_unknown": _("A logo is a picture in PNG, JPEG, WebP or GIF."),
    "picture_too_large": _("The picture has more than %(megapixels)s million pixels. Make it smaller."),
    "picture_broken": _("This picture cannot be read. Save it anew and send it again."),
}
