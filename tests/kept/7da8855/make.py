"""How the evening kept in this folder was made, once, at commit 7da8855: `python tests/kept/7da8855/make.py FOLDER`.

A record, not a program of today: it calls the house as it stood then, so it runs in a checkout of that commit with the
packages of `requirements-dev.txt`. It plays an evening through the acts of the house, on SQLite in FOLDER/var or in the
database of DATABASE_URL, under a clock and a chance of its own. Every act and every refusal that the story does not
reach gets a line by the journal's own pen, so that each code that a journal of that day can hold is in it.
The keys are plain test keys; they stand in `tests/test_kept.py` as well.
"""

from __future__ import annotations

import dataclasses
import datetime as dt
import io
import lzma
import os
import random  # noqa: TID251 - so that it can be made to repeat itself
import subprocess
import sys
import tarfile
import uuid
from pathlib import Path
from typing import Any

FOLDER = Path(sys.argv[1])
os.environ |= {
    "SCWU_DATA_DIR": str(FOLDER / "var"),
    "SECRET_KEY": "a key for the kept evening of the tests, which is no secret at all",
    "SCWU_WORDS_KEY": "a words key for the kept evening of the tests, no secret",
    "SCWU_BROKER": "files",
    "SCWU_DEBUG": "1",  # pages without collected files
    "SCWU_SECOND_FACTOR": "optional",
    "DJANGO_SETTINGS_MODULE": "scwu.settings",
}
chance = random.Random("the kept evening")  # noqa: S311 - as above
random._urandom = os.urandom = chance.randbytes  # ids, keys, salts and secrets: the same each time
sys.path.insert(0, str(Path.cwd()))

import time_machine

BEGIN = dt.datetime(2026, 3, 14, 18, 0, tzinfo=dt.UTC)
clock = time_machine.travel(BEGIN, tick=False).start()

import django

django.setup()

from allauth.mfa.models import Authenticator
from django.core.management import call_command
from django.db import connection, transaction
from django.test.utils import setup_test_environment
from django.utils import timezone, translation
from PIL import Image

from games.rules.entries import Amend, PenaltyLetter, Strike, VoidDeal
from games.rules.refusals import Refused
from games.rules.word_list import read_list
from games.words import plain_of
from scwu.celery import app as celery
from tests import rights_judged, rights_world
from tests.factories import base, games, stories, tournaments
from tests.factories import words as word_stories
from tests.factories.tournaments import AccountFactory, ClubFactory, PlayerFactory
from tests.factories.words import a_member, a_proposer
from tournaments import journal_texts, routes, texts, wanted_texts
from tournaments.exchange.people_file import read_people
from tournaments.models import (
    Account,
    ApartPair,
    Club,
    ConditionKind,
    Event,
    EventWord,
    JournalLine,
    Membership,
    Player,
    Question,
    Registration,
    Round,
    Ruling,
    Sanction,
    Season,
    Staff,
    Table,
)
from tournaments.operations import (
    accounts,
    apart,
    appeals,
    arranging,
    ceremonies,
    clubs,
    draws,
    enrolments,
    entry_conditions,
    erasing,
    event_files,
    events,
    finals,
    founding,
    journal,
    mailings,
    memberships,
    merges,
    nick_corrections,
    offices,
    overruling,
    people_lists,
    personal_data,
    plans,
    players,
    promises,
    publishing,
    questions,
    rankings,
    registrations,
    reseating,
    rounds,
    rulings,
    samples,
    sanctions,
    second_factors,
    staffing,
    stand_ins,
    substitutions,
    tables,
    tokens,
    words,
)
from tournaments.operations.seasons import season_of, series_named
from tournaments.queries.finals import final_proposal
from tournaments.queries.rankings import rules_of, tables_of
from tournaments.queries.seating import mark_of, occupants_of

CARDS = "Ol 7h 8h Kb Ab 9l Ta Uh Ka 7b"


# --- The clock, and doing ---------------------------------------------------------------------------------------------


def now() -> dt.datetime:
    return timezone.now()


def tick(minutes: float = 1) -> None:
    """Time goes on, for the helpers of the tests too."""
    clock.shift(dt.timedelta(minutes=minutes))
    for module in (base, games, stories, tournaments, word_stories, rights_judged, rights_world):
        module.NOW = now()


def do(act: Any, /, **said: Any) -> Any:
    """An act of the house, half a minute after the one before."""
    tick(0.5)
    return act(**said, now=now())


def wrong(address: str, act: Any, at: Event | None = None, /, **said: Any) -> None:
    """An act that the house refuses, and the line that the face of that address writes of it."""
    tick(0.5)
    try:
        with transaction.atomic():
            act(**said, now=now())
    except Refused as refused:
        journal.note_refusal(address, refused, by=said.get("by"), now=now(), event=at, subject="round:1")
    else:
        raise AssertionError(f"{address}: nothing was refused")


def fresh(row: Any) -> Any:
    return type(row)._base_manager.get(pk=row.pk)


def mark(round_: Round) -> str:
    return mark_of(occupants_of(round_))


# --- The union --------------------------------------------------------------------------------------------------------


def the_union(world: Any) -> dict[str, Any]:
    """Clubs, members, offices, a merge, somebody forgotten, the ranking's rules."""
    board = world.accounts["union"]
    season = season_of(now().date())
    founder = PlayerFactory.create(
        nick="ŽLUŤÁSEK", account=AccountFactory.create(name="Founder", email="founder@kept.test")
    )
    club = do(
        founding.found_club, name="Kocouři z Přístavu", code="KOC", country="CZ", founder=founder, by=founder.account
    )
    captain = founder.account
    wrong("union:found", founding.found_club, name="X Club", code="XX", country="CZ", founder=founder, by=captain)
    do(clubs.rename_club, club=club, name="Kocouři z Přístaviště", by=captain)
    do(clubs.change_code, club=club, code="KOCP", by=board)
    wrong("union:club_code", clubs.change_code, club=club, code="?", by=board)
    picture = io.BytesIO()
    Image.new("RGB", (64, 64), "#884422").save(picture, "PNG")
    do(clubs.set_logo, club=club, data=picture.getvalue(), by=captain)
    wrong("union:logo", clubs.set_logo, club=club, data=b"no picture", by=captain)
    do(clubs.remove_logo, club=club, by=captain)
    do(clubs.set_logo, club=club, data=picture.getvalue(), by=captain)
    do(clubs.set_logo, club=world.club, data=picture.getvalue(), by=world.accounts["captain"])
    year = season.year
    people = []
    for number, nick in enumerate(("MOUREK", "LÍZA", "ČERT", "CHLUP", "HŘÍVA", "ZRZEK", "TLAPKA", "DRÁPEK"), 1):
        one = do(players.register_player, nick=nick, club=None, email=f"cat{number}@kept.test", language="cs")
        people.append(one or Player.objects.get(nick=nick))
    asked = [do(memberships.ask_to_join, player=one, club=club, year=year, by=one.account) for one in people[:5]]
    wrong(
        "union:ask", memberships.ask_to_join, player=people[0], club=world.other_club, year=year, by=people[0].account
    )
    members = [do(memberships.accept_request, request=one, by=captain) for one in asked[:3]]
    do(memberships.decline_request, request=asked[3], by=captain)
    do(memberships.withdraw_request, request=asked[4], by=people[4].account)
    wrong("union:accept", memberships.accept_request, request=fresh(asked[3]), by=captain)
    do(memberships.name_squad, club=club, year=year, members=[one.pk for one in members], by=captain)
    do(memberships.leave_club, membership=members[2], by=people[2].account)
    do(memberships.move_player, player=people[1], club=world.club, reason="LÍZA has moved to the harbour.", by=board)
    do(memberships.ask_to_join, player=people[5], club=club, year=year, by=people[5].account)  # stays open
    last_year = Season.objects.get_or_create(year=year - 1)[0]
    Membership.objects.create(player=people[6], club=club, season=last_year)
    do(memberships.renew_members, club=club, by=captain)
    do(enrolments.enrol_player, nick="SPÁČ", email="sleeper@kept.test", club=club, by=captain)
    do(
        nick_corrections.correct_nick,
        player=people[4],
        nick="HŘÍVÁČ",
        reason="A letter was missing in HŘÍVA.",
        by=board,
    )
    wrong("union:correct_nick", nick_corrections.correct_nick, player=people[4], nick="MOUREK", reason="x", by=board)
    office = do(
        offices.give_office_by_email, email="clerk@kept.test", role="officer", by=board, federation=club.federation
    )
    wrong(
        "union:offices",
        offices.give_office_by_email,
        email="clerk@kept.test",
        role="officer",
        by=board,
        federation=club.federation,
    )
    do(offices.end_office, office=office, by=board, reason="The term is over.")
    Authenticator.objects.create(user=people[0].account, type="totp", data={"secret": "none"})
    do(
        second_factors.remove_second_factor,
        account=people[0].account,
        by=board,
        reason="The phone fell into the harbour.",
    )
    listed = read_people("nick,club\nŠPUNT,KOCP\nBUBLA,\n".encode()).rows
    do(people_lists.take_people, rows=listed, scope=people_lists.Scope(), by=board)
    do(entry_conditions.name_elite, season=season, nicks=["MOUREK", "ČERT"], by=board)
    do(entry_conditions.drop_elite, season=season, player=people[2], by=board)
    series = series_named("classic")
    before = tables_of(season)[series.pk, "players"]
    do(
        rankings.set_points_table,
        season=season,
        series=series,
        body="players",
        points=[40, 30, 20, 10, 5],
        base=before,
        by=board,
    )
    rules = rules_of(season)
    do(rankings.set_ranking_rules, season=season, rules=dataclasses.replace(rules, best_of=4), base=rules, by=board)
    wrong("union:ranking_rules", rankings.set_ranking_rules, season=season, rules=rules, base=rules, by=board)
    do(words.set_rules, quorum=3, majority=60, by=board)
    do(words.set_rules, quorum=2, majority=50, by=board)
    wrong("commission:rules", words.set_rules, quorum=0, majority=10, by=board)
    do(mailings.choose_letters, account=people[0].account, wanted=False)
    do(accounts.set_password, account=people[3].account, password="a long and plain test password")
    do(accounts.hand_out_link, account=people[1].account, by="terminal")
    token = do(tokens.create_token, account=people[0].account, label="phone")[0]
    do(tokens.revoke_token, token=token, by=people[0].account)
    do(personal_data.hand_out_personal_data, account=people[0].account)
    merged(people, board)
    gone = do(
        players.register_player, nick="ZMIZELÝ", club=None, email="gone@kept.test", language="cs"
    ) or Player.objects.get(nick="ZMIZELÝ")
    do(sanctions.propose_sanction, by=board, player=gone, kind="warning", grounds="ZMIZELÝ has smoked at the table.")
    do(erasing.erase_person, player=gone, by=board, reason="ZMIZELÝ has asked for it in a letter.")
    do(
        erasing.erase_person,
        account=AccountFactory.create(name="Passer-by", email="passing@kept.test"),
        by=board,
        reason="asked",
    )
    return {"club": club, "people": people, "season": season, "captain": captain}


def merged(people: list[Player], board: Account) -> None:
    """One merge that stays, one that was undone, one that was refused."""
    for nick, survivor, stays in (("MOUREK DRUHÝ", people[0], True), ("CHLUPATEC", people[3], False)):
        twin = PlayerFactory.create(nick=nick)
        twin.memberships.create(club=ClubFactory.create(), season=season_of(now().date()))
        plan = merges.plan_merge(survivor=survivor, duplicate=twin)
        said = {"survivor": survivor, "duplicate": twin, "digest": plan.digest, "by": board}
        wrong("union:merges", merges.merge_players, **said, reason=" ")
        merge = do(merges.merge_players, **said, reason=f"{nick} is the same person.")
        if not stays:
            do(merges.undo_merge, merge=merge, by=board)


# --- The evening ------------------------------------------------------------------------------------------------------


def the_evening(world: Any, union: dict[str, Any]) -> Event:
    """A Classic from the first plan to the corrected result, with everything that can happen on the way."""
    director = AccountFactory.create(name="Director of the evening", email="leads@kept.test")
    new = Event(name="Přístavní večer", date=now().date() + dt.timedelta(days=3), place="U Kocoura", capacity=17)
    event = do(events.create_event, event=new, series=series_named("classic"), by=director)
    event.theme = "smoke"
    event.capacity = 18
    do(events.change_event, event=event, by=director)
    people_of_the_evening(event, director, union)
    set_words(event, director)
    tick(60 * 24 * 3)
    by = {"by": director}
    first, second = Round.objects.filter(event=event).order_by("number")[:2]
    spare = do(rounds.plan_round, event=event, kind="basic", **by)
    do(rounds.change_round, round_=spare, kind="play_off", starts_at=None, **by)
    do(rounds.remove_round, round_=spare, **by)
    do(events.change_status, event=fresh(event), status="closed", **by)
    wrong("desk:start_round", rounds.start_round, event, round_=fresh(first), **by)
    first_round(event, fresh(first), director)
    second_round(event, fresh(second), director, union)
    results(event, director)
    return fresh(event)


def people_of_the_evening(event: Event, director: Account, union: dict[str, Any]) -> None:
    by = {"by": director}
    conditions = [
        entry_conditions.Condition(ConditionKind.INVITED),
        entry_conditions.Condition(ConditionKind.CLUB_QUOTA, number=9),
    ]
    do(entry_conditions.set_conditions, event=event, conditions=conditions, **by)
    do(entry_conditions.invite, event=event, nicks=[fresh(one).nick for one in union["people"]], **by)
    do(entry_conditions.uninvite, event=event, player=union["people"][7], **by)
    wrong(
        "desk:set_conditions",
        entry_conditions.set_conditions,
        event,
        event=event,
        conditions=[entry_conditions.Condition(ConditionKind.RANKING)],
        **by,
    )
    do(events.change_status, event=event, status="announced", **by)
    event = fresh(event)
    do(promises.open_registration, event=event, **by)
    do(mailings.send_invitations, event=fresh(event), note="Come, there will be herrings.", form=uuid.uuid4(), **by)
    for role in ("referee", "press", "scorer", "line_judge"):
        if role in journal_texts.VALUES["role"]:
            kept = do(
                staffing.appoint_by_email,
                event=event,
                email=f"{role}@kept.test",
                role=role,
                name=role.title(),
                tables=[1],
                **by,
            )
    do(events.dismiss, staff=kept, **by)
    wrong("desk:dismiss", events.dismiss, event, staff=Staff.objects.get(event=event, role="director"), **by)
    do(
        accounts.hand_out_link,
        account=Staff.objects.filter(event=event).exclude(role="director")[0].account,
        event=event,
        **by,
    )
    do(
        accounts.have_link_sent,
        account=Staff.objects.filter(event=event).exclude(role="director")[0].account,
        event=event,
        **by,
    )
    entered = [
        do(registrations.apply_for, event=event, player=fresh(one), by=one.account) for one in union["people"][:4]
    ]
    wrong(
        "public:enter",
        registrations.apply_for,
        event,
        event=event,
        player=fresh(union["people"][0]),
        by=union["people"][0].account,
    )
    wrong(
        "public:enter",
        registrations.apply_for,
        event,
        event=event,
        player=fresh(union["people"][7]),
        by=union["people"][7].account,
    )
    do(registrations.change_status, registration=entered[0], status="confirmed", **by)
    do(registrations.confirm_all, event=event, **by)
    do(registrations.withdraw_application, registration=fresh(entered[3]), by=union["people"][3].account)
    for nick in (
        "BRUNO",
        "CECILKA",
        "DAŠEŇKA",
        "EMIL",
        "FÍK",
        "GUSTA",
        "HUGO",
        "IRMA",
        "JULIE",
        "KVĚTA",
        "LEON",
        "MÍŇA, KOCP",
        "NELA",
    ):
        do(registrations.add_walk_in, event=event, line=nick, **by)
    wrong("desk:walk_in", registrations.add_walk_in, event, event=event, line="BRUNO", **by)
    for one in Registration.objects.filter(event=event).exclude(status__in=("withdrawn", "checked_in")):
        do(registrations.change_status, registration=one, status="checked_in", **by)
    irma = here(event, "IRMA")
    do(registrations.classify, registration=irma, classified=False, earns_points=False, **by)
    do(registrations.change_status, registration=here(event, "NELA"), status="confirmed", reason="NELA is late.", **by)


def here(event: Event, nick: str) -> Registration:
    return Registration.objects.select_related("event", "player").get(event=event, nick=nick)


def set_words(event: Event, director: Account) -> None:
    """Words of the commission: sealed, given, swapped, in reserve, read, revealed later; turned down and withdrawn."""
    one, two, proposer = a_member(name="Member one"), a_member(name="Member two"), a_proposer()
    Account.objects.filter(pk=one.pk).update(email="member1@kept.test")
    first, second = Round.objects.filter(event=event).order_by("number")[:2]
    made = []
    for word in ("KOUŘÍK", "HERINK", "CHRTI", "PLOUTEV", "KOTVA", "VRŠA"):
        plain = plain_of(word, caption=f"About {word.lower()}", theme="harbour", language="cs")
        made.append(do(words.propose_word, event=event, id=uuid.uuid4(), plain=plain, by=proposer))
    do(words.correct_split, word=made[2], letters=("CH", "R", "T", "I"), by=one)
    do(words.withdraw_word, word=made[5], by=proposer)
    wrong("commission:withdraw", words.withdraw_word, event, word=made[4], by=one)
    wrong("commission:vote", words.vote, event, word=made[4], verdict="reject", note="", by=one)
    do(words.vote, word=made[4], verdict="reject", note="A place, not a cat.", by=one)
    do(words.vote, word=made[4], verdict="reject", note="Too plain.", by=two)
    for word in made[:4]:
        do(words.vote, word=word, verdict="approve", note="", by=one)
        do(words.vote, word=word, verdict="approve", note="Good.", by=two)
    words_of = [EventWord.objects.select_related("word", "event").get(pk=word.pk) for word in made]
    do(words.assign_word, word=words_of[0], round_=first, by=one)
    do(words.assign_word, word=words_of[1], round_=second, by=one)
    wrong("commission:give", words.assign_word, event, word=words_of[2], round_=fresh(second), by=one)
    do(words.reserve_word, word=words_of[2], by=one)
    do(words.read_words, event=event, chosen=[words_of[0]], by=two)
    wrong("commission:swap", words.swap_word, event, round_=fresh(first), reserve=words_of[2], reason="", by=one)
    do(words.swap_word, round_=fresh(first), reserve=words_of[2], reason="It was read aloud in the bar.", by=one)
    do(words.reserve_word, word=words_of[3], by=one)  # stays sealed
    listed = read_list("RYBÁŘ; a fisher; harbour; cs\nMOLO")
    do(words.propose_words, event=event, form=uuid.uuid4(), listed=listed, by=proposer)


def first_round(event: Event, round_: Round, director: Account) -> None:
    """Drawn in public, given up once; seats changed; corrections, rulings, an overruling, an appeal, a ban."""
    by = {"by": director}
    do(apart.keep_apart, event=event, one=here(event, "BRUNO"), other=here(event, "CECILKA"), **by)
    do(apart.keep_apart, event=event, one=here(event, "EMIL"), other=here(event, "FÍK"), **by)
    do(apart.allow_pair, event=event, pair=ApartPair.objects.filter(event=event)[0].pk, **by)
    wrong("desk:apart", apart.keep_apart, event, event=event, one=here(event, "EMIL"), other=here(event, "EMIL"), **by)
    do(ceremonies.freeze_draw, round_=round_, sizes=(5, 5, 5), **by)
    do(ceremonies.give_up_draw, round_=fresh(round_), reason="Somebody came in late.", **by)
    do(promises.announce_draw, round_=fresh(round_), reason="Somebody came in late.", **by)
    do(ceremonies.freeze_draw, round_=fresh(round_), sizes=(5, 5, 5), **by)
    wrong("desk:open_draw", ceremonies.open_ceremony, event, round_=fresh(round_), kind="cards", typed="XX", **by)
    do(ceremonies.open_ceremony, round_=fresh(round_), kind="cards", typed=CARDS, **by)
    round_ = fresh(round_)
    do(
        arranging.swap_seats,
        round_=round_,
        swaps=[("1A", "2A")],
        mark=mark(round_),
        reason="BRUNO sits in the draught.",
        **by,
    )
    wrong("desk:seats", arranging.swap_seats, event, round_=round_, swaps=[("1A", "2A")], mark="old", **by)
    do(arranging.restore_draw, round_=round_, mark=mark(round_), reason="The window is shut.", **by)
    do(
        reseating.reseat_without,
        round_=fresh(round_),
        leaving=[here(event, "LEON")],
        mark=mark(round_),
        reason="LEON had to go.",
        **by,
    )
    do(registrations.change_status, registration=here(event, "NELA"), status="checked_in", **by)
    do(reseating.seat_late_comer, round_=fresh(round_), newcomer=here(event, "NELA"), mark=mark(round_), **by)
    do(rounds.start_round, round_=fresh(round_), **by)
    round_ = Round.objects.select_related("event").get(pk=round_.pk)
    for table in Table.objects.filter(round=round_).order_by("number"):
        tick(5)
        stories.record_deals(stories.table_of(round_, table.number), "A B C D A B")
    judged(event, round_, director)
    two, three = (stories.table_of(round_, number) for number in (2, 3))
    stories.record_line(two, VoidDeal(bench(two), reason="a card was dealt face up"))
    stories.record_line(two, PenaltyLetter("A", reason="second misdeal"))
    stories.record_line(two, Amend(2, {"loser": "C"}))
    stories.record_line(three, stories.deal(three, "B"))
    stories.record_line(three, Strike(stories.table_of(round_, 3).game.length, reason="wrong seat"))
    tables.take_pen(by=director, slug=event.slug, round_number=1, table_number=3)
    stands_in(event, three, director)
    wrong("desk:close_round", rounds.close_round, event, round_=fresh(round_), **by)
    played_out(round_)
    do(rounds.close_round, round_=fresh(round_), **by)
    do(rounds.reopen_round, round_=fresh(round_), **by)
    do(rounds.close_round, round_=fresh(round_), **by)


def bench(table: Table) -> tuple[str, ...]:
    return stories.deal(table, "A").bench


def stands_in(event: Event, table: Table, director: Account) -> None:
    """Somebody of table 3 goes home in the middle, somebody out of the crowd takes his seat; another leaves."""
    seated = stories.seats_of(table)
    out = Registration.objects.select_related("event", "player").get(pk=seated["C"].pk)
    do(stand_ins.send_in, out=out, line="ZÁSKOK", by=director, reason=f"{out.nick} has a train to catch.")
    gone = Registration.objects.select_related("event", "player").get(pk=seated["D"].pk)
    do(substitutions.withdraw_player, registration=gone, by=director, reason=f"{gone.nick} fell asleep.")
    wrong("desk:substitute", substitutions.substitute_player, event, out=gone, stand_in=gone, by=director)


def played_out(round_: Round) -> None:
    for table in Table.objects.filter(round=round_).select_related("game").order_by("number"):
        tick(30)
        if not table.game.finished:
            stories.play_out(table, losers="ABCDEF"[table.number % 3 :] + "ABCDEF"[: table.number % 3])


def judged(event: Event, round_: Round, director: Account) -> None:
    """Rulings: one stands, one overruled by the referee, one appealed against and changed, one with a ban."""
    board, other = (offices.account_with(f"{name}@kept.test") for name in ("board", "second"))
    for account in (board, other):
        do(offices.give_office, role="union", account=account, by=director)

    def rule(table: int, seat: str, kind: str, decision: str, **more: Any) -> Ruling:
        said = {
            "facts": f"Seat {seat} was seen by all.",
            "judged_by": "table",
            "public_text": "As the rules say.",
            **more,
        }
        return do(
            rulings.rule,
            by=director,
            slug=event.slug,
            round_number=1,
            table_number=table,
            seat=seat,
            kind=kind,
            decision=decision,
            **said,
        )

    rule(1, "D", "a", "warning")
    wrong(
        "table:ruling",
        rulings.rule,
        event,
        by=director,
        slug=event.slug,
        round_number=1,
        table_number=1,
        seat="D",
        kind="a",
        decision="warning",
        facts=" ",
        judged_by="table",
    )
    lost = rule(1, "B", "b_inattentive", "lost_deal_and_letter", position=2)
    again = Ruling.objects.select_related("table__round__event", "concerned__player").get(pk=lost.pk)
    do(
        overruling.overrule,
        by=director,
        ruling=again,
        judged_by="referee",
        decision="void_deal",
        facts="Nobody could see it.",
        public_text="The deal does not count.",
    )
    wrong(
        "table:overrule",
        overruling.overrule,
        event,
        by=director,
        ruling=again,
        judged_by="referee",
        decision="lifted",
        facts="once more",
    )
    penal = rule(2, "A", "a", "penalty_letter")
    at_two = stories.seats_of(stories.table_of(round_, 2))
    him = Player.objects.get(pk=at_two["A"].player_id)
    if him.account is None:
        him.account = AccountFactory.create(name="Appellant", email="appeals@kept.test")
        him.save()
    penal = Ruling.objects.select_related("table__round__event", "concerned__player").get(pk=penal.pk)
    made = do(appeals.appeal, against=penal, by=him.account, grounds="I had not looked.")
    wrong("public:appeal_ruling", appeals.appeal, event, against=penal, by=him.account, grounds="I say it twice.")
    do(
        appeals.decide_appeal,
        made=made,
        by=board,
        outcome="lifted",
        reasons="Nobody else saw it.",
        public_text="It is lifted.",
    )
    wrong("union:appeal", appeals.decide_appeal, made=made, by=board, outcome="upheld", reasons="x")
    shut = rule(2, "B", "b_intentional", "lost_deal", position=4)
    ban = Sanction.objects.get(ruling=shut)
    wrong("union:confirm_sanction", sanctions.confirm_sanction, sanction=ban, by=board, reasons=" ")
    until = now().date() + dt.timedelta(days=60)
    do(
        sanctions.confirm_sanction,
        sanction=ban,
        by=board,
        reasons="Three people saw it.",
        kind="ban_until",
        ends_on=until,
    )
    asked = Question.objects.get(sanction=ban, event=event)
    do(questions.answer_question, question=asked, answer="play_on", by=director)
    wrong("desk:answer", questions.answer_question, event, question=asked, answer="withdraw", by=director)
    banned = Player.objects.get(pk=ban.player_id)
    if banned.account is None:
        banned.account = AccountFactory.create(name="Banned", email="banned@kept.test")
        banned.save()
    made = do(appeals.appeal, against=fresh(ban), by=banned.account, grounds="It was a mistake.")
    do(
        appeals.decide_appeal,
        made=made,
        by=other,
        outcome="changed",
        reasons="A first time.",
        kind="warning",
        ends_on=None,
    )
    more = [
        do(
            sanctions.propose_sanction,
            by=director,
            player=Player.objects.get(pk=at_two[seat].player_id),
            kind="warning",
            grounds="Was loud.",
            event=event,
        )
        for seat in "CDE"
    ]
    do(sanctions.decline_sanction, sanction=more[0], by=board, reasons="That is no offence.")
    do(sanctions.confirm_sanction, sanction=more[1], by=board, reasons="Very loud.")
    do(
        sanctions.lift_sanction, sanction=fresh(more[1]), by=other, reasons="It was the neighbour."
    )  # more[2] stays proposed


def second_round(event: Event, round_: Round, director: Account, union: dict[str, Any]) -> None:
    """Drawn twice, without a ceremony; closed with a table that is not finished."""
    by = {"by": director}
    do(
        words.swap_word,
        round_=round_,
        reserve=None,
        reason="The sheet lay on the bar.",
        by=Account.objects.get(email="member1@kept.test"),
    )
    do(rounds.set_word, round_=fresh(round_), word="KAMIL", caption="A cat", **by)
    do(rounds.set_word, round_=fresh(round_), word="MRUK", **by)
    wrong("desk:word", rounds.set_word, event, round_=fresh(round_), word="1", **by)
    do(draws.draw_round, round_=fresh(round_), seed="c0ffee", reason="The pub has no cards.", **by)
    do(draws.draw_round, round_=fresh(round_), seed="beef", reason="A chair is broken.", **by)
    do(rounds.publish_seating, round_=fresh(round_), **by)
    do(rounds.start_round, round_=fresh(round_), **by)
    round_ = Round.objects.select_related("event").get(pk=round_.pk)
    for table in Table.objects.filter(round=round_).order_by("number")[1:]:
        tick(30)
        stories.play_out(table)
    stories.record_deals(stories.table_of(round_, 1), "A B")
    do(rounds.close_round, round_=fresh(round_), force_reason="The pub closes at midnight.", **by)


def results(event: Event, director: Account) -> None:
    """Published, a final, published as final; a place overridden, taken back, corrected; handed out, imported."""
    by = {"by": director}
    do(publishing.publish_standings, event=fresh(event), note="Before the final.", **by)
    tick()
    plans.plan_publication(fresh(event), due_at=now() + dt.timedelta(days=30), now=now(), **by)
    proposal = final_proposal(fresh(event))
    between = proposal.play_off.between if proposal.play_off else ()
    in_order = dict.fromkeys((*proposal.qualified, *between, *proposal.others))
    present = set(Registration.objects.filter(event=event, status="checked_in").values_list("key", flat=True))
    chosen = [key for key in in_order if key in present][:5]
    last = do(finals.seat_final, event=fresh(event), kind="final", chosen=chosen, seed="feed", **by)
    last = Round.objects.filter(event=event).order_by("-number")[0]
    do(rounds.set_word, round_=last, word="KOČKA", **by)
    do(rounds.publish_seating, round_=fresh(last), **by)
    do(rounds.start_round, round_=fresh(last), **by)
    last = Round.objects.select_related("event").get(pk=last.pk)
    played_out(last)
    do(rounds.close_round, round_=fresh(last), **by)
    do(publishing.publish_standings, event=fresh(event), final=True, **by)
    winner = event.scores.exclude(rank_key="").order_by("rank_key", "key")[0].registration
    second = event.scores.exclude(rank_key="").order_by("rank_key", "key")[1].registration
    do(publishing.override_place, registration=second, place=1, note="The last deal was counted twice.", **by)
    do(publishing.publish_standings, event=fresh(event), final=True, note="Corrected.", **by)
    do(publishing.withdraw_override, registration=fresh(second), **by)
    do(publishing.override_place, registration=fresh(winner), place=2, note=f"{winner.nick} left before the end.", **by)
    wrong("desk:override", publishing.override_place, event, registration=fresh(winner), place=99, note="x", **by)
    do(publishing.publish_standings, event=fresh(event), final=True, note="Corrected once more.", **by)
    do(event_files.hand_out_event, event=fresh(event), **by)


def sealed_for_later(world: Any) -> None:
    """A word that stays sealed: it belongs to a round that nobody has drawn yet."""
    later = do(rounds.plan_round, event=world.event, kind="basic", by=world.accounts["director"])
    do(words.assign_word, word=word_stories.a_sealed_word(world.event, "PLOUTEV"), round_=later, by=a_member())


def smear(director: Account) -> None:
    """Eight people play Smear, rule on a revoke, and are placed."""
    event = stories.an_event(
        players=8, status="closed", series="smear", slug="smear-kept", name="Smear", regulations={"game": "smear"}
    )
    round_ = stories.a_running_round(event, sizes=(4, 4))
    for number in (1, 2):
        table = stories.table_of(round_, number)
        tick()
        stories.record_smear(table, 'B4 (AC3 BD7); void "misdeal"; A4 (AC6 BD4)')
    by = stories.director_of(event)
    do(
        rulings.rule,
        by=by,
        slug=event.slug,
        round_number=1,
        table_number=1,
        seat="B",
        kind="revoke",
        facts="B had a spade.",
        judged_by="referee",
        decision="warning",
    )
    do(publishing.publish_standings, event=fresh(event), by=by)


# --- Everything else that a journal can hold --------------------------------------------------------------------------


def through_the_pages(world: Any) -> None:
    """Refused at the pages: each address that is an act, asked by somebody who has no right to it."""
    asked = {one.name: one for one in rights_world.routes()}
    for name in wanted_texts.WANTED:
        route = asked[name]
        for who in ("press", "player", "captain"):
            values = world.named(route, who, "other event" if "slug" in route.parameters else "own")
            if values is None:
                continue
            if "POST" in (routes.acts_of(name) or {}):
                tick(0.5)
                world.client(who).post(world.address(route, values), {})
                break


def administration(world: Any) -> None:
    """A row added, changed and deleted by the keeper."""
    keeper, at = world.client("keeper"), "/admin/tournaments/club"
    club = {"code": "ADM", "name": "Made by the keeper", "federation": world.club.federation_id}
    club |= {f"{prefix}-{name}_FORMS": "0" for prefix in ("aliases", "clubalias_set") for name in ("TOTAL", "INITIAL")}
    tick()
    keeper.post(f"{at}/add/", club)
    made = Club.objects.get(code="ADM")
    tick()
    keeper.post(f"{at}/{made.pk}/change/", {**club, "name": "Renamed by the keeper"})
    tick()
    keeper.post(f"{at}/{made.pk}/delete/", {"post": "yes"})


def by_the_pen(world: Any) -> None:
    """A line for every code that the story has not reached."""
    event, by = world.other_event, world.accounts["director"]
    refused = set(JournalLine.objects.values_list("refused", flat=True))
    acts = set(JournalLine.objects.values_list("act", flat=True))
    missing = [act for act in journal_texts.ACTS if act not in acts]
    for act in missing:
        do(
            journal.note,
            act=act,
            by=by,
            event=event,
            subject="round:1",
            old={"status": "draft"},
            new={"status": "open"},
            reason="p1 said so",
        )
    wanted = [act for act in wanted_texts.WANTED if act not in acts]
    for act in wanted:
        do(journal.note_refusal, act=act, refusal=Refused("forbidden"), by=by, event=event, subject="entry:p1")
    codes = [code for code in texts.REFUSALS if code not in refused]
    for number, code in enumerate(codes):
        act = list(wanted_texts.WANTED)[number % len(wanted_texts.WANTED)]
        do(journal.note_refusal, act=act, refusal=Refused(code), by=by, event=event, subject="round:1")
    for by_whom in ("terminal", "visitor", None):
        do(journal.note, act="player_registered", by=by_whom, subject=f"player:{world.player.pk}")


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    setup_test_environment()
    celery.send_task = lambda *_args, **_options: None  # errands wait for the next sweep
    call_command("migrate", verbosity=0)
    translation.activate("en")
    world = rights_world.build()
    for who, account in world.accounts.items():
        Account.objects.filter(pk=account.pk).update(email=f"{who}@kept.example")
    tick(60)
    union = the_union(world)
    the_evening(world, union)
    sealed_for_later(world)
    stories.NOW = now()
    stories.example("moor-final", by=world.accounts["organiser"])
    smear(world.accounts["director"])
    tick(60)
    samples.first_evenings(seed=7, now=now())
    through_the_pages(world)
    administration(world)
    by_the_pen(world)
    call_command("verify")
    call_command("rebuild", check=True)
    keep()


def keep() -> None:
    """The packed files beside this one: SQLite's without what a site makes again by itself, PostgreSQL's as SQL."""
    if connection.vendor == "sqlite":
        connection.cursor().execute("VACUUM")
        connection.close()
        with tarfile.open(FOLDER / "var.tar.xz", "w:xz", preset=9) as packed:
            packed.add(FOLDER / "var" / "scwu.sqlite3", "var/scwu.sqlite3", filter=nobody)
    else:
        command = ["pg_dump", "--inserts", "--rows-per-insert=200", "--no-owner", "--no-privileges"]
        dump = subprocess.run([*command, os.environ["DATABASE_URL"]], check=True, capture_output=True).stdout
        lines = [line for line in dump.splitlines(keepends=True) if not line.startswith(b"\\")]  # psql's own
        (FOLDER / "postgres.sql.xz").write_bytes(lzma.compress(b"".join(lines), preset=9))


def nobody(file: tarfile.TarInfo) -> tarfile.TarInfo:
    file.uid = file.gid = file.mtime = 0
    file.uname = file.gname = ""
    return file


if __name__ == "__main__":
    main()
