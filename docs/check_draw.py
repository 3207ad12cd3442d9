"""Check the transcript of a public draw: python3 check_draw.py FILE. Needs Python alone, and nothing of the site.
That its commitment and its frozen hash were shown before the cards were turned, those can say who saw them."""

import hashlib
import json
import sys
from collections import Counter
from itertools import chain, combinations, count
from pathlib import Path

canonical = json.JSONEncoder(sort_keys=True, separators=(",", ":")).encode


def sha(*words):
    return hashlib.sha256("|".join(("pub-draw/1", *words)).encode()).hexdigest()


def lots(numbers, seed):
    order, blocks = sorted(numbers), count()
    for top in range(len(order) - 1, 0, -1):
        number = fair = 2**256 // (top + 1) * (top + 1)
        while number >= fair:
            number = int(sha("block", seed, str(next(blocks))), 16)
        order[top], order[number % (top + 1)] = order[number % (top + 1)], order[top]
    return order


def quality(club, rounds):
    pairs = [[tuple(sorted(two)) for table in tables for two in combinations(table, 2)] for tables in rounds]
    met, last, now = Counter(chain(*pairs[:-1])), set(chain(*pairs[-2:-1])), pairs[-1]
    first = Counter(table[0] for tables in rounds for table in tables)
    mates, shares = sum(club[one] == club[two] is not None for one, two in now), [first[number] for number in club]
    found = mates, sum(met[two] for two in now), sum(two in last for two in now), min(shares), max(shares)
    return dict(zip(["club_pairs", "coincidences", "consecutive", "seat_a_fewest", "seat_a_most"], found, strict=True))


def check(text):
    d = json.loads(text)
    f, plan, digest, n = d["frozen"], d["plan"], d.pop("digest"), len(d["frozen"]["roster"])
    club, seed = {one["no"]: one["club"] for one in f["roster"]}, sha("seed", d["frozen_hash"], d["secret"], d["room"])
    yield text == canonical({**d, "digest": digest}) + "\n", "is not written in the one way that there is"
    yield digest == sha("transcript", canonical(d)) and d["format"] == "pub-draw/1", "was changed afterwards"
    yield d["commitment"] == sha("commit", f["draw_id"], d["secret"]), "tells another secret than the promised one"
    yield d["frozen_hash"] == sha("frozen", canonical(f)), "has inputs that were changed after they were frozen"
    yield [d["draw_id"], d["attempt"], n] == [f["draw_id"], f["attempt"], len(club)], "is that of another draw"
    follows = d["seed"] == (seed if d["ceremony"] else d["secret"]) and d["ceremony"] == (d["room"] != "none")
    yield follows, "has a seed that does not follow"
    yield d["lots"] == lots(club, d["seed"]), "has lots that do not follow from the seed"
    yield sorted(chain(*plan)) == list(range(1, n + 1)), "does not seat every lot once"
    yield d["tables"] == [[d["lots"][lot - 1] for lot in table] for table in plan], "has tables that no lots give"
    yield not [1 for p in f["options"].get("apart", []) for t in d["tables"] if {*p} <= {*t}], "seats a forbidden pair"
    yield d["quality"] == quality(club, [*f["rounds"], d["tables"]]), "counts its own faults wrongly"


if __name__ == "__main__":
    try:
        faults = [fault for holds, fault in check(Path(sys.argv[1]).read_bytes().decode()) if not holds]
    except Exception:
        faults = ["cannot be read"]
    sys.exit(f"Rejected: this transcript {faults[0]}." if faults else print("It holds."))
