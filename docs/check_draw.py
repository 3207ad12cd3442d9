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


def quality(f, tables):
    rounds, no = [*f["rounds"], tables], {one["no"]: one for one in f["roster"]}
    pairs = [[tuple(sorted(two)) for table in seated for two in combinations(table, 2)] for seated in rounds]
    met, last, now = Counter(chain(*pairs[:-1])), set(chain(*pairs[-2:-1])), pairs[-1]
    first = Counter(table[0] for seated in rounds for table in seated)
    groups = ["club", "country"] if "countries" in f["options"] else ["club"]
    found = {f"{of}_pairs": sum(no[one][of] == no[two][of] is not None for one, two in now) for of in groups}
    found |= {"coincidences": sum(met[two] for two in now), "consecutive": sum(two in last for two in now)}
    return found | {"seat_a_fewest": min(first[one] for one in no), "seat_a_most": max(first[one] for one in no)}


def check(text):
    d = json.loads(text)
    f, plan, digest, no = d["frozen"], d["plan"], d.pop("digest"), [one["no"] for one in d["frozen"]["roster"]]
    seed = sha("seed", d["frozen_hash"], d["secret"], d["room"]) if d["ceremony"] else d["secret"]
    yield text == canonical({**d, "digest": digest}) + "\n", "is not written in the one way that there is"
    yield digest == sha("transcript", canonical(d)) and d["format"] == "pub-draw/1", "was changed afterwards"
    yield d["commitment"] == sha("commit", f["draw_id"], d["secret"]), "tells another secret than the promised one"
    yield d["frozen_hash"] == sha("frozen", canonical(f)), "has inputs that were changed after they were frozen"
    yield [d["draw_id"], d["attempt"], len(no)] == [f["draw_id"], f["attempt"], len({*no})], "is that of another draw"
    yield d["seed"] == seed and d["ceremony"] == (d["room"] != "none"), "has a seed that does not follow"
    yield d["lots"] == lots(no, d["seed"]), "has lots that do not follow from the seed"
    yield sorted(chain(*plan)) == list(range(1, len(no) + 1)), "does not seat every lot once"
    yield d["tables"] == [[d["lots"][lot - 1] for lot in table] for table in plan], "has tables that no lots give"
    yield not [1 for p in f["options"].get("apart", []) for t in d["tables"] if {*p} <= {*t}], "seats a forbidden pair"
    yield d["quality"] == quality(f, d["tables"]), "counts its own faults wrongly"


if __name__ == "__main__":
    try:
        faults = [fault for holds, fault in check(Path(sys.argv[1]).read_bytes().decode()) if not holds]
    except Exception:
        faults = ["cannot be read"]
    sys.exit(f"Rejected: this transcript {faults[0]}." if faults else print("It holds."))
