"""The rules as pages: each sentence with its number, in every language, the reader's cards; cacheable, no queries."""

import re

import pytest
from django.conf import settings
from django.test import Client
from django.utils import translation

from games.rules.cards import HEJMA
from games.rules.rulebook import rulebook, sentences
from tournaments.public import rules, rules_figures

pytestmark = pytest.mark.django_db
ADDRESSES = {"cat": "/rules/", "smear": "/rules/smear/"}


def page_of(client: Client, address: str, *, language: str = "en") -> str:
    return client.get(address, headers={"accept-language": language}).content.decode()


@pytest.mark.parametrize("game", ["cat", "smear"])
@pytest.mark.parametrize("language", dict(settings.LANGUAGES))
def test_every_sentence_stands_under_its_number_in_the_readers_language(client: Client, game, language):
    page = page_of(client, ADDRESSES[game], language=language)
    book = rulebook(translation.to_locale(language))
    told = [one for section in book if section.game == game for one in section.sentences]
    assert re.findall(r'<li id="([CS]\d+)">', page) == [one for one in sentences() if one[0] == told[0].number[0]]
    with translation.override(language):
        for one in told:
            assert str(rules._marked(rules.printed(one.text))) in page, one.number


@pytest.mark.parametrize("game", ["cat", "smear"])
def test_every_chapter_is_in_the_contents_and_every_link_within_the_rules_leads_somewhere(client: Client, game):
    pages = {address: page_of(client, address) for address in ADDRESSES.values()}
    page = pages[ADDRESSES[game]]
    chapters = re.findall(r'<section id="([\w-]+)"', page)
    contents = page[page.index('<nav class="contents"') : page.index('<div class="chapters"')]
    assert [*re.findall(r'href="#([\w-]+)"', contents), "sources"] == chapters
    for address, anchor in re.findall(r'href="(/rules/(?:smear/)?)#([\w-]+)"', page):
        assert f'id="{anchor}"' in pages[address]


@pytest.mark.parametrize("address", ADDRESSES.values())
def test_a_rules_page_asks_the_database_nothing_and_is_kept_by_language_and_pack(
    client: Client, django_assert_num_queries, address
):
    with django_assert_num_queries(0):
        first = client.get(address)
    assert {"Accept-Language", "Cookie"} <= set(first["Vary"].split(", "))
    assert not first.cookies
    assert client.get(address, headers={"if-none-match": first["ETag"]}).status_code == 304
    for other in ({"accept-language": "cs"}, {"cookie": "cards=french"}):
        answer = client.get(address, headers={"if-none-match": first["ETag"], **other})
        assert answer.status_code == 200, other


def test_the_cards_are_those_of_the_choice_or_of_the_address(client: Client):
    assert "Hejma, upper of leaves" in page_of(client, "/rules/")
    assert "Hejma, queen of spades" in page_of(client, "/rules/?cards=french")
    client.post("/cards/", {"cards": "french", "next": "/rules/"})
    assert "Hejma, queen of spades" in page_of(client, "/rules/")
    assert "Hejma, upper of leaves" in page_of(client, "/rules/?cards=czech")


def test_a_sentence_that_names_another_links_to_it(client: Client):
    assert '<a href="/rules/#C66">C66</a>' in page_of(client, "/rules/")


def test_the_rules_are_two_taps_from_every_page(client: Client):
    assert 'href="/rules/"' in page_of(client, "/")


def test_markup_in_a_rule_stays_text():
    assert rules._marked("<b> & `a<b` C9999") == "&lt;b&gt; &amp; <code>a&lt;b</code> C9999"


def test_a_czech_word_of_one_letter_stays_with_the_next():
    with translation.override("cs"):
        assert rules.printed("Hraje se s 32 kartami (v každé barvě) a k tomu") == (
            "Hraje se s\xa032 kartami (v\xa0každé barvě) a\xa0k\xa0tomu"
        )


def test_english_is_set_with_the_quotation_marks_of_a_book():
    assert rules.printed('a trumps\' "widow"') == "a trumps’ “widow”"


def test_figures_show_what_the_rules_say():
    """RULES C6, C7, C9, C10, C27, C36, C39."""
    figure = rules_figures.points()
    assert sum(price for _, price in figure["prices"]) + figure["last_trick"] == figure["all_points"]
    assert figure["prices"][0] == (HEJMA, 10)
    assert (rules_figures.trick()["taker"], rules_figures.trick()["points"]) == ("C", 10)
    assert sum(passed for _, passed in rules_figures.passing()["hand"]) == 3
    assert set(rules_figures.FIGURES) <= {section.id for section in rulebook()}
