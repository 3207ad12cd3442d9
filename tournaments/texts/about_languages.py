"""What depends on the reader's language and is no sentence: the order of names, names of languages and countries."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from operator import itemgetter
from typing import Any

from django import forms
from django.conf import settings
from django.forms.models import ModelChoiceIterator
from django.utils.translation import get_language, pgettext

from tournaments.facts.collation import Key, collation
from tournaments.facts.countries import CODES, country_name, language_name, languages_named


def alphabet() -> str:
    """The letters of the language shown, in their order."""
    return pgettext(
        "the alphabet: letters in their order, also those of two signs; every letter from a to z is in it",
        "a b c d e f g h i j k l m n o p q r s t u v w x y z",
    )


def name_order(name: Callable[[Any], str] = str) -> Callable[[Any], Key]:
    """The key by which rows with a `name` are sorted in the language shown: `sorted(nicks, key=name_order())`."""
    key = collation(alphabet())
    return lambda row: key(name(row))


def country_choices() -> list[tuple[str, str]]:
    """Every code with its name, in the order of the names."""
    language = get_language() or ""
    return sorted(((code, country_name(code, language)) for code in CODES), key=name_order(itemgetter(1)))


def language_choices() -> list[tuple[str, str]]:
    """The languages that the site speaks, each code with its name in the language shown."""
    return [(code, language_name(code, get_language() or "en")) for code, _name in settings.LANGUAGES]


def any_language_choices() -> list[tuple[str, str]]:
    """Every language with its name in the language shown: those that the site speaks first, then in order of names."""
    spoken = language_choices()
    codes = {code for code, _ in spoken}
    others = [pair for pair in languages_named(get_language() or "en").items() if pair[0] not in codes]
    return [*spoken, *sorted(others, key=name_order(itemgetter(1)))]


def codes_by_name() -> dict[str, str]:
    """What a language may be called in a text, in the language shown and in small letters → its code."""
    return {name.casefold(): code for code, name in languages_named(get_language() or "en").items()}


def named_language(code: str) -> str:
    """What a language is called in the language shown; its code if nobody knows."""
    return languages_named(get_language() or "en").get(code) or language_name(code, get_language() or "en")


class _ByName(ModelChoiceIterator):
    """The choices by their labels, the empty one first."""

    def __iter__(self) -> Iterator[tuple[Any, str]]:
        """Whoever wants only to know whether the first one is empty asks the database nothing."""
        choices, key = super().__iter__(), name_order(lambda choice: str(choice[1]))
        if self.field.empty_label is not None:
            yield next(choices)
        yield from sorted(choices, key=lambda choice: (key(choice), str(choice[0])))


class ByNameField(forms.ModelChoiceField):  # type: ignore[type-arg]  # generic in its stubs only
    """A choice among rows, in the order of their names."""

    iterator = _ByName

    def __init__(self, queryset: Any, *, empty_label: Any = "–", **options: Any) -> None:
        super().__init__(queryset, empty_label=empty_label, **options)
