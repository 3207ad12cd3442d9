"""Every code that is raised anywhere has its sentence, with every value that the sentence asks for (texts.py)."""

import ast
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from django.utils import translation

from games.rules import findings
from games.rules.refusals import Refused
from tournaments.facts.spans import from_to
from tournaments.models import EventStatus, RegistrationStatus, RenoncKind, RoundKind, RoundStatus, StaffRole
from tournaments.models.ruling import Decision, Judge
from tournaments.texts import about_events, about_findings, about_reasons, about_roles, about_rulings, refusals
from tournaments.texts.about_accounts import BORROWED
from tournaments.texts.about_words import in_caption

ROOT = Path(__file__).parents[3]
PLACEHOLDER = re.compile(r"%\((\w+)\)[sd]")

# Refused with a code that is not written down where it is raised: a finding of the rules, or what `Faults` was given.
CARRIED_ON = {"finding.code", "self.code"}
REFUSING = {"Refused", "Faults"}
ANSWERING = {"why_not_accept", "why_not_correct", "_why_not", "why_not_judge", "why_not_overrule", "strange_in"}
"""Functions that answer with a code, or with nothing: what they answer is what is raised."""


def raised_refusals() -> Iterator[tuple[str, ast.expr, set[str]]]:
    """Every call of Refused or Faults in the code: where it stands, its code, the names of the values that it gives."""
    trees = {path: ast.parse(path.read_text(encoding="utf-8")) for path in _modules()}
    answered = [code for tree in trees.values() for code in _answers(tree)]
    for path, tree in trees.items():
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in REFUSING:
                given = {name for keyword in node.keywords for name in _names(keyword, tree)}
                place = f"{path.relative_to(ROOT)}:{node.lineno}"
                asked = _asked(node.args[0], tree)
                if not asked:
                    yield place, node.args[0], given
                for function, code in answered:
                    if function in asked:
                        yield place, code, given


def _modules() -> list[Path]:
    return [path for package in ("games", "tournaments", "scwu") for path in sorted((ROOT / package).rglob("*.py"))]


def _answers(tree: ast.Module) -> Iterator[tuple[str, ast.expr]]:
    """The functions of a module that answer with a code, each with every code that stands in it to be returned."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and node.name in ANSWERING:
            for end in ast.walk(node):
                said = codes_of(end.value) if isinstance(end, ast.Return) and end.value else []
                yield from ((node.name, ast.Constant(code)) for code in said if code)


def _asked(argument: ast.expr, tree: ast.Module) -> set[str]:
    """Which functions that answer with a code were asked for what is raised here by a name."""
    if not isinstance(argument, ast.Name):
        return set()
    told = [node for node in ast.walk(tree) if isinstance(node, ast.Assign | ast.NamedExpr) and node.value]
    names = _called([node.value for node in told if ast.unparse(_target(node)) == argument.id])
    handed_on = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef) and node.name in names]
    return names | _called(handed_on)


def _called(nodes: Sequence[ast.AST]) -> set[str]:
    calls = [call for node in nodes for call in ast.walk(node) if isinstance(call, ast.Call)]
    return {ast.unparse(call.func).rpartition(".")[2] for call in calls} & ANSWERING


def _target(node: ast.Assign | ast.NamedExpr) -> ast.expr:
    return node.targets[0] if isinstance(node, ast.Assign) else node.target


def _names(keyword: ast.keyword, tree: ast.Module) -> list[str]:
    """`seat=…` gives seat; `**values` what the dictionary of that name is written down with in the same module."""
    if keyword.arg:
        return [keyword.arg]
    assigned = [node for node in ast.walk(tree) if isinstance(node, ast.Assign) and isinstance(node.value, ast.Dict)]
    meant = [node.value for node in assigned if ast.unparse(node.targets[0]) == ast.unparse(keyword.value)]
    return [key.value for value in meant for key in getattr(value, "keys", ()) if isinstance(key, ast.Constant)]


def codes_of(node: ast.expr) -> list[str | None]:
    """The codes that a first argument can be; None where only the run can tell."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return [node.value]
    if isinstance(node, ast.IfExp):
        return [*codes_of(node.body), *codes_of(node.orelse)]
    return [None] if ast.unparse(node) not in CARRIED_ON else []


def placeholders(sentence: object) -> set[str]:
    return set(PLACEHOLDER.findall(str(sentence)))


def test_every_refusal_has_a_sentence_and_gives_it_all_its_values():
    faults = []
    for place, argument, given in raised_refusals():
        for code in codes_of(argument):
            if code is None:
                faults.append(f"{place} raises a code that this test cannot read: {ast.unparse(argument)}")
            elif code not in refusals.REFUSALS:
                faults.append(f"{place} raises {code}, which has no sentence")
            elif missing := placeholders(refusals.REFUSALS[code]) - given:
                faults.append(f"{place} raises {code} without {sorted(missing)}")
    assert faults == []


def test_no_sentence_is_left_over():
    raised = {code for _, argument, _ in raised_refusals() for code in codes_of(argument)}
    assert set(refusals.REFUSALS) - raised - set(findings.SENTENCES) == set()


def test_a_finding_that_is_refused_has_a_sentence_with_the_values_of_the_finding():
    odd_only = {findings.POINTS_NOT_33, findings.POINTS_CONTRADICT, findings.TOO_MANY_POINTS}
    not_applied = set(findings.SENTENCES) - odd_only
    for code in not_applied:
        assert placeholders(refusals.REFUSALS[code]) <= placeholders(findings.SENTENCES[code])


@pytest.mark.parametrize(
    ("words", "codes"),
    [
        (about_events.EVENT_STATES, EventStatus.values),
        (about_events.ROUND_STATES, RoundStatus.values),
        (about_events.ROUND_KINDS, RoundKind.values),
        (about_events.ROUND_TITLES, RoundKind.values),
        (about_events.REGISTRATION_STATES, RegistrationStatus.values),
        (about_roles.ROLES, StaffRole.values),
        (about_rulings.RENONC_KINDS, RenoncKind.values),
        (about_rulings.DECISIONS, Decision.values),
        (about_rulings.JUDGES, Judge.values),
    ],
)
def test_every_stored_word_has_its_text_and_no_other_has(words, codes):
    assert set(words) == set(codes)


def test_findings_and_reasons_are_told_in_the_language_of_the_reader():
    with translation.override("cs"):
        assert about_findings.finding_text("game_over", {}) == "Partie už skončila."
        assert about_reasons.reason_sentence("games_none") == "bez odehrané hry"


def test_a_refusal_becomes_one_clear_sentence():
    said = refusals.sentence_for(Refused("nick_taken", nick="Kočka"))
    assert said == "The nick Kočka is taken already, perhaps in another spelling. Choose another one."
    assert about_findings.finding_text("has_left", {"seat": "A"}) == "Seat A had already left the table."
    assert about_reasons.reason_sentence("shared") % {"others": "Kočka"} == (
        "equal to Kočka, and equal players share their place"
    )


@pytest.mark.parametrize(
    ("word", "caption", "said"),
    [
        ("ČERTI", "Hrátky s", "Hrátky s ČERTI"),
        ("RACEK", "Mr RACEK", "Mr RACEK"),
        ("RACEK", "Pan Racek", "Pan Racek"),
        ("KAMIL", "", "KAMIL"),
    ],
)
def test_a_word_stands_in_the_text_around_it(word, caption, said):
    assert in_caption(word, caption) == said


def test_pages_that_we_borrowed_speak_good_czech():
    with translation.override("cs"):
        assert [translation.gettext(text) for text in BORROWED[:2]] == [
            "Zadejte přihlašovací kód",
            "Použít bezpečnostní klíč",
        ]
        used_once = (
            "The link works once and for half an hour. Nothing has come? Look among the unwanted mail, or ask the "
            "director for a link."
        )
        assert "jen jednou a platí třicet minut" in translation.gettext(used_once)


def test_one_deal_to_go_is_no_range():
    assert (from_to(1, 1), from_to(3, 9)) == ("1", "3–9")
