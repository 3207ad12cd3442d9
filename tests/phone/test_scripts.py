"""The scripts of the pages: their own tests, their types, and that a phone of ten years reads them.

`*.test.js` beside this file are run by node's own test runner, each as one test here.
"""

from pathlib import Path

import pytest

from tests.phone import vectors
from tournaments.tableside import lines

HERE = Path(__file__).parent
TESTS = sorted(path.name for path in HERE.glob("*.test.js"))


@pytest.mark.parametrize("name", TESTS)
def test_what_a_script_promises(node, name):
    assert "# fail 0" in node("--test", "--test-reporter=tap", HERE / name)


def test_the_phone_folds_a_log_as_the_site_does(node, tmp_path):
    path = tmp_path / "vectors"
    path.write_text(vectors.dumped(seed=11, told=100, wild=1_200))
    done, of, all_, *_ = node(HERE / "check_vectors.js", path).split()
    assert (done, of) == (all_, "of")
    assert int(done) > 3_000


def test_a_phone_sends_as_much_at_once_as_the_site_takes(node, tmp_path):
    module = (HERE.parents[1] / "tournaments/static/tournaments/phone/exchange.js").as_uri()
    script = tmp_path / "limits.mjs"
    script.write_text(f'import * as of from "{module}"; console.log(of.MOST_BYTES, of.MOST_LINES, of.MOST_GAMES);')
    assert tuple(map(int, node(script).split())) == (lines.MOST_BYTES, lines.MOST_LINES, lines.MOST_GAMES)


def test_the_types_of_every_script_agree(node):
    node("node_modules/typescript/bin/tsc", "-p", ".")


def test_every_script_is_read_by_a_browser_of_2017(node):
    """Ours and those of others that we ship, and none calls what is newer without asking for it first."""
    assert node(HERE / "check_age.js").strip() == ""
