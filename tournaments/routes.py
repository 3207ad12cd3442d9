"""Which address of the site is which right: read from the pages and acts themselves, which say it where they stand.

A face tells its pages and acts (`tournaments/acts/face.py`), each with its right; what others have written, such as the
administration and the pages for signing in, is told in lines beside the place where it is taken in (`foreign`). An
address without a right fails the build (tests/test_rights.py). Files under /static/ are served before any of this and
are for everybody.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache
from itertools import product
from typing import Any

from django.urls import get_resolver


@dataclass(frozen=True, slots=True)
class Route:
    """One address: its name as in `{% url %}`, method → right, and what somebody wanted whose act was refused there.

    GET stands for HEAD as well. A method that is not named must answer 405 or refuse everybody. `code` is the name
    under which refused acts stand in the journal; it outlives a renaming.
    """

    name: str
    rights: Mapping[str, str]
    code: str = ""
    wanted: Any = ""


_ROUTES: dict[str, Route] = {}
_WANTED: dict[str, Any] = {}


def register(route: Route) -> None:
    """Take an address in. Raises ValueError for a name that is there already, or words that differ for one code."""
    if route.name in _ROUTES:
        raise ValueError(f"There are two addresses {route.name}")
    if route.wanted and _WANTED.setdefault(route.code, route.wanted) is not route.wanted:
        raise ValueError(f"The journal would call two acts {route.code}")
    _ROUTES[route.name] = route


def foreign(lines: str) -> None:
    """Addresses that others have written, in lines: methods, right, names. Only here a name may hold `*`."""
    table: dict[str, dict[str, str]] = {}
    for line in filter(None, map(str.strip, lines.splitlines())):
        methods, right, *names = line.split()
        for name, method in product(names, methods.split(",")):
            if method in table.setdefault(name, {}):
                raise ValueError(f"{name} has two lines for {method}")
            table[name][method] = right
    for name, rights in table.items():
        register(Route(name, rights, code=name))


def all_routes() -> Mapping[str, Route]:
    """Every address by its name, in the order of the faces."""
    _load()
    return _ROUTES


def route_of(name: str) -> Route | None:
    """The address of this name; else that whose pattern fits it most closely; None if there is none."""
    routes = all_routes()
    if name in routes:
        return routes[name]
    fitting = [pattern for pattern in routes if "*" in pattern and fnmatchcase(name, pattern)]
    return routes[max(fitting, key=len)] if fitting else None


def wanted(code: str) -> Any:
    """What somebody wanted whose refused act stands in the journal under `code`; nothing if no act has that code."""
    _load()
    return _WANTED.get(code, "")


@cache
def _load() -> None:
    """The faces tell their addresses when the site's are loaded; a command in a terminal may be the first to ask."""
    get_resolver().url_patterns  # noqa: B018 – a property that loads them


LINES = """
GET       public.read     schema health
GET       public.read     public:events public:event public:event_fragment public:entrants public:stream
GET       public.read     public:standings public:standings_fragment public:results_latest public:results
GET       public.read     public:results_json public:round public:round_fragment public:table public:table_fragment
GET       public.read     public:words
GET       public.read     public:screen public:screen_fragment
GET       public.read     public:event_rulings
GET       public.read     public:draws public:draw public:transcript public:frozen public:check_draw
GET       public.read     public:players public:player public:clubs public:club public:rules public:rules_smear
POST      public.read     public:cards
GET,POST  public.read     public:deal
GET       public.read     public:deal_file public:deal_ruling public:deal_code
GET       public.read     public:deal_by_chance public:deal_enter public:deal_players
GET       public.read     public:deal_hand public:deal_pass
POST      account.enter   set_language
GET,POST  account.enter   sign_in
POST      account.enter   send_sign_in_link
GET       account.enter   sign_in_link_sent
GET,POST  account.enter   sign_in_link
POST      account.enter   sign_out
GET,POST  account.enter   public:register
GET       account.enter   public:registered

GET,POST  account.enter   account_request_login_code account_confirm_login_code mfa_authenticate mfa_login_webauthn
GET,POST  account.own     account_reauthenticate mfa_reauthenticate mfa_reauthenticate_webauthn
GET,POST  account.own     mfa_activate_totp mfa_deactivate_totp mfa_generate_recovery_codes
GET       account.own     mfa_index mfa_view_recovery_codes mfa_download_recovery_codes mfa_list_webauthn
GET,POST  account.own     mfa_add_webauthn mfa_edit_webauthn mfa_remove_webauthn
GET,POST  account.enter   account_login
POST      account.enter   account_logout
GET       account.own     public:me public:my_data
POST      account.own     public:my_data_file
GET,POST  account.own     public:erase_me
GET       account.enter   public:erased
GET       account.own     public:my_rulings
POST      account.own     public:appeal_ruling public:appeal_sanction
POST      account.own     public:my_language
GET,POST  account.own     public:my_password
POST      account.own     public:my_tokens
POST      account.own     public:revoke_token
POST      account.own     public:end_sessions
GET,POST  entry.own       public:enter
POST      entry.own       public:withdraw

GET       union.home      union:home
GET       union.rule      union:rulings union:appeals union:sanctions union:sanction
GET,POST  union.rule      union:ruling union:appeal
POST      union.rule      union:propose_sanction union:confirm_sanction union:decline_sanction union:lift_sanction
GET       union.journal   union:journal
GET,POST  union.erase     union:erase

GET       words.propose   commission:home commission:mine
GET,POST  words.propose   commission:propose commission:list
POST      words.propose   commission:withdraw
GET,POST  words.rules     commission:rules
GET       words.watch     commission:event commission:readings
GET       words.read      commission:word
POST      words.read      commission:open commission:vote commission:split
POST      words.arrange   commission:give commission:swap

GET       event.watch     table:board
GET       event.watch     table:board_now
GET       event.watch     table:rulings
GET       table.record    table:table
GET       table.record    table:table_now
POST      table.record    table:form
POST      table.record    table:deals
POST      table.record    table:smear_deals
POST      table.record    table:void_deals
POST      table.record    table:penalty_letters
POST      table.record    table:undo
POST      table.record    table:pen
GET       table.record    table:line
POST      table.record    table:amendments
POST      table.record    table:strikes
GET,POST  table.record    table:ruling table:overrule
GET,POST  event.rule      table:sanctions

GET       public.read     public:logo public:player_named
GET       club.own        union:my_club
POST      club.own        union:ask union:withdraw_request union:leave
GET,POST  club.own        union:found
GET       office.manage   union:federations
GET       federation.run  union:federation
POST      federation.run  union:federation_player
GET,POST  office.manage   union:offices
GET,POST  account.recover union:recovery
POST      office.manage   union:end_office
GET       player.correct  union:people
POST      player.correct  union:correct_nick union:move_player
GET,POST  player.correct  union:merges
GET       player.correct  union:merge_preview
POST      player.correct  union:undo_merge

GET       public.read     public:ranking public:ranking_of public:ranking_csv public:ranking_clubs
GET       public.read     public:ranking_player public:ranking_club
GET       public.read     api:rankings api:ranked_players api:ranked_player api:ranked_clubs
GET,POST  account.enter   public:no_mail
GET,POST  account.own     public:my_mail
GET       ranking.set     union:ranking union:ranking_of
GET,POST  ranking.set     union:ranking_rules union:ranking_points
GET,POST  elite.name      union:elite union:elite_of
POST      elite.name      union:drop_elite
GET,POST  players.take_in union:player_list
GET,POST  federation.run  union:federation_player_list

GET       public.read     api:events api:event api:registrations api:standings api:rounds api:round api:tables
GET       public.read     api:table api:entries
GET,POST  nobody          api:unknown
POST      table.record    api:entries
GET       public.read     api:rulings
GET       public.read     api:words
GET,POST  words.propose   api:proposals

GET,POST  admin.enter     admin:index admin:app_list admin:RedirectView
GET       admin.enter     admin:jsi18n
GET,POST  nobody          admin:autocomplete admin:view_on_site admin:catch_all_view admin:login
POST      account.enter   admin:logout
GET       account.own     admin:password_change
GET,POST  admin.enter     admin:*_changelist
GET       admin.enter     admin:*_change
GET,POST  admin.enter     admin:*_history
GET,POST  nobody          admin:*_add admin:*_delete
GET,POST  admin.write     admin:tournaments_club_add admin:tournaments_club_delete
GET,POST  admin.write     admin:tournaments_federation_add admin:tournaments_federation_delete
GET,POST  admin.write     admin:tournaments_account_add
GET       admin.enter     admin:tournaments_club_change admin:tournaments_federation_change
GET       admin.enter     admin:tournaments_account_change admin:tournaments_player_change
POST      admin.write     admin:tournaments_club_change admin:tournaments_federation_change
POST      admin.write     admin:tournaments_account_change admin:tournaments_player_change
"""

foreign(LINES)
