"""Cards on pages: every card of every pack is drawn and has a name; Czech or French is the reader's choice."""

import re
from pathlib import Path

import pytest
from django.template import Context, Template, TemplateSyntaxError
from django.test import Client, RequestFactory
from django.utils import translation

from tournaments.public.card_faces import cards_of
from tournaments.public.packs import card_name

STATIC = Path(__file__).parents[3] / "tournaments" / "static" / "tournaments"


def shown(source: str, **context: object) -> str:
    request = RequestFactory().get("/")
    return Template("{% load cards %}" + source).render(Context({"request": request, **context}))


@pytest.mark.parametrize("pack", ["czech", "french", "smear"])
def test_every_card_of_a_pack_is_drawn_and_every_part_it_refers_to_as_well(pack):
    sprite = shown("{% card_sprite %}", pack=pack)
    drawn = set(re.findall(r'\sid="([\w-]+)"', sprite))
    assert {f"card-{card}" for card in cards_of(pack)} <= drawn
    assert set(re.findall(r'href="#([\w-]+)"', sprite)) <= drawn
    assert len(re.findall(r'\sid="([\w-]+)"', sprite)) == len(drawn)


@pytest.mark.parametrize("pack", ["czech", "french", "smear"])
def test_every_colour_of_the_drawings_stands_in_the_stylesheet(pack):
    classes = set(re.findall(r'class="(c-[\w-]+)"', shown("{% card_sprite %}", pack=pack)))
    assert classes - set(re.findall(r"\.(c-[\w-]+)", (STATIC / "cards.css").read_text())) == set()


def test_the_stylesheet_of_the_cards_stays_small_and_the_drawings_need_no_inline_style():
    assert len((STATIC / "cards.css").read_bytes()) < 8_000
    assert " style=" not in shown("{% card_sprite %}{% card 'Ol' %}{% card_back %}{% suit 'h' %}")


@pytest.mark.parametrize(
    ("card", "pack", "name"),
    [
        ("Ol", "czech", "Hejma, upper of leaves"),
        ("Ol", "french", "Hejma, queen of spades"),
        ("Qs", "smear", "queen of spades"),
        ("Tb", "czech", "ten of bells"),
        ("Ua", "french", "jack of clubs"),
        ("X2", "smear", "high joker"),
    ],
)
def test_a_card_is_called_by_its_name_in_the_readers_pack(card, pack, name):
    """RULES C4, C7."""
    assert card_name(card, pack) == name
    assert f'aria-label="{name}"' in shown(f"{{% card '{card}' %}}", pack=pack)


def test_a_card_beside_its_name_is_not_read_out_twice():
    assert 'aria-hidden="true"' in shown("{% card 'Ol' silent=True %}")
    assert "aria-label" not in shown("{% card 'Ol' silent=True %}")


@pytest.mark.parametrize(("card", "pack"), [("Qs", "czech"), ("Ol", "smear"), ("<b>", "french")])
def test_what_is_no_card_of_the_pack_is_not_drawn(card, pack):
    with pytest.raises(TemplateSyntaxError):
        shown("{% card code %}", code=card, pack=pack)


def test_names_of_all_cards_differ():
    for pack in ("czech", "french", "smear"):
        assert len({card_name(card, pack) for card in cards_of(pack)}) == len(cards_of(pack))


# --- The choice -------------------------------------------------------------------------------------------------------


def test_the_choice_of_a_pack_is_remembered_and_leads_back_without_the_shared_one(client: Client):
    answer = client.post("/cards/", {"cards": "french", "next": "/clubs/?q=a&cards=czech"})
    assert answer["Location"] == "/clubs/?q=a"
    assert client.cookies["cards"].value == "french"


@pytest.mark.parametrize("elsewhere", ["https://example.org/", "//example.org/", "javascript:1", ""])
def test_the_choice_leads_nowhere_else(client: Client, elsewhere):
    assert client.post("/cards/", {"cards": "french", "next": elsewhere})["Location"] == "/"


def test_an_unknown_pack_is_not_kept(client: Client):
    client.post("/cards/", {"cards": "tarot", "next": "/"})
    assert "cards" not in client.cookies


@pytest.mark.parametrize(
    ("query", "cookie", "seen"),
    [
        ("", "", "Hejma, upper of leaves"),
        ("", "french", "Hejma, queen of spades"),
        ("?cards=czech", "french", "Hejma, upper of leaves"),
        ("?cards=tarot", "french", "Hejma, queen of spades"),
    ],
)
def test_an_address_overrules_the_choice_and_the_czech_pack_is_the_first(query, cookie, seen):
    request = RequestFactory().get(f"/{query}")
    request.COOKIES["cards"] = cookie
    assert seen in Template("{% load cards %}{% card 'Ol' %}").render(Context({"request": request}))


def test_a_card_is_named_in_the_readers_language():
    with translation.override("cs"):
        assert card_name("Ol", "czech") == "Hejma, listový svršek"
        assert card_name("9h", "czech") == "srdcová devítka"
        assert card_name("Ab", "french") == "kárové eso"


def test_a_page_to_go_back_to_is_an_address_and_never_the_name_of_a_view(client: Client):
    for said in ("sign_in", "x", "\x00"):
        answer = client.post("/cards/", {"next": said, "cards": "french"})
        assert (answer.status_code, answer.headers["Location"]) == (302, "/" if said == "\x00" else said)
