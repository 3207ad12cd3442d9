"""Taking in a list of players: tried first, all of it or nothing (operations/files/people_lists.py)."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.factories import stories
from tests.factories.base import NOW
from tests.factories.stories import director_of
from tests.factories.tournaments import AccountFactory, ClubFactory, FederationFactory, PlayerFactory
from tests.refusals import refusal
from tournaments.exchange.people_file import Row
from tournaments.facts.nicks import spelled
from tournaments.models import (
    Account,
    ConditionKind,
    JoinRequest,
    JournalLine,
    Membership,
    Message,
    NickAlias,
    Office,
    Player,
    Sanction,
)
from tournaments.operations.events.entry_conditions import Condition, set_conditions
from tournaments.operations.events.registrations import apply_for, change_status
from tournaments.operations.files.people_lists import Scope, check_people, sealed, take_people, unsealed
from tournaments.operations.files.people_uploads import people_in
from tournaments.operations.people.players import respell_nick
from tournaments.operations.union.seasons import season_of
from tournaments.texts.about_ranking import ROW_FAULTS, ROW_STATES, row_fault_text, rows_said

pytestmark = pytest.mark.django_db
UNION = Scope()


@pytest.fixture
def office():
    return AccountFactory.create(language="cs")


@pytest.fixture
def fox():
    return ClubFactory.create(code="FOX", name="Lišky")


@pytest.fixture
def event():
    return stories.an_event(players=0)


def rows(text):
    """A list as text: header, then lines with commas."""
    return people_in(None, text).rows


def faults(text, scope=UNION):
    """Row: its faults in words."""
    checked = check_people(rows(text), scope, now=NOW)
    return {one.row.number: [row_fault_text(*fault) for fault in one.faults] for one in checked if one.faults}


def take(text, by, scope=UNION):
    return take_people(rows(text), scope, by=by, now=NOW)


@pytest.mark.parametrize(
    ("nicks", "row"),
    [
        (["KAMlL"], 2),
        (["Ludv\u0131k"], 2),
        (["Cyril", "CyriI"], 3),
        (["Carmen", "Anna", "Carrnen"], 4),
        (["\u041aomise"], 2),
        (["Komise"], 2),
        (["An\u00adna"], 2),
    ],
    ids=["a player", "a former nick", "a row before", "another row before", "two scripts", "an office", "unseen"],
)
def test_nobody_comes_by_a_list_who_could_be_taken_for_somebody_else(nicks, row, office):
    """Like somebody who is here or was called so, like an office, or like another of the list."""
    player = PlayerFactory.create(**spelled("Ludvik"))
    respell_nick(player=player, nick="Kamil")
    text = "\n".join(["nick", *nicks])
    assert list(faults(text)) == [row]
    assert refusal(take, text, office).code == "people_list_faulty"
    assert Player.objects.count() == 1


def test_new_players_come_with_club_and_account(office, fox):
    taken = take("nick,club,email,country\nŽofka,fox,Zofka@Example.org,CZ\nŠkvor,lišky,,\nAnna,,,\n", office)
    assert (taken.new, taken.added) == (3, 0)
    zofka = Player.objects.get(nick="Žofka")
    assert zofka.account is None
    claim = zofka.claims.get()
    assert (claim.email, claim.language) == ("zofka@example.org", "cs")
    assert Message.objects.get().values == {"claim": str(claim.pk)}
    members = Membership.objects.present().filter(club=fox, season=season_of(NOW.date()))
    assert set(members.values_list("player__nick", flat=True)) == {"Žofka", "Škvor"}
    line = JournalLine.objects.get(act="people_taken_in")
    assert (line.by, len(line.new["players"]), line.new["added"]) == (office.key, 3, [])
    assert "zofka" not in str(line.new).lower()


def test_the_same_list_again_does_nothing(office, fox):
    text = "nick,club,email\nŽofka,FOX,zofka@example.org\n"
    take(text, office)
    taken = take(text.replace("Žofka", "ZOFKA"), office)
    assert (taken.new, taken.added) == (0, 0)
    assert (Player.objects.count(), Membership.objects.count()) == (1, 1)
    assert JournalLine.objects.filter(act="people_taken_in").count() == 1


def test_a_club_with_a_captain_is_asked(office, fox):
    Office.objects.create(account=AccountFactory.create(), role="captain", club=fox, starts_at=NOW.replace(year=2020))
    known = PlayerFactory.create(nick="Known", nick_key="known")
    text = "nick,club\nAnna,FOX\nKnown,FOX\n"
    taken = take(text, office)
    assert (taken.new, taken.added, Membership.objects.count()) == (1, 1, 0)
    assert set(JoinRequest.objects.values_list("player__nick", "club__code")) == {("Anna", "FOX"), ("Known", "FOX")}
    again = take(text, office)
    assert (again.new, again.added, JoinRequest.objects.count()) == (0, 0, 2)
    assert known.memberships.count() == 0


def test_who_has_left_his_club_of_this_season_gets_no_other_by_a_list(office, fox):
    player = PlayerFactory.create(nick="Anna", nick_key="anna")
    owl = ClubFactory.create(code="OWL", name="Owls")
    Membership.objects.create(player=player, club=owl, season=season_of(NOW.date()), left_at=NOW)
    assert list(faults("nick,club\nAnna,FOX\n")) == [2]
    take("nick,club\nAnna,OWL\n", office)
    assert Membership.objects.present().get().club == owl


def test_who_is_known_gets_what_he_lacks(office, fox):
    player = PlayerFactory.create(nick="Anna", nick_key="anna")
    NickAlias.objects.create(player=player, nick="Anička", nick_key="anicka")
    taken = take("nick,club,email\nAnička,FOX,anna@example.org\n", office)
    assert (taken.new, taken.added) == (0, 1)
    player.refresh_from_db()
    assert (player.account, player.claims.get().email) == (None, "anna@example.org")
    assert Membership.objects.get().club == fox


def test_every_fault_is_said_in_plain_words_with_its_row(office, fox):
    ClubFactory.create(code="A1", name="Twins")
    ClubFactory.create(code="B1", name="Twins")
    elsewhere = PlayerFactory.create(nick="Moved", nick_key="moved")
    Membership.objects.create(
        player=elsewhere, club=ClubFactory.create(code="OWL", name="Owls"), season=season_of(NOW.date())
    )
    AccountFactory.create(email="known@example.org")
    owner = PlayerFactory.create(nick="Owner", nick_key="owner", account=AccountFactory.create())
    text = (
        "nick,club,email,country\n"
        "Anna,,,\n"
        "ÁNNA,,,\n"
        ",FOX,,\n"
        "Bad\u202enick,,,\n"
        "Cyril,NOSUCH,,\n"
        "Dora,Twins,,\n"
        "Emil,FOX,,XX\n"
        "Fred,FOX,not an address,CZ\n"
        "Gita,,gita@example.org,\n"
        "Hugo,,GITA@example.org,\n"
        "Iva,,known@example.org,\n"
        "Moved,FOX,,\n"
        f"{owner.nick},,other@example.org,\n"
        "=1+1,,,\n"
    )
    assert faults(text) == {
        3: ["This nick stands in row 2 already, perhaps in another spelling."],
        4: ["The nick is missing."],
        5: ["“Bad\u202enick” cannot be a nick: 1 to 40 visible characters and no comma."],
        6: ["There is no club “NOSUCH”. Check its code or name."],
        7: ["More than one club is called “Twins”. Write its code."],
        8: ["“XX” is no country of the union. Write two letters, such as CZ.", "The club Lišky is of CZ."],
        9: ["“not an address” is no e-mail address."],
        11: ["This address stands in row 10 already."],
        12: ["This address has an account already. Its owner enters himself."],
        13: ["This player is in Owls this season. Changing clubs is done by transfer, not by a list."],
        14: ["This player has an account already."],
        15: ["The column “nick” holds a formula. Put its value there."],
    }
    before = (Player.objects.count(), Account.objects.count())
    assert refusal(take, text, office).code == "people_list_faulty"
    assert (Player.objects.count(), Account.objects.count()) == before


def test_an_address_that_would_be_stored_longer_than_it_may_be_is_no_address():
    assert faults(f"nick,email\nAnna,a@{'.'.join(['İ' * 10] * 13)}.cz\n").keys() == {2}


def test_a_country_tells_clubs_of_one_name_apart(office):
    ClubFactory.create(code="A1", name="Twins")
    there = ClubFactory.create(
        code="B1", name="Twins", federation=FederationFactory.create(country="SK", name="Slovakia")
    )
    take("nick,club,country\nDora,Twins,sk\n", office)
    assert Membership.objects.get().club == there


def test_two_spellings_of_one_player_are_a_fault(office):
    player = PlayerFactory.create(nick="Anna", nick_key="anna")
    NickAlias.objects.create(player=player, nick="Bella", nick_key="bella")
    assert list(faults("nick\nAnna\nBella\n")) == [3]


def test_an_officer_takes_players_into_clubs_of_his_federation_alone(office, fox):
    there = FederationFactory.create(country="SK", name="Slovakia")
    home = ClubFactory.create(code="TAT", name="Tatry", federation=there)
    PlayerFactory.create(nick="Known", nick_key="known")
    scope = Scope(federation=there)
    assert faults("nick,club,email\nAnna,FOX,\nKnown,,k@example.org\nBert,TAT,b@example.org\n", scope) == {
        2: ["The club Lišky is not of your federation."],
        3: ["An address for a player who is registered already is given by the union."],
    }
    take("nick,club\nBert,TAT\n", office, scope)
    assert Membership.objects.get().club == home


def test_a_director_takes_players_into_his_event(event, fox):
    director = director_of(event)
    known, waiting = PlayerFactory.create_batch(2)
    change_status(registration=apply_for(event=event, player=waiting, now=NOW), status="waiting", now=NOW)
    text = f"nick,club\n{known.nick},\n{waiting.nick},\nAnna,FOX\n"
    taken = take(text, director, Scope(event=event))
    assert (taken.new, taken.added) == (1, 2)
    rows_now = event.registrations.order_by("position").values_list("nick", "status", "club__code")
    assert sorted(rows_now) == sorted(
        [(one.nick, "confirmed", None) for one in (known, waiting)] + [("Anna", "confirmed", "FOX")]
    )
    again = take(text, director, Scope(event=event))
    assert (again.new, again.added) == (0, 0)


def test_a_list_brings_nobody_back_who_has_withdrawn(event):
    director = director_of(event)
    came, gone = PlayerFactory.create_batch(2)
    here = apply_for(event=event, player=gone, now=NOW)
    for status in ("checked_in", "withdrawn"):
        change_status(registration=here, status=status, now=NOW)
    scope, text = Scope(event=event), f"nick\n{came.nick}\n{gone.nick}\n"
    trial = rows_said(check_people(rows(text), scope, now=NOW))
    assert [row["state"] for row in trial] == [ROW_STATES["added"], ROW_STATES["withdrawn"]]
    assert take(text, director, scope).added == 1
    here.refresh_from_db()
    assert here.status == "withdrawn"
    gone_alone = take(f"nick\n{gone.nick}\n", director, scope)
    assert (gone_alone.new, gone_alone.added) == (0, 0)


def test_an_event_takes_no_addresses_and_nobody_who_is_banned(event):
    banned = PlayerFactory.create(nick="Banned", nick_key="banned")
    Sanction.objects.create(player=banned, kind="ban_for_life", proposed_at=NOW, confirmed_at=NOW)
    assert faults("nick,email\nBanned,\nAnna,anna@example.org\n", Scope(event=event)) == {
        2: ["This player is banned by the union."],
        3: ["E-mail addresses are taken in by the union, not by an event. Leave the column out."],
    }


def test_a_full_event_takes_none_of_them(event):
    event.capacity = 1
    event.save()
    assert refusal(take, "nick\nAnna\nBert\n", director_of(event), Scope(event=event)).code == "event_full"
    assert not Player.objects.filter(nick__in=["Anna", "Bert"]).exists()


def test_conditions_are_passed_over_and_noted(event):
    director = director_of(event)
    set_conditions(event=event, conditions=[Condition(ConditionKind.INVITED)], by=director, now=NOW)
    take("nick\nAnna\n", director, Scope(event=event))
    assert JournalLine.objects.get(act="conditions_passed").by == director.key


def test_a_trial_is_good_for_one_person_and_one_place(office, event):
    given = rows("nick,club\nAnna,=1\n")
    text = sealed(given, UNION, by=office)
    assert unsealed(text, UNION, by=office) == list(given)
    for scope, by in ((Scope(event=event), office), (UNION, AccountFactory.create())):
        assert refusal(unsealed, text, scope, by=by).code == "people_list_stale"
    assert refusal(unsealed, f"{text}x", UNION, by=office).code == "people_list_stale"


def test_the_statements_do_not_grow_with_the_list(office, fox):
    def cost(act):
        with CaptureQueriesContext(connection) as asked:
            act()
        return len(asked)

    few = "nick,club,email\nA,FOX,a@example.org\n"
    many = "nick,club,email\n" + "".join(f"B{n},FOX,b{n}@example.org\n" for n in range(150))
    take("nick\nZ\n", office)  # the season and the journal come into being
    assert cost(lambda: faults(few)) == cost(lambda: faults(many)) <= 11
    # SQLite takes 999 values at once: players, letters and seals go in two batches, claims in three.
    assert cost(lambda: take(many, office)) <= cost(lambda: take(few, office)) + 6


def test_no_sentence_of_a_row_is_left_over():
    here = __import__("pathlib").Path("tournaments")
    homes = (here / "operations/files/people_lists.py", here / "facts/nicks.py")
    source = "".join(home.read_text(encoding="utf-8") for home in homes)
    assert [code for code in ROW_FAULTS if f'"{code}"' not in source] == []


def test_unreadable_rows_do_not_hide_others():
    (one,) = check_people([Row(7, "", formulas=("nick",))], UNION, now=NOW)
    assert [code for code, _ in one.faults] == ["formula"]
