"""Rows about the processes themselves: what they weigh, and how soon they answer."""

from __future__ import annotations

import statistics
import time
from pathlib import Path

from serving.measuring import Bench, Figures, shown
from serving.running import Meter, pss_kb


def idle(bench: Bench) -> Figures:
    """What lies in memory while nobody asks: all processes that `./run` started."""
    with bench.site.running():
        time.sleep(bench.few(10, 5))
        pids = bench.site.pids()
        processes = {_name(pid): shown(pss_kb(pid) / 1024) for pid in pids}
        total = bench.site.pss_kb() / 1024
        return {"pss_mb": shown(total), "processes": len(pids), "of_each": processes, "goal": "pss <= 150 MB"}


def _name(pid: int) -> str:
    words = Path(f"/proc/{pid}/cmdline").read_text().split("\0")
    return " ".join([str(pid), *(Path(word).name for word in words if word and not word.startswith("-"))])[:60]


def warm(bench: Bench) -> Figures:
    """From `./run` to its first page, where it has run before."""
    with bench.site.running():
        pass
    taken, cpu = [], []
    for _ in range(bench.few(5, 3)):
        taken.append(bench.site.start())
        cpu.append(Meter(bench.site).seconds())
        bench.site.stop()
    seconds = shown(statistics.median(taken))
    return {"seconds": seconds, "cpu_seconds": shown(statistics.median(cpu)), "goal": "<= 1.5 s"}
