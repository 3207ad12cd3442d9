"""How templates are written, and that it costs a reader nothing."""

import re
from pathlib import Path

import pytest
from django.template import engines
from django.template.loader import get_template, render_to_string
from django.utils.translation.template import trim_whitespace

FOLDER = Path(__file__).resolve().parent.parent / "templates"
TEMPLATES = sorted(FOLDER.rglob("*.html"))
BLOCKTRANSLATE = re.compile(r"{% blocktranslate\b(.*?)%}(.*?){% endblocktranslate %}", re.DOTALL)


def test_no_line_of_a_template_is_longer_than_a_screen():
    """The formatter breaks tags, not sentences: a long one stands on several lines of a trimmed blocktranslate."""
    long = [
        f"{path.relative_to(FOLDER)}:{number}"
        for path in TEMPLATES
        for number, line in enumerate(path.read_text().splitlines(), 1)
        if len(line) > 120
    ]
    assert long == []


def test_a_template_loads_what_it_uses_and_nothing_else():
    libraries, idle = engines["django"].engine.template_libraries, []
    for path in TEMPLATES:
        text = path.read_text()
        for name in " ".join(re.findall(r"{% load ([\w ]+) %}", text)).split():
            library = libraries[name]
            words = [*(rf"{{%\s*{tag}\b" for tag in library.tags), *(rf"\|{given}\b" for given in library.filters)]
            if not re.search("|".join(words), text):
                idle.append(f"{path.relative_to(FOLDER)}: {name}")
    assert idle == []


def test_a_sentence_on_several_lines_is_trimmed():
    """Its key in the catalogue would hold the indentation, which is gone when the page is made: it stayed English."""
    untrimmed = [
        f"{path.relative_to(FOLDER)}: {body}"
        for path in TEMPLATES
        for options, body in BLOCKTRANSLATE.findall(path.read_text())
        if "trimmed" not in options.split() and trim_whitespace(body) != body
    ]
    assert untrimmed == []


def test_a_page_of_the_desk_keeps_the_looks_of_its_base():
    """A page that brings a stylesheet of its own and forgets the base's had buttons that broke in the middle."""
    bare, looked_at = [], 0
    for path in TEMPLATES:
        text = path.read_text()
        base = re.search(r'{% extends "(?:console|union|commission)/base.html" %}', text)
        meta = re.search(r"{% block meta %}(.*?){% endblock %}", text, re.DOTALL)
        looked_at += bool(base and meta)
        if base and meta and "block.super" not in meta[1]:
            bare.append(str(path.relative_to(FOLDER)))
    assert looked_at > 10
    assert bare == []


def test_pages_are_sent_without_the_indentation_of_their_templates():
    assert "\n  " in (FOLDER / "parts/empty.html").read_text()
    assert "\n " not in render_to_string("parts/empty.html", {"text": "Nobody", "next": "Wait"})


def test_what_a_person_wrote_keeps_its_spaces():
    assert "one\n  two" in render_to_string("parts/empty.html", {"text": "one\n  two"})


def test_days_are_written_in_one_way():
    """By the filters of event_times.py, in letters too: what Django has for a language is another form in each."""
    other = re.compile(
        r'\|(?:date|time):(?!"(?:c|H:i|H:i:s)")|\|(?:date|time)\b(?!:)|{{ [\w.]*\.(?:\w+_at|\w+_on|date|at) }}'
    )
    texts = [path for kind in ("*.html", "*.txt") for path in sorted(FOLDER.rglob(kind))]
    found = {str(path.relative_to(FOLDER)): other.findall(path.read_text()) for path in texts}
    assert {path: forms for path, forms in found.items() if forms} == {}


@pytest.mark.parametrize("name", ["console/round.html", "parts/empty.html"])
def test_a_mistake_in_a_template_is_reported_on_its_own_line(name: str):
    written = (FOLDER / name).read_text().splitlines()
    read = get_template(name).template.source.splitlines()
    assert [line.strip() for line in written] == [line.strip() for line in read]
