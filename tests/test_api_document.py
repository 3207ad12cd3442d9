"""The API keeps to docs/openapi.json, as everybody: it takes what the document allows and refuses what it forbids.

Schemathesis makes both kinds of request from the document, and holds each answer against it: no crash, no status, type
or shape that is not described, no 2xx for what is forbidden, no 400 for what is allowed. Half of the addresses name
what is there. A rule may refuse what the document allows (422): no document says whose turn it is.
SCWU_TEST_EXAMPLES says how often each person asks each operation; a long run is one with hundreds."""

from __future__ import annotations

import logging
import os
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import requests
import schemathesis
from django.db import transaction
from django.test import Client
from django.utils import timezone
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from rest_framework.throttling import SimpleRateThrottle
from schemathesis.core.failures import Failure, FailureGroup
from schemathesis.core.parameters import ParameterLocation
from schemathesis.core.transport import Response
from schemathesis.generation import GenerationMode

from tests.rights_world import PERSONAS, World, build
from tournaments.operations.accounts.tokens import create_token

pytestmark = pytest.mark.django_db
DOCUMENT = schemathesis.openapi.from_path(Path(__file__).parent.parent / "docs" / "openapi.json")
OPERATIONS = [one.ok() for one in DOCUMENT.get_all_operations()]
KINDS = [
    *((one, GenerationMode.POSITIVE) for one in OPERATIONS),
    # Where anything can be wrong: a text in an address or a header is always one.
    *(
        (one, GenerationMode.NEGATIVE)
        for one in OPERATIONS
        if one.body or any(part.definition["schema"]["type"] != "string" for part in one.iter_parameters())
    ),
]
ALLOWED = ["2xx", "304", "401", "403", "404", "409", "422"]
DOCUMENT.config.checks.positive_data_acceptance.expected_statuses = ALLOWED
DOCUMENT.config.checks.ignored_auth.enabled = False  # it takes our token away; tests/test_rights.py asks with every one
EXAMPLES = int(os.environ.get("SCWU_TEST_EXAMPLES") or 2)


@pytest.fixture(scope="module")
def world(django_db_setup: None, django_db_blocker: Any) -> Iterator[World]:
    """One world for all tests of this file."""
    with pytest.MonkeyPatch.context() as patch, django_db_blocker.unblock(), transaction.atomic():
        patch.setattr(SimpleRateThrottle, "allow_request", lambda *_args: True)
        logging.disable(logging.CRITICAL)
        yield build()
        logging.disable(logging.NOTSET)
        transaction.set_rollback(True)


@pytest.fixture(scope="module")
def secrets(world: World) -> dict[str, str]:
    """A token of everybody who may have one."""
    return {
        who: create_token(account=account, label="schema", now=timezone.now())[1]
        for who, account in world.accounts.items()
    }


@pytest.fixture
def _django_db_helper(world: World) -> None:
    """Instead of pytest-django's: the transaction around each test is that of the world."""


def answer_to(case: Any, secret: str | None) -> Response:
    """What the site answers; what it did is taken back."""
    sent = requests.Request(**case.as_transport_kwargs(base_url="http://testserver")).prepare()
    headers = {name: value for name, value in sent.headers.items() if name not in ("Content-Type", "Content-Length")}
    if secret:
        headers["Authorization"] = f"Bearer {secret}"
    with transaction.atomic():
        answer = Client(raise_request_exception=False).generic(
            sent.method or "", sent.path_url, sent.body or b"", sent.headers.get("Content-Type", ""), headers=headers
        )
        transaction.set_rollback(True)
    said = {name.lower(): [value] for name, value in answer.items()}
    return Response(answer.status_code, said, answer.content, request=sent, elapsed=0.1, verify=False)


def names_what_is_there(case: Any, there: dict[str, Any]) -> None:
    """Unless it is the address that is wrong on purpose."""
    of_address = case.meta and case.meta.components.get(ParameterLocation.PATH)
    if of_address is None or of_address.mode == GenerationMode.POSITIVE:
        case.path_parameters.update({name: there[name] for name in case.path_parameters})


@pytest.mark.parametrize(("operation", "kind"), KINDS, ids=lambda one: getattr(one, "label", one))
def test_the_api_keeps_to_its_document(world: World, secrets: dict[str, str], operation: Any, kind: GenerationMode):
    there = {
        "slug": world.event.slug,
        "number": 1,
        "table": 2,
        "year": world.event.season.year,
        "player": world.player.pk,
    }
    wrong: Counter[str] = Counter()

    @settings(
        max_examples=EXAMPLES * len(PERSONAS),
        database=None,
        derandomize=True,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=operation.as_strategy(generation_mode=kind), who=st.sampled_from(PERSONAS), is_there=st.booleans())
    def ask(case: Any, who: str, is_there: bool) -> None:
        if is_there:
            names_what_is_there(case, there)
        answer = answer_to(case, secrets.get(who))
        try:
            case.validate_response(answer)
        except (Failure, FailureGroup) as failure:
            asked = case.as_curl_command()[:500]
            for one in getattr(failure, "exceptions", [failure]):
                wrong[f"{answer.status_code} {one.title}: {one.message[:200]} ({who}: {asked})"] += 1

    ask()
    assert not wrong, "\n".join(wrong)
