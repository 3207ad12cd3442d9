"""A browser that is killed keeps every deal of which its screen had said that it is on this phone."""

from pathlib import Path

import pytest

from tests.conftest import browser_path
from tests.phone.killing import kill_often


@pytest.mark.skipif(browser_path() is None, reason="no Chromium on this machine")
def test_what_the_screen_had_said_is_there_after_a_kill(tmp_path: Path) -> None:
    """Three kills; `bench/kills.py` does a hundred."""
    done = kill_often(browser_path() or "", tmp_path / "profile", [0.02, 0.2, 0.5])
    assert done.said > 3
    assert done.lost == 0
