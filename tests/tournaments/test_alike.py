"""What stands on every page alike: in the language of the reader, where he is, and never anything of his own."""

from __future__ import annotations

import pytest
from django.template import Context, Template
from django.test import Client
from django.utils import translation

from tests.factories.tournaments import AccountFactory


def page(source: str, **values: str) -> str:
    return Template("{% load alike %}" + source).render(Context(values))


def test_each_language_has_its_own():
    told = {}
    for language in ("en", "cs", "en"):
        with translation.override(language):
            told[language] = page('{% alike "parts/foot.html" %}')
            assert told[language] == Template('{% include "parts/foot.html" %}').render(Context())
    assert told["en"] != told["cs"]


def test_each_value_has_its_own():
    for section in ("events", "players", "events"):
        said = page('{% alike "parts/top_links.html" section=section %}', section=section)
        assert said == Template('{% include "parts/top_links.html" %}').render(Context({"section": section}))
        assert said.count("aria-current") == 1


def test_it_knows_nothing_of_the_page_but_what_it_is_given():
    assert "aria-current" not in page('{% alike "parts/top_links.html" %}', section="events")
    assert "secret" not in page('{% alike "parts/empty.html" text="none" %}', next="secret")


@pytest.mark.django_db
def test_the_page_goes_on_where_it_was_when_the_language_is_chosen(client: Client):
    client.force_login(AccountFactory.create())
    for address in ("/?page=1", "/clubs/", "/me/"):
        assert f'name="next" value="{address}"' in client.get(address).content.decode()
