"""Every act of the site, done once through its page, in chapters: each begins in the world of the matrix of rights.

An act of a chapter may need what those before it have left. What is done by nobody through a page stands in `EXCUSED`
with its reason; whatever else has a POST and is in no chapter fails tests/test_rendered_once.py.
"""

from __future__ import annotations

import io
import uuid
from datetime import timedelta
from hashlib import sha256
from typing import Any
from unittest.mock import patch

import time_machine
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.utils import timezone
from PIL import Image

from games.rules.entries import Close
from tests.factories import stories
from tests.factories.base import NOW
from tests.factories.tournaments import AccountFactory, ClubFactory, FederationFactory, PlayerFactory
from tests.factories.words import a_member, a_proposer
from tests.tournaments.tableside.pocket import Pocket
from tests.walk import Walk, form_on
from tournaments import projections
from tournaments.ceremony.hall import hall_commitment
from tournaments.models import (
    Appeal,
    Claim,
    Event,
    JoinRequest,
    Membership,
    Merge,
    Office,
    Player,
    Publication,
    Question,
    Registration,
    RegistrationStatus,
    Ruling,
    Sanction,
    Season,
    Staff,
    Step,
)
from tournaments.operations.accounts.tokens import create_token
from tournaments.operations.evening import steps
from tournaments.operations.events import plans
from tournaments.operations.events.at_the_door import door_code
from tournaments.operations.events.check_in_codes import check_in_code
from tournaments.operations.people.claims import claim_token
from tournaments.operations.results.publishing_standings import publish_standings
from tournaments.operations.rulings.sanctions import propose_sanction
from tournaments.operations.union.memberships import ask_to_join
from tournaments.queries.seating import judged_seating

COOKIE = "a cookie of one browser, and nothing stored"
OWN_DOOR = "one's own way in: its rows are secrets and sessions, which no page of an event reads"
NOTHING = "nothing is stored"
EXCUSED = {
    "set_language": COOKIE,
    "public:cards": COOKIE,
    "public:deal": NOTHING,
    "table:change_form": NOTHING,
    "public:my_data_file": NOTHING,
    "account_*": OWN_DOOR,
    "mfa_*": OWN_DOOR,
    "sign_in": OWN_DOOR,
    "sign_in_link": OWN_DOOR,
    "sign_out": OWN_DOOR,
    "send_sign_in_link": OWN_DOOR,
    "public:set_password": OWN_DOOR,
    "public:my_address": OWN_DOOR,
    "public:prove_address": OWN_DOOR,
    "public:end_session": OWN_DOOR,
    "public:end_sessions": OWN_DOOR,
    "public:at_the_door": OWN_DOOR,
    "public:prove_by_link": OWN_DOOR,
    "admin:index": "a list of what there is",
    "admin:app_list": "a list of what there is",
    "admin:logout": OWN_DOOR,
    "admin:*_history": "a list of what was done",
    "admin:*_changelist": "a list; of its actions there is only deleting, which is walked as that of one row",
}


# --- At the desk ------------------------------------------------------------------------------------------------------


def an_event_is_prepared(walk: Walk) -> None:
    """People come in, conditions are set, somebody is appointed, until registration closes."""
    event = stories.an_event(players=8, status="announced", slug="quay", clubs=2, registered=RegistrationStatus.APPLIED)
    somebody = PlayerFactory.create(nick="HERON", account=AccountFactory.create())
    walk.look_at(event)
    walk.do("desk:change_status", "keeper", {"status": "open"})
    walk.do("desk:change_event", "keeper", {"name": "Quay Night"}, page="/desk/quay/details/")
    walk.do("desk:change_event", "keeper", {"fee": "100 Kč"}, page="/desk/quay/details/")
    walk.do("desk:set_conditions", "keeper", {"newcomers": "on"})
    walk.do("desk:set_conditions", "keeper", {})
    walk.do("desk:invite", "keeper", {"nicks": "HERON"})
    walk.do("desk:uninvite", "keeper", at={"pk": somebody.pk})
    preview = walk.client("keeper").post("/desk/quay/invitations/", {"note": "Come."})
    walk.do("desk:send_invitations", "keeper", {"send": "1"}, page=preview)
    walk.do("public:enter", somebody.account)
    walk.do("public:withdraw_application", somebody.account)
    walk.do("desk:add_walk_in", "keeper", {"line": "CROW"})
    door = {"door": door_code(event)}
    for nick in ("Swift", "Swallow"):
        walk.do("public:sign_up", "anonymous", {"nick": nick, "club": "", **door})
    swift, swallow = (Claim.objects.get(nick=nick) for nick in ("Swift", "Swallow"))
    walk.do("desk:admit", "keeper", at={"claim": swift.pk})
    walk.do("desk:turn_away", "keeper", at={"claim": swallow.pk})
    walk.do("desk:lift_pause", "keeper")
    walk.do("desk:change_poster", "keeper")
    there = {"key": Registration.objects.get(event=event, nick="Swift").key}
    walk.do("desk:show_code", "keeper", at=there)
    walk.do("desk:revoke_sign_in", "keeper", at=there)
    tried = walk.client("keeper").post("/desk/quay/list/", {"pasted": "nick\nMAGPIE\n"})
    walk.do("desk:take_people", "keeper", page=tried)
    walk.do("desk:person_status", "keeper", {"status": "confirmed", "seen": "applied"}, at={"key": "p1"})
    walk.do("desk:confirm_all", "keeper")
    arrives = Registration.objects.get(event=event, key="p3")
    at = {"entry": arrives.pk, "sign": check_in_code(arrives)}
    walk.do("desk:check_in", "keeper", at=at)
    walk.do("desk:note_fee", "keeper", {"paid": "1"}, at={"key": "p3"})
    walk.do("desk:note_fee_in_words", "keeper", {"paid": "1", "note": "by card"}, at={"key": "p3"})
    walk.do("desk:renew_code", "keeper", at={"key": "p3"})
    walk.do("public:renew_own_code", Registration.objects.get(event=event, player=somebody).player.account)
    walk.do("desk:classify", "keeper", {"earns_points": "on"}, at={"key": "p2"})
    walk.do("desk:appoint_by_email", "keeper", {"email": "new@example.org", "role": "referee", "name": "REED"})
    staff = Staff.objects.get(event=event, account__email="new@example.org")
    walk.do("desk:staff_link", "keeper", at={"pk": staff.pk})
    walk.do("desk:name_tables", "keeper", {"tables": "1, 2", "room": "Salonek 2"}, page="/desk/quay/places/")
    walk.do("desk:give_room", "keeper", {"room": "Salonek 2"}, at={"pk": staff.pk})
    walk.do("desk:dismiss", "keeper", at={"pk": staff.pk})
    walk.do("desk:enrol_phone", "keeper", {"tables": "1, 2"})
    one, other = Registration.objects.filter(event=event).order_by("pk")[:2]
    walk.do("desk:set_criteria", "keeper", {"order": "final_basic"})
    walk.do("desk:keep_apart", "keeper", {"one": one.pk, "other": other.pk})
    walk.do("desk:allow_pair", "keeper", at={"pk": event.apart_pairs.get().pk})
    walk.do("desk:withdraw_player", "keeper", {"reason": "ill"}, at={"key": "p2"})


def _hide_standings(event: Event) -> None:
    Event.objects.filter(pk=event.pk).update(regulations={**event.regulations, "hidden_from_round": 1})
    projections.bump(event)


def _with_second_secrets(walk: Walk) -> None:
    """Attempts 2 to 4 with a second secret: not opened, typed at the desk after drand, opened on a phone."""
    secret, ten = "c0ffee" * 5 + "42", {"kind": "cards", "turned": "Ol 7h 8h Kb Ab 9l Ta Uh Ka 7b"}
    here = "/desk/pier/round/1/ceremony/"
    signature = "ab" * 48
    told = {"randomness": sha256(bytes.fromhex(signature)).hexdigest(), "signature": signature}

    def turned(attempt: int, **more: str) -> None:
        digest = hall_commitment(f"pier/1/{attempt}", secret)
        walk.do("public:offer_hall_secret", "anonymous", {"label": "table 3", "digest": digest})
        walk.do("desk:freeze_draw", "keeper", {"sizes": "5-4-4", "hall": digest, "chain": "", **more}, page=here)
        walk.do("desk:open_ceremony", "keeper", {**ten, "attempt": str(attempt)})

    turned(2)
    with time_machine.travel(timezone.now() + timedelta(minutes=6), tick=False):
        walk.do("desk:close_hall_secret", "keeper", page=here)
    walk.do("desk:give_up_draw", "keeper", {"reason": "tried"}, page=here)
    walk.do("desk:announce_draw", "keeper", {"reason": "again"}, page=here)
    turned(3, chain="quicknet")
    late, unsigned = (
        timezone.now() + timedelta(minutes=6),
        patch("tournaments.ceremony.beacon.is_signed", return_value=True),
    )
    with time_machine.travel(late, tick=False), unsigned:
        walk.do("desk:tell_beacon", "keeper", told)
    walk.do("desk:open_typed_secret", "keeper", {"second": secret})
    walk.do("desk:announce_draw", "keeper", {"reason": "once more"}, page=here)
    turned(4)
    walk.do("public:open_hall_secret", "anonymous", {"second": secret})
    walk.do("desk:announce_draw", "keeper", {"reason": "without it"}, page=here)


def rounds_are_drawn_and_played(walk: Walk) -> None:
    """A round drawn in public with everything that can be changed about it, and one drawn at the desk."""
    event = stories.an_event(players=13, status="closed", slug="pier", clubs=2)
    walk.look_at(event)
    ceremony = "/desk/pier/round/1/ceremony/"
    walk.do("desk:plan_round", "keeper", {"kind": "basic", "starts": ""})
    planned = {"kind": "basic", "starts": "2031-03-14T19:00"}
    walk.do("desk:change_round", "keeper", planned, page=f"/desk/{event.slug}/round/1/")
    walk.do("desk:set_word", "keeper", {"word": "KAMIL", "caption": "a name"})
    walk.do("desk:open_word", stories.director_of(event))
    walk.do("desk:print_word", stories.director_of(event))
    walk.do("desk:announce_draw", "keeper", page=ceremony)
    walk.do("desk:freeze_draw", "keeper", {"sizes": "5-4-4", "hall": "", "chain": ""}, page=ceremony)
    walk.do("desk:give_up_draw", "keeper", {"reason": "a wrong list"}, page=ceremony)
    walk.do("desk:announce_draw", "keeper", {"reason": "again"}, page=ceremony)
    _with_second_secrets(walk)
    walk.do("desk:freeze_draw", "keeper", {"sizes": "5-4-4", "hall": "", "chain": ""}, page=ceremony)
    turned = {"kind": "cards", "turned": "Ol 7h 8h Kb Ab 9l Ta Uh Ka", "add": "7b", "attempt": "5"}
    walk.do("desk:show_turned", "keeper", turned)
    walk.do("desk:put_on_screen", "keeper", {"scene": "draw", "line": "Soup at nine"})
    walk.do("desk:open_ceremony", "keeper", turned | {"turned": "Ol 7h 8h Kb Ab 9l Ta Uh Ka 7b"})
    round_ = event.rounds.get()

    def marked(**said: str) -> dict[str, str]:
        return {"mark": judged_seating(round_).mark, **said}

    walk.do("desk:swap_seats", "keeper", marked(swaps="1A-2B", reason="asked for"))
    walk.do("desk:restore_draw", "keeper", marked(reason="better"))
    walk.do("desk:reseat_without", "keeper", marked(leaving="p3", reason="ill"))
    [late] = stories.add_players(event, 1)
    walk.do("desk:seat_late_comer", "keeper", marked(newcomer=late.key))
    walk.do("desk:substitute", "keeper", {"line": "HERON", "reason": "ill"}, at={"key": "p4"})
    walk.do("desk:start_round", "keeper", {"attempt": str(round_.draws.latest("attempt").attempt)})
    walk.do("desk:override_place", "keeper", {"place": "3", "note": "agreed"}, at={"key": "p1"})
    walk.do("desk:withdraw_override", "keeper", at={"key": "p1"})
    question = Question.objects.create(
        event=event, kind="ban", registration=stories.registration(event, "p5"), asked_at=NOW
    )
    walk.do("desk:answer_question", "keeper", {"answer": "play_on"}, at={"pk": question.pk})
    walk.do("desk:publish_standings", "keeper", {"final": "0", "note": "so far"})
    walk.happen("the standings are hidden", lambda: _hide_standings(event))
    walk.do("desk:show_standings", "keeper", {"shown": "1"})
    walk.do("desk:rehearse", "keeper", {"players": "8"}, page="/desk/pier/settings/")
    rehearsal = Event.objects.get(rehearses=event)
    walk.do("desk:end_rehearsal", "keeper", at={"slug": rehearsal.slug})
    number = event.rounds.exclude(status="closed").values_list("number", flat=True).first()
    walk.do("desk:set_round_clock", "keeper", {f"round-{number}-closes": "on"}, at={"nth": number})
    walk.do("desk:plan_publication", "keeper", {"at": "2031-03-14T22:30"})
    for table in event.rounds.get().tables.all():
        stories.play_out(table)
    walk.happen("played out", lambda: None)
    if event.rounds.get().status == "running":
        walk.do("desk:close_round", "keeper", {"reason": "late"})
    walk.look_at(event, number=2, table=1)
    walk.do("desk:plan_round", "keeper", {"kind": "basic", "starts": ""})
    walk.do("desk:draw_round", "keeper", {"sizes": "5-4-4", "attempt": "0"}, at={"number": 2})
    walk.do("desk:publish_seating", "keeper", {"attempt": "1"}, at={"number": 2})
    walk.do("desk:plan_round", "keeper", {"kind": "basic", "starts": ""})
    walk.do("desk:remove_round", "keeper", at={"number": 3}, page=f"/desk/{event.slug}/round/3/")


def a_final_is_seated(walk: Walk) -> None:
    """From one basic round, everybody alike at his table, by the director's choice."""
    event = stories.an_event(players=15, status="closed", slug="mole")
    stories.play_round(stories.a_running_round(event, sizes=(5, 5, 5)))
    walk.look_at(event, number=2, table=1)
    walk.do("desk:seat_final", "keeper", at={"kind": "play_off"}, page="/desk/mole/finals/")


def events_are_made(walk: Walk) -> None:
    """Whether by a form or from a file, the other events stay as they are."""
    walk.look_at(walk.world.event)
    walk.do(
        "desk:create_event",
        "keeper",
        {"name": "Night", "date": "2031-12-04", "starts": "18:30", "time_zone": "Europe/Prague"},
        at={"series": "classic"},
        page="/desk/+new/classic/",
    )
    file = (stories.EXAMPLES / "moor-final-2026.event.json").read_bytes()
    walk.do("desk:import_event", "keeper", {"file": SimpleUploadedFile("event.json", file)})


# --- At the tables ----------------------------------------------------------------------------------------------------


def _line(event: Event, number: int = 2) -> dict[str, Any]:
    game = stories.table_of(event.rounds.get(number=1), number).game
    return {"entry_id": str(uuid.uuid4()), "expected_position": game.length + 1, "base": game.length}


def _bench(event: Event, loser: str, number: int = 2) -> str:
    return "".join(stories.deal(stories.table_of(event.rounds.get(number=1), number), loser).bench)


def a_table_is_recorded(walk: Walk) -> None:
    """Deals, penalties and corrections, at the page of a table and by the API."""
    event = walk.world.event
    walk.look_at(event)
    walk.do("table:record_deal", "referee", {**_line(event), "loser": "D", "bench": _bench(event, "D")})
    length = _line(event)["base"]
    walk.do("table:undo", "referee", {**_line(event), "position": length})
    walk.do("table:record_void_deal", "referee", {**_line(event), "bench": _bench(event, "A"), "reason": "misdeal"})
    walk.do("table:record_penalty_letter", "referee", {**_line(event), "seat": "B", "reason": "late"})
    walk.do("table:strike", "referee", {**_line(event), "position": 2, "reason": "wrong"}, at={"position": 2})
    lines = walk.address_of("table:line", "referee", position=1)
    walk.do("table:amend", "referee", {"loser": "D", "reason": "misheard"}, at={"position": 1}, page=lines)
    phone, game = Pocket(walk.world.accounts["referee"]), stories.table_of(event.rounds.get(number=1), 2).game
    phone.send(game)
    phone.deal(game, "B")
    brought = phone.body(phone.unnamed(), game)
    walk.do("table:lines", "referee", brought, content_type="application/json", headers={"X-Outbox": "1"})
    walk.do("table:take_pen", "director", {"entry_id": str(uuid.uuid4())})
    walk.do("desk:revoke_phone", "keeper")
    api = {"id": str(uuid.uuid4()), "expected_position": _line(event)["expected_position"]}
    entry = {"kind": "penalty_letter", "seat": "C", "reason": "late"}
    walk.do("api:entries", "director", api | {"entry": entry}, content_type="application/json")


def a_table_calls_pauses_and_agrees(walk: Walk) -> None:
    """What happens at a table beside the deals: the referee is called, a pause, the end with which somebody agrees."""
    event = walk.world.event
    walk.look_at(event)
    walk.do("table:call_referee", "referee", {"reason": "renonc"})
    walk.do("table:answer_call", "referee", {"back": "board"})
    walk.do("table:end_call", "referee", {})
    walk.do("table:pause", "referee", {**_line(event), "reason": "dinner"})
    walk.do("table:resume", "referee", _line(event))
    swapped = {**_line(event), "seat": "A", "other": "C", "since": "1", "reason": "sat wrongly"}
    seen = walk.client("referee").post(walk.address_of("table:sat_wrongly", "referee"), swapped)
    walk.do("table:sat_wrongly", "referee", page=seen)
    swapped = {**_line(event), "seat": "A", "other": "C", "since": "1", "reason": "sat wrongly"}
    address = walk.address_of("table:sat_wrongly", "referee")
    seen = walk.client("referee").post(address, swapped)
    walk.do("table:sat_wrongly", "referee", page=seen)
    sheet = {"entry_id": str(uuid.uuid4()), "chosen_1": "D", "chosen_2": "B", "letter_2": "on", "note_2": "late"}
    seen = walk.client("referee").post(walk.address_of("table:grid", "referee"), sheet)
    walk.do("table:grid", "referee", page=seen)
    mine = stories.registration(event, "p1").seats.get().table
    here = stories.table_of(event.rounds.get(number=1), 2)
    for table in {here.pk: here, mine.pk: mine}.values():
        stories.record_line(table, Close(reason="late"), by=walk.world.accounts["referee"])
    walk.happen("closed", lambda: None)
    walk.do("table:accept", "referee", {**_line(event), "seat": "C"})
    walk.do("table:agree", "player", {}, at={"table_number": mine.number})


def a_table_is_judged(walk: Walk) -> None:
    """A flag settled, a ruling, its overruling, and a sanction proposed."""
    event = walk.world.event
    walk.look_at(event)
    walk.do("table:flag", "referee", {"verdict": "take"})
    ruled = {"seat": "B", "facts": "Looked.", "public_text": "Looked too early.", "judged_by": "table"}
    form = {**_line(event), **ruled, "decision": "penalty_letter", "bench": list(_bench(event, "B"))}
    walk.do("table:ruling", "referee", form, at={"kind": "a"})
    made = Ruling.objects.order_by("pk").last()
    address = walk.address_of("table:overrule", "referee", pk=made.pk)
    seen = form_on(walk.client("referee").get(address), address)
    words = {"judged_by": "referee", "decision": "lifted", "kind": "a", "seat": "B", "position": "", "facts": "No."}
    preview = walk.client("referee").post(address, seen | words)
    walk.do("table:overrule", "referee", {**words, "confirm": "1"}, at={"pk": made.pk}, page=preview)
    whom = stories.registration(event, "p4").pk
    said = {"player": whom, "kind": "ban_until", "ends_on": "2099-01-31", "grounds": "Shouted."}
    walk.do("table:sanctions", "referee", {**said, "entry_id": str(uuid.uuid4())})


def a_table_of_smear_is_recorded(walk: Walk) -> None:
    event = stories.a_smear_event(players=4, smear_target=12)
    stories.a_running_round(event)
    walk.look_at(event, table=1)
    tapped = {"pitcher": "B", "bid": "4", "parties": "AC BD", "points_AC": 3, "points_BD": 7}
    walk.do("table:record_smear_deal", "keeper", _line(event, 1) | tapped, at={"table_number": 1})


# --- The commission's words -------------------------------------------------------------------------------------------


def words_are_chosen(walk: Walk) -> None:
    """Proposed, voted on, sealed, given to rounds and swapped."""
    event = stories.an_event(players=10, status="closed", series="nationals", slug="fen")
    round_ = stories.a_planned_round(event, word="")
    proposer, one, other = a_proposer(), a_member(), a_member()
    walk.look_at(event)
    typed = {"event": "fen", "word": "FLICK", "sure": "1"}
    walk.do("commission:propose_word", proposer, typed | {"id": str(uuid.uuid4())})
    listed = {"id": str(uuid.uuid4()), "event": "fen", "lines": "HERR;pan\nCHRTI", "sure": "1"}
    walk.do("commission:propose_words", proposer, listed)
    sent = {"id": str(uuid.uuid4()), "event": "fen", "word": "JINAK"}
    walk.do("api:proposals", proposer, sent, content_type="application/json")
    mine = event.words.get(number=4)
    walk.do("commission:withdraw_word", proposer, at={"id": mine.word_id})
    walk.do("commission:correct_split", one, {"split": "CH R T I"}, at={"number": 3})
    for number in (1, 2):
        walk.do("commission:vote", one, {"verdict": "approve"}, at={"number": number})
        walk.do("commission:vote", other, {"verdict": "approve"}, at={"number": number})
    walk.do("commission:open_word", one, at={"number": 1})
    walk.do("commission:give_word", "keeper", {"place": "1"}, at={"number": 1})
    walk.do("commission:give_word", "keeper", {"place": "reserve"}, at={"number": 2})
    walk.do("commission:swap_word", "keeper", {"reserve": "2", "reason": "read aloud"}, at={"number": round_.number})
    walk.do("desk:swap_word", "keeper", {"reserve": "", "reason": "again"}, at={"number": round_.number})
    walk.do("commission:set_rules", "union", {"quorum": "3", "majority": "66"})


# --- The union --------------------------------------------------------------------------------------------------------


def _entered(event: Event, key: str) -> Player:
    player = stories.registration(event, key).player
    if player.account is None:
        player.account = AccountFactory.create(name=f"Of {key}")
        player.save()
    return player


def clubs_change(walk: Walk) -> None:
    """Everything about a club, some of whose members are entered in events that run and in one that is to come."""
    event, year = walk.world.event, timezone.localdate().year
    ahead = stories.an_event(
        players=4, status="open", slug="quay", clubs=1, season=Season.objects.get_or_create(year=year)[0]
    )
    club = stories.registration(ahead, "p1").club
    there = stories.registration(event, "p1").club
    here = {"code": club.code}
    walk.look_at(event, ahead)
    walk.do("union:rename_club", "keeper", {"name": "Herons of the Quay"}, at=here)
    walk.do("union:rename_club", "keeper", {"name": "Herons of the Harbour"}, at={"code": there.code})
    walk.look_at(ahead)
    walk.do("union:change_code", "keeper", {"code": "HERON"}, at=here)
    here = {"code": "HERON"}
    picture = io.BytesIO()
    Image.new("RGB", (64, 64), "red").save(picture, "PNG")
    file = SimpleUploadedFile("logo.png", picture.getvalue(), "image/png")
    walk.do("union:set_logo", "keeper", {"logo": file}, at=here)
    walk.do("union:remove_logo", "keeper", at=here)
    form = {"nick": "Tonda", "email": "t@example.org", "language": "cs"}
    walk.do("union:enrol_club_player", "keeper", form, at=here)
    form |= {"nick": "Karel", "email": "k@example.org", "club": str(club.pk)}
    walk.do("union:enrol_federation_player", "keeper", form, at={"country": club.federation.country})
    one, two, three = (_entered(ahead, key) for key in ("p2", "p3", "p4"))
    walk.do("union:ask_to_join", one.account, {"club": "HERON", "season": year})
    asked = JoinRequest.objects.get(player=one)
    walk.do("union:withdraw_request", one.account, {"request": asked.pk})
    asked = ask_to_join(player=one, club=there, year=year, by=one.account, now=timezone.now())
    walk.do("union:accept_request", "keeper", {"request": asked.pk}, at={"code": there.code})
    asked = ask_to_join(player=two, club=club, year=year, by=two.account, now=timezone.now())
    walk.do("union:decline_request", "keeper", {"request": asked.pk}, at=here)
    walk.do("union:move_player", "keeper", {"player": one.pk, "club": club.pk, "reason": "moved house"})
    present = Membership.objects.present().get(player=one, club=club)
    walk.do("union:name_squad", "keeper", {"place_1": present.pk}, at={**here, "year": year})
    walk.do("union:renew_members", "keeper", at=here)
    walk.do("union:appoint_captain", "keeper", {"membership": present.pk}, at=here)
    walk.do("union:leave_club", one.account, {"membership": present.pk})
    walk.do("union:found_club", three.account, {"name": "Mice", "code": "MICE", "country": "CZ"})


def _an_event_that_is_over() -> Event:
    event = stories.an_event(players=5, status="closed")
    stories.play_round(stories.a_running_round(event))
    publish_standings(event=event, by=None, now=NOW, note=f"with {stories.registration(event, 'p1').nick}")
    Event.objects.filter(pk=event.pk).update(status="finished")
    return event


def people_change(walk: Walk) -> None:
    """Nicks, merges, bans and erasing of those who are entered in events that run, are to come, and are over."""
    event = walk.world.event
    ahead = stories.an_event(players=5, status="open", slug="quay")
    over = _an_event_that_is_over()
    walk.look_at(ahead, event)
    somebody = stories.registration(ahead, "p1").player
    walk.do("union:correct_nick", "keeper", {"player": somebody.pk, "nick": "Tonda", "reason": "spelt so"})
    keep, merge = stories.registration(ahead, "p2").player, stories.registration(event, "p9").player
    asked = {"keep": keep.nick, "merge": merge.nick}
    preview = walk.client("keeper").get("/union/merges/preview/", asked)
    walk.do("union:merge_players", "keeper", {"reason": "one person"}, page=preview)
    walk.do("union:undo_merge", "keeper", {"merge": Merge.objects.get(undone_at=None).pk})
    walk.look_at(over)
    gone = Player.objects.filter(registrations__event=over).order_by("pk").first()
    form = {"player": gone.pk, "word": f"Player {gone.pk}", "reason": "by letter"}
    walk.do("union:erase_person", "keeper", form)
    himself = Player.objects.filter(registrations__event=over).order_by("pk").last()
    himself.account = AccountFactory.create()
    himself.save()
    walk.do("public:erase_me", himself.account, {"word": f"Player {himself.pk}"})
    walk.look_at(event)
    tried = walk.client("keeper").post("/union/list/", {"pasted": "nick\nMAGPIE\n"})
    walk.do("union:take_people", "keeper", page=tried)
    tried = walk.client("keeper").post("/union/federations/CZ/list/", {"pasted": "nick\nROOK\n"})
    walk.do("union:take_federation_people", "keeper", at={"country": "CZ"}, page=tried)
    walk.do("public:register", "anonymous", {"nick": "STORK", "email": "stork@example.org", "language": "cs"})
    walk.do("public:claim", "anonymous", at={"token": claim_token(Claim.objects.get(nick="STORK"))})
    walk.do("public:choose_language", "player", {"language": "cs"})


def offices_and_ranking_change(walk: Walk) -> None:
    event = walk.world.event
    walk.look_at(event)
    year, code = event.season.year, event.series.code
    form = {"email": "new@example.org", "role": "commission", "starts_on": "2020-01-01", "ends_on": ""}
    walk.do("union:give_office_by_email", "keeper", form)
    office = Office.objects.get(account__email="new@example.org")
    walk.do("union:end_office", "keeper", {"office": office.pk, "reason": "moved"})
    nick = stories.registration(event, "p3").player.nick
    walk.do("union:name_elite", "keeper", {"nicks": nick}, at={"year": year})
    walk.do("union:drop_elite", "keeper", at={"year": year, "pk": stories.registration(event, "p3").player_id})
    walk.do("union:name_elite_now", "keeper", {"nicks": nick})
    points = walk.address_of("union:set_points_table", year=year, code=code, body="players")
    here = {"year": year, "code": code, "body": "players"}
    walk.do("union:set_points_table", "keeper", {"points": "30 17 14", "save": "1"}, at=here, page=points)
    rules = walk.address_of("union:set_ranking_rules", year=year)
    walk.do("union:set_ranking_rules", "keeper", {"best_of": "3", "save": "1"}, at={"year": year}, page=rules)
    walk.do("public:create_token", "player", {"label": "board", "scope": "all", "days": "1"})
    token, _ = create_token(account=walk.world.accounts["player"], label="old", now=NOW)
    walk.do("public:revoke_token", "player", at={"pk": token.pk})
    walk.do("public:my_mail", "player", {})
    walk.do("public:no_mail", "anonymous", {"letters": "yes"})
    who = walk.world.accounts["organiser"]
    walk.do("union:remove_second_factor", "keeper", {"email": who.email, "reason": "lost", "account": who.pk})


def the_union_judges(walk: Walk) -> None:
    """Sanctions and appeals, about somebody who plays in an event that runs."""
    world = walk.world
    event = world.event
    walk.look_at(event)
    whom = stories.registration(event, "p6").player
    said = {"nick": whom.nick, "kind": "ban_for_life", "grounds": "Seen."}
    walk.do("union:propose_sanction", "union", said, page="/union/sanctions/")
    made = Sanction.objects.order_by("pk").last()
    confirmed = {"kind": "ban_for_life", "reasons": "We have seen it."}
    walk.do("union:confirm_sanction", "keeper", confirmed, at={"pk": made.pk})
    walk.do("union:lift_sanction", "keeper", {"reasons": "Mistaken."}, at={"pk": made.pk})
    other = propose_sanction(
        by=world.accounts["referee"], player=whom, kind="warning", grounds="seen", event=event, now=NOW
    )
    walk.do("union:decline_sanction", "keeper", {"reasons": ""}, at={"pk": other.pk})
    mine, his = world.judged.mine
    Ruling.objects.filter(pk=mine).update(at=timezone.now())
    Sanction.objects.filter(pk=his).update(confirmed_at=timezone.now())
    walk.do("public:appeal_ruling", "player", {"grounds": "I did not."}, at={"pk": mine})
    walk.do("public:appeal_sanction", "player", {"grounds": "I did not."}, at={"pk": his})
    appeal = Appeal.objects.get(ruling_id=mine)
    words = {"reasons": "Looked.", "public_text": "Looked.", "decision": "", "kind": "a", "seat": "B", "position": ""}
    address = walk.address_of("union:decide_appeal", pk=appeal.pk)
    sent = form_on(walk.client("keeper").get(address), address) | words | {"outcome": "upheld"}
    seen = walk.client("keeper").post(address, sent)
    walk.do(
        "union:decide_appeal", "keeper", {**words, "outcome": "upheld", "confirm": "1"}, at={"pk": appeal.pk}, page=seen
    )
    ruling = world.judged.others[0]
    address = walk.address_of("union:overrule", pk=ruling)
    words = {"judged_by": "union", "decision": "lifted", "kind": "a", "seat": "B", "position": "", "facts": "No."}
    sent = form_on(walk.client("keeper").get(address), address) | words
    seen = walk.client("keeper").post(address, sent)
    walk.do("union:overrule", "keeper", {**words, "confirm": "1"}, at={"pk": ruling}, page=seen)


# --- The administration -----------------------------------------------------------------------------------------------


def rows_are_corrected(walk: Walk) -> None:
    """Names of clubs, federations and accounts; players have nothing there that could be changed."""
    world = walk.world
    club = stories.registration(world.event, "p1").club
    empty = ClubFactory.create(federation=FederationFactory.create(country="SK", name="Slovakia"))
    walk.look_at(world.event)
    walk.do("admin:tournaments_club_change", "keeper", {"name": "Renamed"}, at={"object_id": club.pk})
    walk.do("admin:tournaments_federation_change", "keeper", {"name": "Renamed"}, at={"object_id": club.federation_id})
    form = {"name": "Third", "code": "THIRD", "federation": club.federation_id}
    walk.do("admin:tournaments_club_add", "keeper", form)
    walk.do("admin:tournaments_club_delete", "keeper", {"post": "yes"}, at={"object_id": empty.pk})
    walk.do("admin:tournaments_federation_add", "keeper", {"name": "Austria", "country": "AT"})
    gone = {"object_id": empty.federation_id}
    walk.do("admin:tournaments_federation_delete", "keeper", {"post": "yes"}, at=gone)
    account = world.accounts["referee"]
    form = {"email": account.email, "name": "Renamed", "language": "", "is_active": "on"}
    walk.do("admin:tournaments_account_change", "keeper", form, at={"object_id": account.pk})
    walk.do("admin:tournaments_account_add", "keeper", form | {"email": "another@example.org"})
    player = stories.registration(world.event, "p1").player
    rows = {"aliases-TOTAL_FORMS": "0", "aliases-INITIAL_FORMS": "0", "memberships-TOTAL_FORMS": "0"}
    rows |= {"memberships-INITIAL_FORMS": "0"}
    walk.do("admin:tournaments_player_change", "keeper", rows, at={"object_id": player.pk})


# --- Without anybody --------------------------------------------------------------------------------------------------


def time_goes_by(walk: Walk) -> None:
    """Each step of the clock, when it is due; and the commands that write."""
    event = stories.an_event(players=10, status="announced", slug="quay")
    walk.look_at(event)
    soon = timezone.now()
    event.registration_opens_at = event.registration_closes_at = event.starts_at = soon
    event.save()
    plans.plan_event(event)
    drawn = stories.a_drawn_round(event)
    drawn.starts_at = soon
    drawn.save()
    plans.plan_round_start(drawn)
    plans.plan_publication(event, due_at=soon, now=NOW)
    walk.look_at(event)
    for step in Step.objects.filter(event=event).order_by("pk"):
        walk.happen(f"the step {step.kind}", lambda pk=step.pk: steps.run_step(step_id=pk, now=soon))
    assert not Step.objects.filter(event=event, status="due").exists()
    assert Publication.objects.filter(event=event).exists()
    walk.happen("rebuild", lambda: call_command("rebuild"))


CHAPTERS = (
    an_event_is_prepared,
    rounds_are_drawn_and_played,
    a_final_is_seated,
    events_are_made,
    a_table_is_recorded,
    a_table_calls_pauses_and_agrees,
    a_table_is_judged,
    a_table_of_smear_is_recorded,
    words_are_chosen,
    clubs_change,
    people_change,
    offices_and_ranking_change,
    the_union_judges,
    rows_are_corrected,
    time_goes_by,
)
