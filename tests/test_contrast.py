"""Contrast of the tokens in style.css, computed as WCAG 2.2 says (relative luminance, 1.4.3 and 1.4.11).

Light and dark are read from the stylesheet itself, so a colour cannot be changed without its ratios. Text asks 4.5;
text that is read in a pub's dim light or in sunlight (ink) asks 7; borders of controls and marks ask 3. Lines that only
decorate ask nothing.
"""

import re
from pathlib import Path

import pytest

STYLE = Path(__file__).parents[1] / "tournaments" / "static" / "tournaments" / "style.css"
GROUNDS = ["paper", "card", "sunk"]
PAIRS = [
    *[("ink", ground, 7.0) for ground in [*GROUNDS, "leaf-wash", "ember-wash", "honey-wash", "hatch"]],
    *[("soft", ground, 4.5) for ground in [*GROUNDS, "leaf-wash"]],
    *[("leaf", ground, 4.5) for ground in [*GROUNDS, "leaf-wash", "ember-wash", "honey-wash"]],
    *[("ember", ground, 4.5) for ground in [*GROUNDS, "ember-wash"]],
    *[("honey", ground, 4.5) for ground in ["card", "honey-wash"]],
    ("on-leaf", "leaf", 4.5),
    ("on-ember", "ember", 4.5),
    ("paper", "ink", 7.0),
    *[("edge", ground, 3.0) for ground in GROUNDS],
    *[(mark, "paper", 3.0) for mark in ["leaf", "ember", "honey"]],
]


def themes() -> dict[str, dict[str, str]]:
    """The tokens of light, and of dark laid over them."""
    light, dark = re.findall(r":root \{([^}]*--paper: #[0-9a-f]{6}[^}]*)\}", STYLE.read_text())[:2]
    tokens = [dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6});", block)) for block in (light, dark)]
    return {"light": tokens[0], "dark": tokens[0] | tokens[1]}


def luminance(colour: str) -> float:
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def ratio(one: str, other: str) -> float:
    darker, lighter = sorted([luminance(one), luminance(other)])
    return (lighter + 0.05) / (darker + 0.05)


def test_the_formula_gives_the_known_extremes():
    assert ratio("#000000", "#ffffff") == pytest.approx(21)
    assert ratio("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize(("front", "ground", "least"), PAIRS)
def test_contrast_of_tokens(theme: str, front: str, ground: str, least: float):
    tokens = themes()[theme]
    assert ratio(tokens[front], tokens[ground]) >= least


def test_dark_changes_every_colour_of_light():
    light, dark = re.findall(r":root \{([^}]*--paper: #[0-9a-f]{6}[^}]*)\}", STYLE.read_text())[:2]
    names = [set(re.findall(r"--([\w-]+): #", block)) for block in (light, dark)]
    assert names[0] == names[1]
