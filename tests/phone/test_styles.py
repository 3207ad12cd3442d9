"""The styles of a table's page keep their layout in a browser of 2017.

A rule whose selector is not known there is dropped whole, a declaration whose value is not known is dropped alone. So
what is newer either stands after a plain declaration of the same property, or in a rule of its own that only adds. Left
out: `gap`, of which an old browser shows none in a row: things then stand closer together, and nothing is lost.
"""

import re
from pathlib import Path

import pytest

STYLES = Path(__file__).parents[2] / "tournaments/static/tournaments"
# Of which a whole rule would be lost, or a property that nothing says in the older way.
NEWER_RULES = {
    "nesting": re.compile(r"&"),
    "@container": re.compile(r"@container|@layer|@property|@media[^{]*[<>]"),
    ":is()": re.compile(r":(?:is|where)\("),
    "logical sides": re.compile(r"\b(?:margin|padding)-(?:inline|block)\s*:"),
    "inset": re.compile(r"(?<![-\w])inset(?:-inline|-block)?\s*:"),
    "own transforms": re.compile(r"(?<![-\w])(?:translate|rotate|scale)\s*:"),
}
NEWER_VALUES = re.compile(
    r"(?<![-\w])(?:min|max|clamp|env|color-mix|light-dark|oklch)\(|\d(?:[dsl]v[hw]|cq[wh])\b|max-content|fit-content"
)
RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")


def faults(css: str) -> list[str]:
    css = re.sub(r"/\*.*?\*/", "", css, flags=re.DOTALL)
    found = [name for name, pattern in NEWER_RULES.items() if pattern.search(css)]
    for selector, body in RULE.findall(css):
        if len({":has(" in one for one in selector.split(",")}) > 1:
            found.append(f":has() beside others: {selector.strip()}")
        told: set[str] = set()
        for declaration in filter(None, map(str.strip, body.split(";"))):
            name, _, value = declaration.partition(":")
            if NEWER_VALUES.search(value) and name not in told and ":has(" not in selector:
                found.append(f"{selector.strip()} {{ {declaration} }} without an older one before it")
            told.add(name)
    return found


@pytest.mark.parametrize("name", ["style.css", "table.css", "smear.css"])
def test_an_old_browser_keeps_the_layout_of_a_table(name):
    path = STYLES / name
    assert faults(path.read_text() if path.exists() else "") == []


@pytest.mark.parametrize(
    "css",
    [
        ".a { & b { color: red } }",
        ".a { inset: 0; }",
        ".a { padding-inline: 1px; }",
        ".a :is(b, i) { float: left; }",
        ".a { width: min(1px, 2px); }",
        ".a { height: 100dvh; }",
        ".a, .b:has(c) { display: grid; }",
    ],
)
def test_what_an_old_browser_would_lose_is_named(css):
    assert faults(css)


@pytest.mark.parametrize(
    "css", [".a { width: 2px; width: min(1px, 2px); }", ".a:has(b) { display: none; }", ".a { clip-path: inset(50%); }"]
)
def test_what_only_adds_is_let_be(css):
    assert faults(css) == []
