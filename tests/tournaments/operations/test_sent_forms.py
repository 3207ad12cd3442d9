"""A form that is sent twice is done once, and forgotten when nobody can send it any more."""

import uuid
from datetime import timedelta

import pytest

from tests.factories.base import NOW
from tournaments.models import SentForm
from tournaments.operations.sent_forms import KEPT, once

pytestmark = pytest.mark.django_db


def test_a_form_is_done_once(referee):
    form, done = uuid.uuid4(), []
    for _ in range(2):
        once(form, lambda: done.append(form), by=referee, now=NOW)
    assert done == [form]


def test_forms_of_long_ago_are_forgotten_and_those_of_yesterday_are_not(referee):
    old, yesterday, new = (uuid.uuid4() for _ in range(3))
    for form, at in ((old, NOW - KEPT - timedelta(seconds=1)), (yesterday, NOW - timedelta(days=1)), (new, NOW)):
        once(form, lambda: None, by=referee, now=at)
    assert set(SentForm.objects.values_list("pk", flat=True)) == {yesterday, new}
