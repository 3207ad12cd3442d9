"""A nick that somebody has asked for and not proved is nobody's business: it is held, and nothing of it is public.

One is asked for with an address, one at the door. The letter to the address itself is the only thing that names it,
and the desk of the event the only place that shows who waits at its door.
"""

from __future__ import annotations

from typing import Any

import pytest
from django.core import mail
from django.core.cache import cache
from django.utils import timezone

from tests.canaries import Reader, browser, cached, crawl, mails, needles, overhearing, rows_of
from tests.factories import stories
from tests.factories.tournaments import AccountFactory, PlayerFactory
from tournaments import tasks
from tournaments.models import Claim, TokenScope
from tournaments.operations.accounts.tokens import create_token
from tournaments.operations.events.at_the_door import admit, door_code
from tournaments.operations.people.claims import claim_path

pytestmark = pytest.mark.django_db(transaction=True)
BY_LETTER, AT_THE_DOOR, ADDRESS = "ŽLUVIČKA", "STRNÁDEK", "zluva.plna@example.org"
finds = needles(BY_LETTER, AT_THE_DOOR, ADDRESS)


def test_a_nick_is_nowhere_before_its_owner_has_proved_himself_and_everywhere_after(
    monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    settings.MAIL_IS_SENT = True
    cache.clear()
    with overhearing(monkeypatch, settings) as heard:
        event = stories.an_event(players=6, status="open", slug="moor")
        director, player = stories.director_of(event), AccountFactory.create(name="Player")
        PlayerFactory.create(account=player)
        somebody = browser(None)
        sent = {"nick": BY_LETTER, "club": "", "email": ADDRESS}
        assert somebody.post("/e/moor/sign-up/", sent).status_code == 302
        sent = {"nick": AT_THE_DOOR, "club": "", "door": door_code(event)}
        assert somebody.post("/e/moor/sign-up/", sent).status_code == 302
        tasks.sweep()
        letter, door = Claim.objects.get(nick=BY_LETTER), Claim.objects.get(nick=AT_THE_DOOR)

        token = create_token(account=player, label="reads", now=timezone.now(), scope=TokenScope.READ)[1]
        readers = {
            "anonymous": Reader(asked="ŽLUV"),
            "player": Reader(player, asked="STRN"),
            "token": Reader(token=token),
        }
        before = {who: crawl(event, reader, finds) for who, reader in readers.items()}
        asked = {"/players/?q=ŽLUV", "/players/?q=STRN"}
        assert {who: hits for who, hits in before.items() if hits.keys() - asked} == {}
        assert [one.to for one in mail.outbox if finds(str(one.message()) + one.body)] == [[ADDRESS]]
        assert finds("\n".join(heard) + cached()) == set()
        public = [row for table, row in rows_of() if table not in HIS_OWN and finds(row)]
        assert public == []
        assert AT_THE_DOOR in finds(browser(director).get("/desk/moor/door/").content), "the desk sees who waits"

        assert somebody.get(claim_path(letter)).status_code == 200
        assert somebody.post(claim_path(letter)).status_code == 302
        admit(claim=door, by=director, now=timezone.now())
        after = crawl(event, readers["anonymous"], finds)
        assert set().union(*after.values()) == {BY_LETTER, AT_THE_DOOR}
        for path in ("/players/", "/e/moor/", "/e/moor/players/"):
            assert AT_THE_DOOR in after.get(path, ()), path
        assert BY_LETTER in after["/players/"]
        assert ADDRESS not in finds(mails().replace(ADDRESS, ""))


HIS_OWN = {"tournaments_claim", "tournaments_message"}
