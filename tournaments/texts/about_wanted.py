"""What somebody wanted whose act was refused, by the name of the address that he asked (operations/refusals.py)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

WANTED: Mapping[str, Any] = {
    # one's own page
    # the desk
    "desk:new_event": _("Making an event"),
    "desk:take_in": _("Importing an event file"),
    "desk:details": _("Changing details of the event"),
    "desk:status": _("Changing the state of the event"),
    "desk:answer": _("Answering a question of the union"),
    "desk:walk_in": _("Registering a walk-in"),
    "desk:confirm_all": _("Confirming all applications"),
    "desk:person_status": _("Changing the state of a registration"),
    "desk:flags": _("Saying whether a player takes a place"),
    "desk:substitute": _("Substituting a player"),
    "desk:withdraw": _("Taking a player out of the event"),
    "desk:set_conditions": _("Setting the conditions of entry"),
    "desk:invite": _("Inviting a player"),
    "desk:uninvite": _("Taking back an invitation"),
    "desk:invitations": _("Sending invitations"),
    "desk:player_list": _("Taking in a list of players"),
    "desk:add_round": _("Planning a round"),
    "desk:plan_round": _("Changing the plan of a round"),
    "desk:remove_round": _("Taking a round out of the plan"),
    "desk:word": _("Giving a round its word"),
    "desk:publish_round": _("Publishing a seating"),
    "desk:start_round": _("Starting a round"),
    "desk:close_round": _("Closing a round"),
    "desk:reopen_round": _("Opening a round again"),
    "desk:draw": _("Drawing a round"),
    "desk:seats": _("Changing seats by hand"),
    "desk:apart": _("Keeping two players apart"),
    "desk:allow_pair": _("Letting two players share a table again"),
    "desk:restore_draw": _("Going back to the draw"),
    "desk:leave_round": _("Taking somebody out of a drawn round"),
    "desk:join_round": _("Seating somebody in a drawn round"),
    "desk:announce_draw": _("Promising a draw"),
    "desk:freeze_draw": _("Freezing what a draw reads"),
    "desk:open_draw": _("Opening a draw"),
    "desk:give_up_draw": _("Giving up a draw"),
    "desk:seat_final": _("Seating a final or play-off"),
    "desk:publish": _("Publishing standings"),
    "desk:override": _("Setting a place"),
    "desk:withdraw_override": _("Going back to a computed place"),
    "desk:schedule": _("Setting the clock"),
    "desk:staff": _("Giving a role at the event"),
    "desk:dismiss": _("Ending a role at the event"),
    "desk:staff_link": _("Handing out a sign-in link"),
}
