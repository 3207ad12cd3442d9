"""The matrix of rights by itself, without a site: it is what was agreed on, and its page says the same."""

from pathlib import Path
from typing import get_args

from django.core.management import call_command

from tests.rights_world import PERSONAS, rights_at, roles_of, routes
from tournaments import rights
from tournaments import routes as told
from tournaments.models import OfficeRole, StaffRole

AGREED = Path(__file__).parent / "golden" / "rights.txt"
ROUTES = routes()


def test_every_line_of_the_table_is_a_route_that_is_there():
    names = {route.name for route in ROUTES}
    assert [name for name in told.all_routes() if "*" not in name and name not in names] == []


def agreed() -> dict[tuple[str, str], dict[str, str]]:
    """Route and method → role → `yes` or `own`, as people have agreed on it, a line each. Nothing prints this file."""
    found = {}
    for line in AGREED.read_text().splitlines():
        address, _, who = line.partition(": ")
        cells = [one.partition(":") for one in who.split() if one != "nobody"]
        name, method = address.split()
        found[name, method] = {role: said or "yes" for role, _, said in cells}
    return found


def test_every_act_is_for_those_who_were_agreed_on():
    """A second opinion on the rights that acts say themselves: who widens one has to say so in the other file too."""
    told = {
        (route.name, method): rights.MATRIX[right]
        for route in ROUTES
        for method, right in rights_at(route.name).items()
    }
    expected = agreed()
    differing = sorted(key for key in told.keys() | expected.keys() if told.get(key) != expected.get(key))
    assert differing == [], "these say another right than tests/golden/rights.txt; agree on it, then write it there"


# --- The matrix itself ------------------------------------------------------------------------------------------------


def test_the_matrix_names_roles_and_acts_that_are_there():
    assert rights.MATRIX.keys() == rights.RIGHTS.keys()
    assert {role for cells in rights.MATRIX.values() for role in cells} <= rights.ROLES.keys()


def test_cells_and_what_they_are_of_are_words_that_there_are():
    assert {rights.cell(act, role) for act in rights.RIGHTS for role in rights.ROLES} == set(get_args(rights.Cell))
    assert {right.of for right in rights.RIGHTS.values()} == set(get_args(rights.Of))


def test_roles_of_events_and_offices_are_those_that_are_given():
    assert set(StaffRole.values) == rights.AT_EVENTS
    assert set(OfficeRole.values) == rights.OFFICES


def test_what_visitors_may_everybody_may():
    for act in rights.RIGHTS:
        if rights.cell(act, "anonymous"):
            assert rights.cell(act, "player") == rights.cell(act, "anonymous"), act


def test_every_role_has_somebody_who_tries():
    assert {role for who in PERSONAS for role in roles_of(who)} == rights.ROLES.keys()


def test_the_page_about_rights_is_what_the_matrix_says():
    call_command("rights", check=True)
