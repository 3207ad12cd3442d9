"""An address is as long as it will be stored (acts/email_field.py)."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django import forms

import scwu.urls  # noqa: F401 - every form of the faces is there

LONGER_IN_SMALL_LETTERS = "a@" + ".".join(["İ" * 10] * 13) + ".cz"


def forms_with_an_address(kind: type = forms.BaseForm) -> Iterator[type[forms.BaseForm]]:
    for one in kind.__subclasses__():
        if one.__module__.startswith("tournaments.") and "email" in getattr(one, "base_fields", {}):
            yield one
        yield from forms_with_an_address(one)


FORMS = sorted(set(forms_with_an_address()), key=lambda one: one.__qualname__)


@pytest.mark.parametrize("kind", FORMS, ids=lambda kind: kind.__name__)
def test_no_form_takes_an_address_that_would_be_stored_longer_than_it_may_be(kind):
    assert len(LONGER_IN_SMALL_LETTERS) <= 254 < len(LONGER_IN_SMALL_LETTERS.lower())
    field = kind.base_fields["email"]
    assert field.clean("Magpie@Example.org") == "magpie@example.org"
    with pytest.raises(forms.ValidationError, match="at most 254 characters"):
        field.clean(LONGER_IN_SMALL_LETTERS)
