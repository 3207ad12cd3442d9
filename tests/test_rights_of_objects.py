"""A right at one event is none at another: for every act, at every object, with every key.

tests/test_rights.py asks every address of the site with an empty form; here each act is sent with what does it
(tests/objects_crossed.py): where its sender has no right, with keys of another event, and when the event is over.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlencode

import pytest
from django.utils import timezone

from tests.factories import stories
from tests.factories.words import a_sealed_word
from tests.objects_crossed import Crossed
from tests.one_world import one_world, taken_back  # noqa: F401 - fixtures
from tests.rights_world import World, routes
from tests.walk import Walk
from tests.walked_acts import CHAPTERS
from tournaments import routes as told
from tournaments.operations.evening import calls

pytestmark = pytest.mark.django_db

# What is done at an event that is over, on purpose: what was decided is judged, appealed and put right, what is open is
# settled, people's ways in are shown and taken back, words are read (and that is written down), what a phone still
# holds is handed over, and what is written about the event may be mended. All else waits until it runs again.
STILL = {
    *("table:ruling", "table:overrule", "table:flag", "table:sanctions", "table:end_call", "table:lines"),
    *("union:overrule", "union:decide_appeal", "union:propose_sanction", "union:confirm_sanction"),
    *("union:decline_sanction", "union:lift_sanction", "public:appeal_ruling", "public:appeal_sanction"),
    *("desk:answer_question", "desk:turn_away", "desk:change_event"),
    *("desk:dismiss", "desk:staff_link", "desk:show_code", "desk:revoke_sign_in", "desk:revoke_phone"),
    *("desk:open_word", "desk:print_word", "commission:open_word", "commission:withdraw_word"),
    *("desk:rehearse", "desk:end_rehearsal"),  # an event of its own
}
# Results of a finished one are corrected and published; a cancelled one has none.
CORRECTED = {
    *("table:amend", "table:strike", "table:sat_wrongly", "desk:publish_standings", "desk:plan_publication"),
    "desk:put_on_screen",
    *("desk:override_place", "desk:withdraw_override", "desk:classify"),
    *("desk:note_fee", "desk:note_fee_in_words"),
}
CHOSEN_AMONG = {"commission:propose_word", "commission:propose_words"}  # their form offers only events that go on
DONE_WHEN_OVER = {"finished": STILL | CORRECTED, "cancelled": STILL}
READERS = ("player", "line_judge", "referee", "director", "captain", "press")


@pytest.mark.parametrize("chapter", CHAPTERS, ids=lambda chapter: chapter.__name__)
def test_a_right_at_one_object_is_none_at_another(world: World, chapter: Callable[[Walk], None]):
    crossed = Crossed(world, [])
    chapter(crossed)
    for status, still in DONE_WHEN_OVER.items():
        assert crossed.late[status] == still & crossed.tried, f"is done, or is not, at an event that is {status}"
    assert crossed.unsaid - CHOSEN_AMONG == set(), "these do not say that the event is over"
    assert crossed.faults == [], "\n".join(crossed.faults)


def test_every_act_that_is_done_late_is_walked():
    """So that what is looked at above is there."""
    walked = (Path(__file__).parent / "walked_acts.py").read_text()
    assert [name for name in DONE_WHEN_OVER["finished"] if f'"{name}"' not in walked] == []


def test_nobody_reads_of_another_event_what_is_not_public(world: World):
    """Every page, file and answer of the API at his own event, with keys of the other one in the address and after the
    `?`, shows none of its people who wait at the door, nor the addresses of its staff, why somebody called, or a word.
    """
    other = world.other_event
    table = stories.table_of(other.rounds.get(), 2)
    calls.call_referee(table=table, by=stories.director_of(other), now=timezone.now(), reason="A WISH OF THE MOOR")
    a_sealed_word(other, "KVRZOL")
    hidden = [f"Guest of {other.slug}", stories.director_of(other).email, "A WISH OF THE MOOR", "KVRZOL"]
    shown, asked = [], 0
    for who in READERS:
        client = world.client(who)
        for route in routes():
            rights = told.route_of(route.name)
            here, there = world.named(route, who, "own"), world.named(route, who, "other event")
            if rights is None or "GET" not in rights.rights or not here or not there or "stream" in route.name:
                continue
            mixed = [here, *({**here, part: there[part]} for part in route.parameters if here[part] != there.get(part))]
            for values in mixed:
                query = urlencode({**there, "event": other.slug, "chain": other.slug, "q": "a"})
                answer = client.get(f"{world.address(route, values)}?{query}")
                asked += 1
                if answer.status_code == 200 and not answer.streaming:
                    text = answer.content.decode(errors="replace")
                    shown += [f"{route.name} to {who}: {one}" for one in hidden if one in text]
    assert shown == []
    assert asked > 500
