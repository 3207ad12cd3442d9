"""How many deals a phone loses when its browser is killed: none.

Chromium on an origin that it calls insecure keeps one deal after the other in the real outbox; all its processes are
killed 0 to 500 ms after the first tap, a hundred times. Prints one JSON line: kills, deals of which the screen had said
that they are on this phone, and those of them that were not there after the start.
"""

from __future__ import annotations

import argparse
import json
import shutil
import sys
import tempfile
from dataclasses import asdict
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests.phone.killing import kill_often


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=100)
    kills = parser.parse_args().kills
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        # Spread evenly over the half second, and far from each other in turn.
        moments = [0.5 * (turn * 37 % kills) / kills for turn in range(kills)]
        done = kill_often(shutil.which("chromium") or "google-chrome", Path(folder) / "profile", moments)
    print(json.dumps({"bench": "kills", **asdict(done)}))


if __name__ == "__main__":
    main()
