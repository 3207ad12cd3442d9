"""What somebody wanted whose act was refused, by the name of the address that he asked (operations/refusals.py)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

WANTED: Mapping[str, Any] = {
    # one's own page
    "public:my_data_file": _("Downloading one's own data"),
    "public:erase_me": _("Being forgotten"),
    "public:appeal_ruling": _("Appealing against a ruling"),
    "public:appeal_sanction": _("Appealing against a sanction"),
    "public:my_language": _("Choosing a language"),
    "public:my_mail": _("Choosing which letters one gets"),
    "public:my_password": _("Setting a password"),
    "public:my_tokens": _("Making a token for the API"),
    "public:revoke_token": _("Revoking a token for the API"),
    "public:enter": _("Entering an event"),
    "public:withdraw": _("Withdrawing from an event"),
    # the commission
    "commission:propose": _("Proposing a word"),
    "commission:list": _("Proposing a list of words"),
    "commission:withdraw": _("Withdrawing a word"),
    "commission:rules": _("Setting the quorum of the commission"),
    "commission:open": _("Opening a sealed word"),
    "commission:vote": _("Voting on a word"),
    "commission:split": _("Correcting the letters of a word"),
    "commission:give": _("Giving a word to a round"),
    "commission:swap": _("Swapping a word for a reserve"),
    # tables
    "table:ruling": _("Ruling at a table"),
    "table:overrule": _("Overruling a ruling"),
    "table:sanctions": _("Proposing a sanction"),
    "api:entries": _("Recording at a table"),
    # the union
    "union:ruling": _("Overruling for the union"),
    "union:appeal": _("Deciding an appeal"),
    "union:propose_sanction": _("Proposing a sanction"),
    "union:confirm_sanction": _("Confirming a sanction"),
    "union:decline_sanction": _("Declining a sanction"),
    "union:lift_sanction": _("Lifting a sanction"),
    "union:erase": _("Forgetting a player"),
    "union:ask": _("Asking to join a club"),
    "union:withdraw_request": _("Taking back a request to join"),
    "union:leave": _("Leaving a club"),
    "union:found": _("Founding a club"),
    "union:federation_player": _("Registering a player for a federation"),
    "union:federation_player_list": _("Taking in a list of players"),
    "union:player_list": _("Taking in a list of players"),
    "union:offices": _("Giving an office"),
    "union:end_office": _("Ending an office"),
    "union:recovery": _("Letting somebody back into his account"),
    "union:correct_nick": _("Correcting a nick"),
    "union:move_player": _("Moving a player to another club"),
    "union:merges": _("Merging players"),
    "union:undo_merge": _("Undoing a merging of players"),
    "union:ranking_rules": _("Setting the rules of the ranking"),
    "union:ranking_points": _("Setting ranking points"),
    "union:elite": _("Naming the Elite"),
    "union:elite_of": _("Naming the Elite"),
    "union:drop_elite": _("Taking somebody out of the Elite"),
}
