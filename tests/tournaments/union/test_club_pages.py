"""Clubs, offices, players and merges through their pages: who gets in, what is said, and what it costs."""

import io
import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone, translation
from PIL import Image

from tests.factories.tournaments import AccountFactory, ClubFactory, FederationFactory, PlayerFactory
from tests.tournaments.console.conftest import signed_in_as, words_of
from tests.tournaments.facts.test_pictures import ACCEPTED, REFUSED, SVG
from tournaments.facts.countries import CODES, country_name
from tournaments.models import (
    Account,
    ClubLogo,
    JoinRequest,
    JournalLine,
    Membership,
    Merge,
    Office,
    Player,
    Season,
    SquadPlace,
)
from tournaments.operations.people.nick_corrections import correct_nick
from tournaments.operations.union.memberships import ask_to_join
from tournaments.operations.union.offices import give_office
from tournaments.templatetags.countries import drawn, flag
from tournaments.texts.about_languages import country_choices

pytestmark = pytest.mark.django_db
YEAR = timezone.localdate().year


def somebody(role=None, **body):
    """The account of a player, with an office."""
    account = AccountFactory.create()
    PlayerFactory.create(account=account)
    if role:
        give_office(role=role, account=account, by=account, now=timezone.now(), **body)
    return account


def test_the_tabs_of_the_union_stand_in_one_order_on_every_page(union):
    """First one's own, then people, then the season, then what is judged, then what was done."""
    client = signed_in_as(union)
    order = [
        "home",
        "my_club",
        "people",
        "player_list",
        "merges",
        "federations",
        "offices",
        "elite",
        "ranking",
        "rulings",
        "appeals",
        "sanctions",
        "journal",
    ]
    addresses = [*(reverse(f"union:{name}") for name in order), reverse("commission:home")]
    assert len(addresses) == 14
    for name, address in zip(order, addresses, strict=False):
        page = client.get(address).content.decode()
        nav = re.search(r'<nav\s+class="tabs.*?</nav>', page, re.DOTALL)
        assert nav is not None
        tabs = re.findall(r'href="([^"]+)"\s*(aria-current)?', nav[0])
        assert [tab for tab, _here in tabs] == addresses, name
        assert [tab for tab, here in tabs if here] == [address], name


def found_in(pattern, answer):
    """What stands in a page where the pattern has its group."""
    found = re.search(pattern, words_of(answer))
    assert found is not None
    return found[1]


def a_member(club, account=None, year=YEAR):
    player = account.player if account else PlayerFactory.create()
    season = Season.objects.get_or_create(year=year)[0]
    return Membership.objects.create(player=player, club=club, season=season)


@pytest.fixture
def club():
    return ClubFactory.create(code="MOOR", name="Moor Cats")


@pytest.fixture
def captain(club):
    account = somebody("captain", club=club)
    a_member(club, account)
    return account


@pytest.fixture
def union():
    return somebody("union")


def asked(club, account=None):
    account = account or somebody()
    return ask_to_join(player=account.player, club=club, year=YEAR, by=account, now=timezone.now())


# --- Joining ----------------------------------------------------------------------------------------------------------


def test_a_player_asks_and_the_captain_accepts(club, captain):
    account = somebody()
    client, page = signed_in_as(account), "/union/club/"
    assert 'value="MOOR"' in words_of(client.get(page, {"club": "MOOR"}))
    assert client.post("/union/club/requests/", {"club": "moor", "season": YEAR}).status_code == 302
    assert "Moor Cats" in words_of(client.get(page))
    request = JoinRequest.objects.get()
    desk = signed_in_as(captain)
    assert account.player.nick in words_of(desk.get("/union/clubs/MOOR/"))
    answer = desk.post("/union/clubs/MOOR/acceptances/", {"request": request.pk}, follow=True)
    assert f"{account.player.nick} is a member now." in words_of(answer)
    assert Membership.objects.get(player=account.player).club == club
    answer = desk.post("/union/clubs/MOOR/acceptances/", {"request": request.pk})
    assert (answer.status_code, "answered or taken back already" in words_of(answer)) == (409, True)
    assert "In " in words_of(client.get(page))
    member = Membership.objects.get(player=account.player)
    assert "You have left Moor Cats." in words_of(
        client.post("/union/club/departures/", {"membership": member.pk}, follow=True)
    )


def test_nobody_touches_what_is_somebody_elses(club, captain):
    stranger, request = signed_in_as(somebody()), asked(club)
    member = Membership.objects.get(player=captain.player)
    assert stranger.post("/union/club/requests/withdrawals/", {"request": request.pk}).status_code == 409
    assert stranger.post("/union/club/departures/", {"membership": member.pk}).status_code == 409
    elsewhere = ClubFactory.create(code="FEN")
    other = signed_in_as(somebody("captain", club=elsewhere))
    assert other.post("/union/clubs/FEN/acceptances/", {"request": request.pk}).status_code == 409
    assert other.post("/union/clubs/MOOR/acceptances/", {"request": request.pk}).status_code == 403
    Office.objects.filter(club=club).update(ended_at=timezone.now())  # now nobody but the page stands in between
    assert other.post("/union/clubs/FEN/acceptances/", {"request": request.pk}).status_code == 409
    assert JoinRequest.objects.get().status == "open"
    assert Membership.objects.present().count() == 1


def test_where_there_is_a_captain_even_the_union_does_not_decide(club, captain, union):
    request, client = asked(club), signed_in_as(union)
    page = words_of(client.get("/union/clubs/MOOR/"))
    assert "captain alone decides" in page
    assert "acceptances" not in page
    assert client.post("/union/clubs/MOOR/acceptances/", {"request": request.pk}).status_code == 409
    Office.objects.filter(club=club).update(ended_at=timezone.now())
    officer = signed_in_as(somebody("officer", federation=club.federation))
    assert officer.post("/union/clubs/MOOR/acceptances/", {"request": request.pk}).status_code == 302
    assert JournalLine.objects.filter(refused="captain_decides").exists()


@pytest.mark.parametrize("sent", [{}, {"request": "x"}, {"request": "9" * 40}, {"request": "-1"}, {"request": "\x00"}])
def test_nonsense_is_refused_in_words(club, captain, sent):
    assert signed_in_as(captain).post("/union/clubs/MOOR/refusals/", sent).status_code == 409
    assert signed_in_as(captain).post("/union/club/requests/", {"club": "\x00", "season": "²"}).status_code == 409
    for path in ("/union/clubs/%00/", "/union/federations/%00/", "/union/clubs/NONE/"):
        assert signed_in_as(captain).get(path).status_code == 404


def test_nul_is_no_nick_and_no_reason(union):
    client = signed_in_as(union)
    assert client.get("/union/players/", {"nick": "\x00"}).status_code == 200
    assert client.get("/union/merges/preview/", {"keep": "\x00", "merge": "a"}).status_code == 422
    office = Office.objects.get()
    assert client.post("/union/offices/ends/", {"office": office.pk, "reason": "a\x00b"}).status_code == 302


def test_a_club_is_founded_on_its_page_and_nowhere_twice():
    account = somebody()
    client, form = signed_in_as(account), {"name": "Cats <b>of</b> Fen", "code": "fen", "country": "CZ"}
    assert "Česko" in words_of(client.get("/union/clubs/+new/", headers={"Accept-Language": "cs"}))
    answer = client.post("/union/clubs/+new/", form)
    assert answer.headers["Location"] == "/union/clubs/FEN/"
    assert "Cats &lt;b&gt;of&lt;/b&gt; Fen" in client.get("/clubs/FEN/").content.decode()
    assert client.post("/union/clubs/+new/", form).status_code == 409
    assert client.post("/union/clubs/+new/", {**form, "country": "ZZ"}).status_code == 422
    assert signed_in_as(AccountFactory.create()).post("/union/clubs/+new/", form).status_code == 409


def test_the_captain_names_the_squad_and_hands_over(club, captain):
    members = [Membership.objects.get(player=captain.player), *(a_member(club) for _ in range(6))]
    client, address = signed_in_as(captain), f"/union/clubs/MOOR/squad/{YEAR}/"
    places = {f"place_{number}": one.pk for number, one in enumerate(members[:6], start=1)}
    assert client.post(address, places).status_code == 302
    assert SquadPlace.objects.count() == 6
    answer = client.post(address, {**places, "more": members[6].pk})
    assert (answer.status_code, "at most 6" in words_of(answer)) == (409, True)
    assert words_of(Client().get("/clubs/MOOR/")).count("<small>squad</small>") == 6
    following = somebody()
    chosen = a_member(club, following)
    answer = client.post("/union/clubs/MOOR/captain/", {"membership": chosen.pk})
    assert answer.headers["Location"] == "/union/club/"
    assert client.get("/union/clubs/MOOR/").status_code == 403
    assert signed_in_as(following).get("/union/clubs/MOOR/").status_code == 200
    assert client.post("/union/clubs/MOOR/captain/", {"membership": chosen.pk}).status_code == 403


def test_members_go_on_and_a_new_player_joins_at_once(club, captain):
    client = signed_in_as(captain)
    assert "1 member goes on" in words_of(client.post("/union/clubs/MOOR/renewals/", follow=True))
    form = {"nick": "Žofie", "email": "", "language": "cs"}
    assert client.post("/union/clubs/MOOR/players/", form).status_code == 302
    assert Membership.objects.get(player__nick="Žofie").club == club
    assert client.post("/union/clubs/MOOR/players/", form).status_code == 409
    assert client.post("/union/clubs/MOOR/players/", {**form, "email": "x"}).status_code == 422


# --- Logos ------------------------------------------------------------------------------------------------------------


def send(client, data, name="logo.png", kind="image/png"):
    return client.post("/union/clubs/MOOR/logo/", {"logo": SimpleUploadedFile(name, data, kind)})


def test_a_logo_is_served_as_our_own_pixels_under_an_address_of_its_own(club, captain):
    client, sent = signed_in_as(captain), ACCEPTED["jpeg with a page behind it"]
    assert send(client, sent).status_code == 302
    first = found_in(r"(/logos/[0-9a-f]{32}\.png)", Client().get("/clubs/MOOR/"))
    answer = Client().get(first)
    assert answer.content != sent
    assert b"script" not in answer.content
    assert Image.open(io.BytesIO(answer.content)).format == "PNG"
    assert answer.headers["Content-Type"] == "image/png"
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["Content-Security-Policy"] == "default-src 'none'; sandbox"
    assert "immutable" in answer.headers["Cache-Control"]
    assert "Cookie" not in answer.headers.get("Vary", "")
    send(client, ACCEPTED["gif"])
    assert ClubLogo.objects.count() == 1
    assert Client().get(first).status_code == 404
    assert client.post("/union/clubs/MOOR/logo/removal/").status_code == 302
    assert not ClubLogo.objects.exists()


@pytest.mark.parametrize("name", ["nothing", "svg", "html", "half a png", "png bomb", "webp bomb", "too heavy", "zip"])
def test_what_is_no_picture_is_not_kept(club, captain, name):
    answer = send(signed_in_as(captain), REFUSED[name][0])
    assert answer.status_code == 409
    assert not ClubLogo.objects.exists()


def test_a_name_and_a_kind_prove_nothing(club, captain):
    client = signed_in_as(captain)
    assert send(client, SVG, "logo.png", "image/png").status_code == 409
    assert send(client, ACCEPTED["png"], "../../evil.svg", "image/svg+xml").status_code == 302
    assert re.fullmatch(r"[0-9a-f]{32}", ClubLogo.objects.get().name)
    assert client.post("/union/clubs/MOOR/logo/", {"logo": "text"}).status_code == 409


# --- Offices, federations, players ------------------------------------------------------------------------------------


def test_the_union_gives_an_office_for_a_term_and_takes_it_back(union, club):
    client, form = signed_in_as(union), {"email": "New@Example.org", "role": "officer"}
    answer = client.post("/union/offices/", form)
    assert (answer.status_code, "of which federation" in words_of(answer)) == (409, True)
    assert not Account.objects.filter(email="new@example.org").exists()
    term = {"federation": club.federation.pk, "starts_on": "2020-01-01", "ends_on": f"{YEAR + 1}-12-31"}
    assert client.post("/union/offices/", {**form, **term}).status_code == 302
    office = Office.objects.get(role="officer")
    assert timezone.localtime(office.ends_at).date().isoformat() == f"{YEAR + 2}-01-01"
    assert f"31 December {YEAR + 1}" in words_of(client.get("/union/offices/"))
    officer = signed_in_as(office.account)
    assert officer.get("/union/federations/CZ/").status_code == 200
    assert officer.get("/union/offices/").status_code == 403
    assert client.post("/union/offices/ends/", {"office": office.pk, "reason": "moved"}).status_code == 302
    assert officer.get("/union/federations/CZ/").status_code == 403
    assert client.post("/union/offices/ends/", {"office": office.pk}).status_code == 409
    late = {**form, **term, "ends_on": "2020-06-30"}
    assert client.post("/union/offices/", late).status_code == 409
    for beyond in ({"starts_on": "0001-01-01"}, {"ends_on": "9999-12-31"}):
        assert client.post("/union/offices/", {**form, **term, **beyond}).status_code == 422


def test_an_officer_registers_players_in_his_own_federation_only(club):
    abroad = ClubFactory.create(federation=FederationFactory.create(country="SK", name="Slovakia"))
    client = signed_in_as(somebody("officer", federation=club.federation))
    form = {"nick": "Tonda", "email": "t@example.org", "language": "cs", "club": club.pk}
    assert client.post("/union/federations/CZ/players/", form).status_code == 302
    assert Membership.objects.get(player__nick="Tonda").club == club
    assert client.post("/union/federations/SK/players/", form).status_code == 403
    assert client.post("/union/federations/CZ/players/", {**form, "nick": "X", "club": abroad.pk}).status_code == 422
    assert client.get("/union/federations/ZZ/").status_code == 404


def test_a_nick_is_corrected_and_a_player_moved(union, club):
    player = PlayerFactory.create(nick="ANTONIN", nick_key="antonin")
    client = signed_in_as(union)
    assert "ANTONIN" in words_of(client.get("/union/players/", {"nick": "Antonín"}))
    form = {"player": player.pk, "nick": "Tonda", "reason": "as he asked"}
    assert "The nick is Tonda now" in words_of(client.post("/union/players/nicks/", form, follow=True))
    assert client.post("/union/players/nicks/", {**form, "reason": ""}).status_code == 422
    assert (
        client.post("/union/players/moves/", {"player": player.pk, "club": club.pk, "reason": "x"}).status_code == 302
    )
    assert client.post("/union/players/moves/", {"player": 0, "club": club.pk, "reason": "x"}).status_code == 422
    assert Membership.objects.get(player=player).club == club


def test_a_merge_is_seen_done_and_undone_on_its_pages(union):
    keep, merge = (PlayerFactory.create(nick=nick, nick_key=nick.lower()) for nick in ("TONDA", "TONIK"))
    client = signed_in_as(union)
    preview = client.get("/union/merges/preview/", {"keep": "tonda", "merge": "tonik"})
    digest = found_in(r'name="digest" value="(\w+)"', preview)
    form = {"keep": keep.pk, "merge": merge.pk, "digest": digest, "reason": "one person"}
    assert client.post("/union/merges/", {**form, "digest": "0"}).status_code == 409
    assert client.post("/union/merges/", form).status_code == 302
    assert Player.objects.count() == 2  # the union's own, and the survivor
    undone = client.post("/union/merges/undone/", {"merge": Merge.objects.get().pk}, follow=True)
    assert "TONIK is a player of his own again." in words_of(undone)
    assert client.post("/union/merges/undone/", {"merge": Merge.objects.get().pk}).status_code == 409
    assert client.post("/union/merges/", {**form, "keep": 0}).status_code == 409
    same = client.get("/union/merges/preview/", {"keep": "tonda", "merge": "TONDA"})
    assert (same.status_code, "one and the same" in words_of(same)) == (409, True)
    nobody = client.get("/union/merges/preview/", {"keep": "tonda", "merge": "nobody"})
    assert "no player with the nick nobody" in words_of(nobody)


# --- Old addresses ----------------------------------------------------------------------------------------------------


def test_old_addresses_lead_to_the_present_ones_for_good(club, captain, union):
    player = PlayerFactory.create(nick="ANTONIN", nick_key="antonin")
    other = PlayerFactory.create(nick="TONDA", nick_key="tonda")
    correct_nick(player=player, nick="Tonik", reason="x", by=union, now=timezone.now())
    code = {"code": "fen"}
    assert signed_in_as(captain).post("/union/clubs/MOOR/code/", code).status_code == 403
    assert signed_in_as(union).post("/union/clubs/MOOR/code/", code).status_code == 302
    client = signed_in_as(union)
    preview = client.get("/union/merges/preview/", {"keep": "tonda", "merge": "tonik"})
    digest = found_in(r'name="digest" value="(\w+)"', preview)

    def leads_to(path):
        answer = Client().get(path)
        assert answer.status_code == 301
        assert "no-cache" in answer.headers["Cache-Control"]
        return answer.headers["Location"]

    assert leads_to("/players/named/Antonín/") == leads_to("/players/named/Tonik/") == f"/players/{player.pk}/"
    assert leads_to("/clubs/MOOR/") == "/clubs/FEN/"
    client.post("/union/merges/", {"keep": other.pk, "merge": player.pk, "digest": digest, "reason": "x"})
    assert leads_to(f"/players/{player.pk}/") == f"/players/{other.pk}/"
    assert leads_to("/players/named/Antonín/") == f"/players/{other.pk}/"
    for path in ("/players/named/nobody/", "/players/named/%00/", "/clubs/NONE/", "/logos/none.png", "/logos/%00.png"):
        assert Client().get(path).status_code == 404


# --- What it costs ----------------------------------------------------------------------------------------------------


def test_pages_cost_the_same_for_one_and_for_many(club, captain, union):
    clients = {account: signed_in_as(account) for account in (captain, union)}
    pages = {
        "/union/clubs/MOOR/": captain,
        "/union/club/": captain,
        "/union/": captain,
        "/union/federations/": union,
        "/union/federations/CZ/": union,
        "/union/offices/": union,
        "/union/merges/": union,
        "/clubs/MOOR/": captain,
        "/clubs/": captain,
    }

    def costs():
        found = {}
        for page, account in pages.items():
            with CaptureQueriesContext(connection) as captured:
                assert clients[account].get(page).status_code == 200
            found[page] = len(captured)
        return found

    def more():
        country = f"A{chr(ord('A') + FederationFactory._meta.model.objects.count())}"
        there = ClubFactory.create(federation=FederationFactory.create(country=country, name=country))
        somebody("officer", federation=there.federation)
        somebody("officer", federation=club.federation)
        somebody("captain", club=ClubFactory.create(federation=club.federation))
        a_member(club)
        asked(club)
        asked(ClubFactory.create(federation=club.federation))
        merged = PlayerFactory.create()
        Merge.objects.create(survivor=captain.player, merged=merged, reason="x", by=union, at=timezone.now())

    more()
    before = costs()
    more()
    more()
    assert costs() == before
    assert max(before.values()) <= 14


# --- Countries --------------------------------------------------------------------------------------------------------


def test_every_country_has_a_name_and_every_flag_a_country():
    assert country_name("CZ", "cs") == country_name("CZ", "cs-CZ") == "Česko"
    assert country_name("CZ", "en") == country_name("CZ", "xx") == country_name("CZ", "") == "Czechia"
    assert country_name("ZZ", "cs") == "ZZ"
    assert len(CODES) == 250
    assert len(drawn()) > 50
    assert drawn() <= CODES


def test_countries_are_offered_in_the_order_of_the_readers_language():
    """CH after H, Č after C: Czech as a Czech looks it up."""
    with translation.override("cs"):
        names = [name for _, name in country_choices()]
    here = ["Francie", "Hongkong – ZAO Číny", "Chile", "Chorvatsko", "Indie", "Rusko", "Řecko", "Samoa", "Španělsko"]
    assert [name for name in names if name in here] == here
    with translation.override("en"):
        assert [name for _, name in country_choices()][:3] == ["Afghanistan", "Åland Islands", "Albania"]


def test_a_flag_says_its_code_and_its_country():
    assert 'title="Czechia"' in flag("CZ")
    assert "#CZ" in flag("CZ")
    assert str(flag("QA")).endswith(">QA</span>")
    assert flag("") == ""
    assert reverse("union:found") == "/union/clubs/+new/"
