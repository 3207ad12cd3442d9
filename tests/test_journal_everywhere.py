"""Every act is in the journal: each act of the house notes itself, each face says who acts and writes refusals down.

What an operation reaches is read from its text: the calls in it, and in what it calls of the same package.
An operation that writes and notes nothing needs a reason here. Who opens an act on an event by the name of `act` says
in it what was done, or hands it to a part that does.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.factories import stories
from tournaments import routes
from tournaments.models import JournalLine
from tournaments.texts import about_journal

ROOT = Path(__file__).resolve().parent.parent
OPERATIONS = ROOT / "tournaments" / "operations"
FACES = ("console", "public", "union", "commission", "api", "tableside")
NOTES = {"note", "note_refusal"}
ACT = "act"  # what an act on an event is called, wherever it is opened or handed in
WRITES = {"save", "create", "bulk_create", "get_or_create", "update_or_create", "bulk_update", "delete", "create_user"}

TABLE_LOG = "lines of the table log, which is a chain of its own"
PROJECTION = "what follows from the logs, made anew"
PART = "a part of acts that note themselves"
ERRAND = "an errand: the row is no act of a person, and says itself what became of it"
WAITS = "nothing is done before its owner has proved himself, which is noted"
OWN_DOOR = "somebody's own way in, of which its row is the record"
EXCUSED = {
    "recording.record": TABLE_LOG,
    "recording.take_pen": TABLE_LOG,
    "recording.agree": TABLE_LOG,
    "sent_forms.once": "the form is remembered beside its deed, which notes itself",
    "phones.hear": "a phone says of itself that it is there",
    "recording.record_sheet": TABLE_LOG,
    "rebuilding.rebuild_event": PROJECTION,
    "row_seals.seal_rows": "what a line of the journal itself carries",
    "making.run_event": PART,
    "plans.follow_date": PART,
    "ceremonies.on_screen": PART,
    "backing_up.one_moment": "it reads, and changes nothing",
    "restoring.load": "the journal itself comes back with it; `restore` notes what it could not bring back",
    "making.freeze_regulations": PART,
    "seats.seat_all": PART,
    "seats.clear_tables": PART,
    "players.respell_nick": PART,
    "claims.hold_nick": WAITS,
    "claims.offer": PART,
    "claims.say_who": WAITS,
    "at_the_door.apply_at_the_door": WAITS,
    "claims.offer_all": PART,
    "claims.hand_on_offers": PART,
    "claims.tell": WAITS,
    "claims.tell_again": WAITS,
    "claims.register_player": WAITS,
    "claims.open_account": PART,
    "claims.new_account": PART,
    "at_the_door.spend_key": OWN_DOOR,
    "claims.let_go": "what nobody has proved is forgotten",
    "players.create_players": PART,
    "steps.run_step": "its effects are acts of the clock, which note themselves",
    "mailings.write_batch": ERRAND,
    "mailings.tell_confirmed": ERRAND,
    "sanctions.tell": ERRAND,
    "judging.carry_out": PART,
    "judging.hold_lines": PROJECTION,
    "questions.ask_about": PART,
    "ranked_results.keep_results": PROJECTION,
    "ranked_results.keep_newest_results": PROJECTION,
    "counting_feats.count_feats": PROJECTION,
    "counting_feats.differing_feats": PROJECTION,
    "offices.account_with": PART,
    "banned_identities.keep_hashes": PART,
    "asking.ask_about_ban": PART,
    "asking.ask_about_bans_of": PART,
    "clubs.federation_of": PART,
    "event_words.read_own_words": "a reading, which has a row of its own",
    "event_words.numbered": PART,
    "event_words.look_alikes": "a reading, which has a row of its own",
    "round_words.open_set_words": "readings, each with a row of its own; who takes a file is a line",
    "seasons.season_of": "a year has its row when it is first named",
    "seasons.series_named": "the union's own series come with their presets",
    "seasons.club_named": PART,
    "sign_in_links.make_link": OWN_DOOR,
    "sign_in_links.send_link": OWN_DOOR,
    "sessions.end_sessions": "one's own devices, or a part of taking a second factor away",
    "empowering.tell_owner": ERRAND,
    "sign_in_links.choose_language": "the language of one's own pages",
}


def modules(folder: Path) -> Iterator[tuple[Path, ast.Module]]:
    for path in sorted(folder.rglob("*.py")):
        yield path, ast.parse(path.read_text(encoding="utf-8"))


def name_called(call: ast.Call) -> str:
    """What is called: `open_round` for `open_round(…)` as for `rounds.open_round(…)`."""
    return call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")


def calls_in(node: ast.AST) -> list[ast.Call]:
    return [one for one in ast.walk(node) if isinstance(one, ast.Call)]


def called(node: ast.AST) -> set[str]:
    """The names of what is called anywhere in `node`."""
    return {name_called(call) for call in calls_in(node)}


@cache
def functions() -> dict[str, ast.FunctionDef]:
    """`module.name` → the function, for all of operations."""
    return {
        f"{path.stem}.{node.name}": node
        for path, tree in modules(OPERATIONS)
        for node in tree.body
        if isinstance(node, ast.FunctionDef)
    }


def names_in(tree: ast.Module, stem: str) -> dict[str, str]:
    """What the names of a module of operations stand for: `module.function`, or `module` alone."""
    names = {node.name: f"{stem}.{node.name}" for node in tree.body if isinstance(node, ast.FunctionDef)}
    for node in tree.body:
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("tournaments.operations"):
            names |= {one.asname or one.name: _name_of(node.module or "", one.name) for one in node.names}
    return names


def _name_of(home: str, name: str) -> str:
    """`module` for a module of operations, `module.function` for what stands in one."""
    is_module = (ROOT / home.replace(".", "/") / f"{name}.py").exists()
    return name if is_module else f"{home.rpartition('.')[2]}.{name}"


def reached(node: ast.AST, names: dict[str, str]) -> set[str]:
    """The operations that are called or handed on in `node`, as `module.function`."""
    names = {**names, ACT: "acting"}
    found = set()
    for one in ast.walk(node):
        if isinstance(one, ast.Name) and one.id in names:
            found.add(names[one.id])
        elif isinstance(one, ast.Attribute) and isinstance(one.value, ast.Name) and one.value.id in names:
            found.add(f"{names[one.value.id]}.{one.attr}")
    return found


def handed_on(node: ast.AST, names: dict[str, str]) -> set[str]:
    """What `node` does with its act: `acting.note`, and the parts to which it hands the act on."""
    given = {
        place
        for call in calls_in(node)
        if any(isinstance(value, ast.Name) and value.id == ACT for value in call.args)
        for place in reached(call.func, names)
    }
    return given | (reached(node, names) & {"acting.note"})


@cache
def noting() -> frozenset[str]:
    """The operations that write a line of the journal, or call one that does."""
    reach: dict[str, set[str]] = {}
    for path, tree in modules(OPERATIONS):
        names = names_in(tree, path.stem)
        reach |= {
            f"{path.stem}.{node.name}": reached(node, names) for node in tree.body if isinstance(node, ast.FunctionDef)
        }
    found = {"acting.note", *(f"journal.{name}" for name in NOTES)}
    while more := {name for name, calls in reach.items() if calls & found} - found:
        found |= more
    return frozenset(found)


def is_atomic(node: ast.FunctionDef) -> bool:
    text = ast.unparse(node)
    return "transaction.atomic" in text or "act_on(" in text


def acts() -> Iterator[str]:
    for name, node in functions().items():
        module, _dot, short = name.partition(".")
        is_writing = is_atomic(node) or called(node) & WRITES
        if is_writing and not short.startswith("_") and module not in ("acting", "journal", "samples"):
            yield name


def test_every_act_is_a_line_or_has_its_excuse():
    silent = set(acts()) - noting()
    assert silent - set(EXCUSED) == set(), "these write and note nothing"
    assert set(EXCUSED) - silent == set(), "these need no excuse any more"


def opened_acts() -> Iterator[tuple[str, ast.With, dict[str, str]]]:
    """Every act on an event that is opened by the name of `act`: where, its block, and the names that it knows."""
    for path, tree in modules(OPERATIONS):
        for function in ast.walk(tree):
            if isinstance(function, ast.FunctionDef):
                for block in ast.walk(function):
                    if isinstance(block, ast.With) and any(_is_act(item) for item in block.items):
                        yield f"{path.stem}.{function.name}", block, names_in(tree, path.stem)


def _is_act(item: ast.withitem) -> bool:
    is_act = isinstance(item.context_expr, ast.Call) and name_called(item.context_expr) == "act_on"
    if is_act and item.optional_vars is not None:
        assert ast.unparse(item.optional_vars) == ACT, "so that this module knows it"
        return True
    return False


ON_THE_WAY = {  # parts whose lines say what happened along with an act, and not the act itself
    "entry_conditions.note_passed",
    "round_words.reveal_for",
    "promises.announce_draws",
    "transcripts.open_without_ceremony",
    "transcripts.store_transcript",
}
SAID_INSIDE = {"promises.open_registration": "the change of status is its line"}


def test_every_act_on_an_event_says_itself_what_was_done():
    """Acts inside it note themselves, and so not it: an act that only goes through them opens none by name."""
    opened = list(opened_acts())
    assert len(opened) > 30
    silent = [place for place, block, names in opened if not handed_on(block, names) & noting() - ON_THE_WAY]
    assert set(silent) == set(SAID_INSIDE)


def takes_by() -> set[str]:
    """The acts that are told who acts, by name."""
    return {
        name.partition(".")[2]
        for name in acts()
        if any(one.arg == "by" for one in (*functions()[name].args.kwonlyargs, *functions()[name].args.args))
    }


@pytest.mark.parametrize("face", FACES)
def test_every_face_says_who_acts(face: str):
    """An act without `by` is the clock's; no person's act may be that by forgetting."""
    wanting, known = [], takes_by()
    for path, tree in modules(ROOT / "tournaments" / face):
        for call in calls_in(tree):
            is_method = isinstance(call.func, ast.Attribute) and not isinstance(call.func.value, ast.Name)
            if name_called(call) in known and not is_method and not {one.arg for one in call.keywords} & {"by", None}:
                wanting.append(f"{path.relative_to(ROOT)}:{call.lineno} {name_called(call)}")
    assert wanting == []


NOT_ASKED_YET = "typed, or looked at before it is asked for: nothing was refused yet"
NOBODY = "nobody has signed in"
EVERYDAY = "recording: a refusal there is everyday"
REFUSALS_WITHOUT_A_LINE = {
    "public/deal_desk": "nothing is stored there",
    "public/forms.py": NOT_ASKED_YET,
    "public/letters.py no_mail": NOBODY,
    "public/claiming.py claim": NOBODY,
    "public/signing_up.py": NOBODY,
    "public/registering.py": NOBODY,
    "public/signing_in.py": NOBODY,
    "public/hall_secrets.py": NOBODY,
    "tableside/acts.py": EVERYDAY,
    "tableside/corrections.py": EVERYDAY,
    "tableside/rulings.py ruling_page": EVERYDAY,
    "api/entries.py": EVERYDAY,
    "console/fields.py": NOT_ASKED_YET,
    "console/events.py _waits_for": NOT_ASKED_YET,
    "console/ceremonies.py _settled": NOT_ASKED_YET,
    "console/late.py": NOT_ASKED_YET,
    "console/seating.py seats": NOT_ASKED_YET,
    "commission/proposing.py mine": NOT_ASKED_YET,
    "commission/reviewing.py word_page": NOT_ASKED_YET,
    "union/merges.py merge_preview": NOT_ASKED_YET,
    "union/rankings.py clean": NOT_ASKED_YET,
    "console/player_lists.py _try": NOT_ASKED_YET,
    "union/player_lists.py _tried": NOT_ASKED_YET,
}


def handlers(tree: ast.Module) -> Iterator[tuple[str, ast.ExceptHandler]]:
    """Where a refusal is caught, with the name of the function."""
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef):
            for one in ast.walk(function):
                if isinstance(one, ast.ExceptHandler) and one.type is not None and "Refused" in ast.unparse(one.type):
                    yield function.name, one


@pytest.mark.parametrize("face", ["acts", *FACES])
def test_every_refused_act_is_written_down(face: str):
    """The acts that a face tells are written down by `acts`, which answers them all; here is who answers himself."""
    wanting = [
        place
        for path, tree in modules(ROOT / "tournaments" / face)
        for function, one in handlers(tree)
        for place in [f"{path.relative_to(ROOT / 'tournaments')} {function}"]
        if not called(one) & {"note_refused", "note_refusal", "refuse"}
    ]
    assert [one for one in wanting if not one.startswith(tuple(REFUSALS_WITHOUT_A_LINE))] == []


def noted_acts() -> set[str]:
    """Every act that the code notes, as far as it is written down where it is noted."""
    calls = (call for _, tree in modules(ROOT / "tournaments") for call in calls_in(tree))
    noting_calls = (call for call in calls if name_called(call) in {"note", "_note", "note_ruling", "_take_effect"})
    return {text for call in noting_calls for act in call.args[:2] for text in _texts(act) if text.isidentifier()}


def _texts(node: ast.expr) -> Iterator[str]:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from (*_texts(node.body), *_texts(node.orelse))


def test_every_act_has_its_words():
    assert noted_acts() - set(about_journal.ACTS) == set()


def test_every_address_of_an_act_has_words_for_who_was_refused():
    faces = ("public:my", "public:enter", "public:erase", "desk:", "commission:", "union:")
    posted = [one for one in routes.all_routes().values() if "POST" in one.rights and one.name.startswith(faces)]
    assert [one.name for one in posted if not one.wanted] == []


@pytest.mark.django_db
def test_a_deal_writes_no_line(evening):
    before = JournalLine.objects.count()
    stories.record_deals(stories.table_of(evening), "A B C")
    assert JournalLine.objects.count() == before
