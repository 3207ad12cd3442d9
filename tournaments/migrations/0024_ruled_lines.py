"""What the rulings of before hold, kept with their games. The log is told by its own rows; nothing of it is changed."""

from django.db import migrations

NOBODY, HEIGHTS = 9, {"table": 0, "line_judge": 1, "referee": 2, "union": 3}


def hold(apps, schema_editor):
    entries = apps.get_model("games", "Entry").objects
    games = apps.get_model("games", "Game").objects
    appeals = apps.get_model("tournaments", "Appeal").objects
    rulings = apps.get_model("tournaments", "Ruling").objects
    upheld = set(appeals.filter(outcome="upheld").values_list("ruling", flat=True))
    by_game = {}
    for ruling in rulings.exclude(table__game=None).select_related("table").order_by("pk"):
        by_game.setdefault(ruling.table.game_id, {})[ruling.pk] = ruling
    for game, at_table in by_game.items():
        corrections = entries.filter(game=game, kind__in=("amend", "strike"))
        names = {line.position: line.payload["position"] for line in corrections}
        games.filter(pk=game).update(ruled=_held(names, at_table, upheld))


def _held(names, rulings, upheld):
    held, overruled = {}, {ruling.overrules_id for ruling in rulings.values()}
    for ruling in rulings.values():
        if ruling.pk in overruled:
            continue
        height, earlier, one = 0, [], ruling
        while one is not None:
            height = max(height, 3 if one.pk in upheld else HEIGHTS[one.judged_by])
            earlier += [*one.undoing, *(one.entries if one != ruling else [])]
            one = rulings.get(one.overrules_id)
        for position in _with_targets(names, earlier):
            held[position] = max(held.get(position, 0), height)
        held |= dict.fromkeys([*_with_targets(names, ruling.entries), *earlier], NOBODY)
    return {str(position): held[position] for position in sorted(held)}


def _with_targets(names, positions):
    found = set()
    for start in positions:
        at = start
        while at is not None and at not in found:
            found.add(at)
            at = names.get(at)
    return found


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0023_calls"), ("games", "0008_ruled_lines")]
    operations = [migrations.RunPython(hold, migrations.RunPython.noop)]
