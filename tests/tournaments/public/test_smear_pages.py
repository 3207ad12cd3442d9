"""No page of an evening of Smear speaks of the other game: no letters, no words, no own deals, no badges."""

import html
import re

import pytest
from django.test import Client

from tests.factories import stories
from tests.factories.base import NOW
from tournaments.operations.evening import rounds
from tournaments.operations.results.counting_feats import count_due

pytestmark = pytest.mark.django_db

OF_THE_OTHER = re.compile(
    r"[^.\n]*\b(?:letters|penalty letter|playing words?|own deals|badges?|the word|success|match ball)\b[^.\n]*",
    re.IGNORECASE,
)
PUBLIC = ("", "standings/", "report/", "article/", "records/", "pictures/", "replay/", "rulings/", "players/")
SCREENS = tuple(f"screen/?show={scene}" for scene in ("before", "round", "between", "end"))
TABLE = ("round/1/", "round/1/table/1/", "round/1/table/1/replay/", "round/1/table/1/replay/2/")
DESK = ("settings/", "files/", "standings/", "round/1/", "people/", "print/", "print/standings/", "print/diplomas/")
NOT_THERE = ("words/", "round/1/table/1/race.svg")


@pytest.fixture
def played(db):
    event = stories.a_smear_event(players=8)
    round_ = stories.a_running_round(event)
    for number in (1, 2):
        stories.record_smear(stories.table_of(round_, number), "B4 (AC3 BD7); D5 (AC1 BD9); B3 (AC2 BD8)")
    rounds.close_round(round_=round_, by=stories.director_of(event), now=NOW)
    count_due()
    return event


def said(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200, address
    text = re.sub(
        r"</(?:p|li|h\d|t[dh]|d[td]|option|summary|title|label|strong|a|button)>", "\n", answer.content.decode()
    )
    return html.unescape(re.sub(r"<[^>]*>", "", re.sub(r"(?s)<(script|style|template)\b.*?</\1>", "", text)))


def test_no_page_of_smear_speaks_of_the_other_game(client: Client, played):
    desk, base = Client(), f"/e/{played.slug}/"
    desk.force_login(stories.director_of(played))
    pages = [(client, base + tail) for tail in (*PUBLIC, *SCREENS, *TABLE)]
    pages += [(desk, f"/desk/{played.slug}/{tail}") for tail in DESK]
    pages += [(desk, f"/t/{played.slug}/1/1/")]
    found = {address: match[0].strip() for who, address in pages if (match := OF_THE_OTHER.search(said(who, address)))}
    assert found == {}
    assert [client.get(base + tail).status_code for tail in NOT_THERE] == [404, 404]
    assert desk.get(f"/desk/{played.slug}/print/badges/1/").status_code == 404


def test_a_planted_wrong_sum_of_smear_is_told_by_its_deals(client: Client, played):
    """Deals are all that the closing report holds against the standings of Smear."""
    score = played.scores.filter(deals__gt=0).first()
    played.scores.filter(pk=score.pk).update(deals=score.deals + 1)
    assert f"the standings say: deals {score.deals + 1}\n" in re.sub(
        r"\s*\n\s*", "\n", said(client, f"/e/{played.slug}/report/")
    )
