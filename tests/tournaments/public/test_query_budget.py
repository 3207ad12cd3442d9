"""Six statements at most for a page of an event, seven for a round's, and the same number whatever there is to show."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.factories import stories
from tests.factories.base import NOW
from tests.factories.tournaments import AccountFactory, ClubFactory, EventFactory, PlayerFactory
from tournaments.models import Event, Membership, Registration, RegistrationStatus, Score, Season, StaffRole
from tournaments.operations.results.publishing_standings import override_place, publish_standings
from tournaments.standings.order import OTHERS, rank_key

pytestmark = pytest.mark.django_db
MOST = 6
RECORDS_AND_PLACES = 4  # on the page of a player or a club: records three, places one
BADGES_AND_RULINGS = 2


def statements(client: Client, address: str) -> int:
    with CaptureQueriesContext(
        connection,
    ) as queries:
        assert client.get(address).status_code == 200, address
    return len(queries)


def an_evening(players: int, *, deals: str) -> Event:
    event = stories.an_event(players=players, clubs=2, status="closed")
    round_ = stories.a_running_round(event)
    stories.record_deals(stories.table_of(round_, 1), deals)
    publish_standings(event=event, by=None, now=NOW)
    event.refresh_from_db()
    return event


PAGES = ["", "fragment/", "standings/", "players/", "round/1/", "round/1/table/1/", "results/1/"]
MORE = {"round/1/": 1}  # what was changed by hand stands in the logs as well


@pytest.mark.parametrize("page", PAGES)
def test_one_table_and_three_cost_the_same(client: Client, page):
    small, large = an_evening(5, deals="A"), an_evening(15, deals="A B C A B")
    costs = {statements(client, f"/e/{event.slug}/{page}") for event in (small, large)}
    assert len(costs) == 1
    assert costs.pop() <= MOST + MORE.get(page, 0)


def test_three_hundred_players_cost_no_more(client: Client):
    small, large = an_evening(15, deals="A C A"), an_evening(300, deals="A C A")
    for page in PAGES:
        cost = statements(client, f"/e/{large.slug}/{page}")
        # The standings ask once more where a group of equals goes on behind the page.
        most = MOST + MORE.get(page, 0)
        assert cost <= min(most, statements(client, f"/e/{small.slug}/{page}") + 1), page


def test_the_worst_page_of_the_standings_keeps_the_budget(client: Client):
    """In the middle of the list, inside a group of equals that goes on, with an overridden place and guests."""
    event = an_evening(300, deals="A C A")
    Registration.objects.filter(event=event, key="p4").update(classified=False)
    Score.objects.filter(event=event, key="p4").update(rank_key="")
    override_place(
        registration=stories.registration(event, "p250"), place=150, note="agreed", by=AccountFactory.create(), now=NOW
    )
    key = rank_key(OTHERS, None)
    middle = f"/e/{event.slug}/standings/?after={key}-p199"
    page = client.get(middle)
    assert page.context["page"].next
    assert statements(client, middle) <= MOST
    last = f"/e/{event.slug}/standings/?after={page.context['page'].next}"
    assert client.get(last).context["unclassified"]
    assert statements(client, last) <= MOST


def test_lists_cost_the_same_for_one_and_for_three(client: Client):
    def costs() -> list[int]:
        return [statements(client, address) for address in ("/", "/players/", "/players/?q=cat", "/clubs/")]

    stories.an_event(players=4, clubs=1, status="running")
    EventFactory.create(status="finished")
    before = costs()
    for _ in range(2):
        stories.an_event(players=4, clubs=1, status="running")
        EventFactory.create(status="finished")
    assert costs() == before


def test_a_player_and_a_club_cost_the_same_for_one_and_for_three(client: Client):
    club, player = ClubFactory.create(), PlayerFactory.create()
    costs = []
    for number in range(3):
        season, _ = Season.objects.get_or_create(year=2030 + number)
        Membership.objects.create(player=player, club=club, season=season)
        event = an_evening(4, deals="A")
        Registration.objects.filter(event=event, key="p1").update(player=player)
        costs.append((statements(client, f"/players/{player.pk}/"), statements(client, f"/clubs/{club.code}/")))
    assert len(set(costs)) == 1
    assert max(costs[0]) <= MOST + RECORDS_AND_PLACES + BADGES_AND_RULINGS


def test_my_page_costs_the_same_for_one_and_for_three(client: Client):
    account = AccountFactory.create()
    player = PlayerFactory.create(account=account)
    client.force_login(account)
    costs = []
    for _ in range(3):
        event = an_evening(4, deals="A")
        Registration.objects.filter(event=event, key="p1").update(player=player, status=RegistrationStatus.CHECKED_IN)
        event.staff.create(account=account, role=StaffRole.REFEREE)
        costs.append(statements(client, "/me/"))
    assert len(set(costs)) == 1
