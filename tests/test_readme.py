"""The page about the helpers of the tests: its examples run, and what it names is there."""

import re
from pathlib import Path

PAGE = Path(__file__).with_name("README.md")
ROOT = PAGE.parent.parent

for example in re.finditer(r"```python\n(.*?)```", PAGE.read_text(), re.DOTALL):
    above = "\n" * PAGE.read_text()[: example.start(1)].count("\n")  # so that a failure names the line of the page
    exec(compile(above + example[1], PAGE, "exec"))  # noqa: S102 - our own page; its tests become tests of this file


def test_every_path_on_the_page_is_there():
    named = re.findall(r"`((?:tests|docs|games|tournaments)/[^` ]+)`", PAGE.read_text())
    assert len(named) > 15
    assert [path for path in named if not list(ROOT.glob(path))] == []
