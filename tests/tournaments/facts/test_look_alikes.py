"""Nobody new is taken for somebody else: by letters that look alike, by an office, by the label of a forgotten one."""

import pytest

from tests.factories import stories
from tests.factories.base import NOW
from tests.factories.tournaments import AccountFactory
from tests.refusals import refusal
from tournaments.facts.look_alikes import looks, scripts_mixed
from tournaments.facts.nicks import is_said, nick_faults, strange_in
from tournaments.models import NickAlias, Player
from tournaments.operations.events.registrations import add_walk_in
from tournaments.operations.people.claims import register_player
from tournaments.operations.people.erasing import erase_person, label_of
from tournaments.operations.people.nick_corrections import correct_nick
from tournaments.operations.people.players import create_player, create_players, players_named

pytestmark = pytest.mark.django_db
BY = {"reason": "asked", "by": None, "now": NOW}


@pytest.mark.parametrize("nick", ["\u041aomise", "KAM\u0406L", "Anna \u0410nna\u0442a b\u0430r", "K\u039fCKA"])
def test_a_word_is_of_one_script(nick: str):
    assert strange_in(nick) == "nick_mixed"


@pytest.mark.parametrize("nick", ["Žofie", "Анна Kamil", "東京タワー", "Łódź 3", "O'Neil-Šárka", "Straße"])
def test_two_words_may_be_of_two_scripts_and_some_scripts_belong_together(nick: str):
    assert not scripts_mixed(nick)
    assert strange_in(nick) == ""


@pytest.mark.parametrize(
    "nick",
    ["director", "DIRECTOR 2", "Ředitel", "Reditel!", "KOMISE", "Hlavní rozhodčí", "Player 46", "PIayer 46", "P1ayer46",
     "HRÁČ 7", "Account 3", "scwu", "Admin", "R e f e r e e", "dir.ector", "H-r-á-č 46", "line_judge", "vedeníunie"],
)  # fmt: skip
def test_no_nick_reads_as_an_office_or_as_a_label(nick: str):
    assert strange_in(nick) == "nick_office"
    assert refusal(create_player, nick=nick, club=None, now=NOW).code == "nick_office"


@pytest.mark.parametrize(
    "sign", ["\u200b", "\u00ad", "\u202e", "\u2066", "\ufeff", "\u3164", "\u2800", "\u034f", "\ufe0f"]
)
def test_no_new_nick_has_a_sign_that_cannot_be_seen_or_turns_its_direction(sign: str):
    """A joiner, a soft hyphen, marks of direction, a mark of order; fillers, an empty braille, a selector."""
    nick = f"Ka{sign}mil"
    assert nick_faults(nick) == ["not_one_line"]
    asked = {"club": None, "email": "x@example.org", "language": "cs", "now": NOW}
    assert refusal(create_player, nick=nick, club=None, now=NOW).code == "nick_malformed"
    assert refusal(register_player, nick=nick, **asked).code == "nick_malformed"


def test_a_reason_says_something_with_a_letter_or_a_digit_that_can_be_seen():
    for reason in ("ill", "ž", "7", "「病」", "(see line 3)"):
        assert is_said(reason), reason
    for reason in ("", " \n", ".", "–", "?!", "\u200b", "\u2800", "\u3164", "\u115f."):
        assert not is_said(reason), reason


@pytest.mark.parametrize("nick", ["Kapitán Nemo", "Union Jack", "Playera", "Komisař", "Prezident", "Mr. Tisková"])
def test_a_name_that_only_holds_such_a_word_is_free(nick: str):
    create_player(nick=nick, club=None, now=NOW)


@pytest.mark.parametrize("new", ["KAMlL", "KAM1L", "KamiI", "KAM|L", "Karnil"])
def test_nobody_looks_like_somebody_who_is_there(new: str):
    create_player(nick="Kamil", club=None, now=NOW)
    assert refusal(create_player, nick=new, club=None, now=NOW).code == "nick_alike"


def test_whole_words_of_another_script_are_look_alikes_too():
    create_player(nick="KAMOT", club=None, now=NOW)
    cyrillic = "\u041a\u0410\u041c\u041e\u0422"
    assert refusal(create_player, nick=cyrillic, club=None, now=NOW).code == "nick_alike"
    create_player(nick="\u0410\u041d\u041d\u0410 \u0416", club=None, now=NOW)


def test_names_that_differ_to_the_eye_stay_free():
    for nick in ("Lia", "Ila", "Ian", "LAN", "Carmen", "Cara", "TOM 1", "TOM 2"):
        create_player(nick=nick, club=None, now=NOW)


def test_the_same_at_every_way_in():
    """By oneself, at the door, by a correction; and like a former nick. One's own may be respelled."""
    player = create_player(nick="Kamil", club=None, now=NOW)
    correct_nick(player=player, nick="Ludvík", **BY)
    asked = {"club": None, "email": "x@example.org", "language": "cs", "now": NOW}
    assert refusal(register_player, nick="KamiI", **asked).code == "nick_alike"
    event = stories.an_event(players=0, status="open")
    assert refusal(add_walk_in, event=event, line="KamiI", now=NOW).code == "nick_alike"
    assert refusal(correct_nick, player=create_player(nick="Anna", club=None, now=NOW), nick="KamiI", **BY).code == (
        "nick_alike"
    )
    correct_nick(player=player, nick="KamiI", **BY)
    register_player(nick="Cyril", **asked)
    assert refusal(register_player, nick="CyriI", **asked | {"email": "y@example.org"}).code == "nick_alike"


def test_the_label_of_a_forgotten_player_is_his_alone():
    """Also where a file brings somebody who is called so, before he is forgotten or after."""
    one = create_player(nick="Anna", club=None, now=NOW)
    erase_person(player=one, by=AccountFactory.create(), now=NOW)
    label = f"Player {one.pk}"
    [brought] = create_players({label: None}, day=NOW.date(), now=NOW)
    assert brought.nick == f"{label} (2)"
    assert players_named([label]) == {f"player {one.pk}": brought}
    two = create_player(nick="Berta", club=None, now=NOW)
    [early] = create_players({f"Player {two.pk}": None}, day=NOW.date(), now=NOW)
    assert label_of(two) == f"Player {two.pk} (2)"
    erase_person(player=two, by=AccountFactory.create(), now=NOW)
    shown = list(Player.objects.values_list("nick", flat=True))
    assert len(shown) == len(set(shown)) == 4
    assert early.nick in shown


def test_what_is_there_keeps_its_nick_and_is_looked_for():
    """A file may bring what nobody could choose; former nicks keep their looks through a merge."""
    create_players({"director": None, "\u041aomise": None}, day=NOW.date(), now=NOW)
    assert set(Player.objects.values_list("look", flat=True)) == {looks("director")[0], "Komise"}
    assert not NickAlias.objects.exists()
