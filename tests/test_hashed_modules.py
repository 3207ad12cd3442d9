"""Scripts that import each other ask for the hashed names, under which a file may be kept for ever."""

import re
import shutil
from pathlib import Path

from django.contrib.staticfiles.finders import get_finders
from django.core.files.storage import FileSystemStorage
from django.test import override_settings

from scwu.bundles import held_by, imported
from scwu.hashed_modules import BUNDLES, HashedModules, bundled
from tests.phone.conftest import node as node

SCRIPTS = Path(__file__).parents[1] / "tournaments/static"
STYLE = "tournaments/style.css"
SPECIFIER = re.compile(r"""^(?:import|export)\b[^;"']*["'](\.{1,2}/[^"']+)["'];""", re.MULTILINE)


def collected(paths, target: Path) -> HashedModules:
    """What `collectstatic` does with the files of `paths`."""
    for name, (source, path) in paths.items():
        (target / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source.path(path), target / name)
    with override_settings(STATIC_ROOT=str(target)):
        storage = HashedModules(location=str(target), base_url="/static/")
        for name, _hashed, processed in storage.post_process(paths):
            assert not isinstance(processed, Exception), (name, processed)
    return storage


def stored(folder: Path, **texts: str) -> dict[str, tuple[FileSystemStorage, str]]:
    (folder / "tournaments/phone").mkdir(parents=True, exist_ok=True)
    for name, text in texts.items():
        (folder / f"tournaments/phone/{name}.js").write_text(text)
    source = FileSystemStorage(location=str(folder))
    return {f"tournaments/phone/{name}.js": (source, f"tournaments/phone/{name}.js") for name in texts}


def text_of(storage: HashedModules, name: str) -> str:
    return Path(storage.path(storage.hashed_files[f"tournaments/phone/{name}.js"])).read_text()


def hashed(storage: HashedModules, name: str) -> str:
    return Path(storage.hashed_files[f"tournaments/phone/{name}.js"]).name


def test_an_imported_module_is_asked_by_its_hashed_name(tmp_path):
    paths = stored(
        tmp_path / "source",
        a='import {\n  fold,\n} from "./b.js";\nimport "./c.js";\n',
        b="export { deal } from './c.js';\n",
        c="export const deal = 1;\n",
    )
    storage = collected(paths, tmp_path / "target")
    assert SPECIFIER.findall(text_of(storage, "a")) == [f"./{hashed(storage, 'b')}", f"./{hashed(storage, 'c')}"]
    assert SPECIFIER.findall(text_of(storage, "b")) == [f"./{hashed(storage, 'c')}"]


def test_whatever_a_module_imports_changes_its_own_name(tmp_path):
    a, b = 'import { deal } from "./b.js";\n', 'import { deal } from "./c.js";\nexport { deal };\n'
    names = set()
    for number in (1, 2):
        paths = stored(tmp_path / f"source{number}", a=a, b=b, c=f"export const deal = {number};\n")
        names.add(hashed(collected(paths, tmp_path / f"target{number}"), "a"))
    assert len(names) == 2


def test_what_a_text_says_stays_as_it_is(tmp_path):
    said = 'export const path = "./gone.js", glob = "/*", other = "// no comment";\n'
    assert text_of(collected(stored(tmp_path / "source", a=said), tmp_path / "target"), "a") == said


def test_comments_for_readers_of_the_source_are_not_sent(tmp_path):
    said = """// What this is.
// And why.
/** @typedef {import("./gone.js").State} State */

/**
 * What it gives.
 * @param {State} state
 */
export function one(state) {
  // Because.
  return /** @type {any} */ (state).one; // beside
}
"""
    sent = """
export function one(state) {
  return (state).one; // beside
}
"""
    assert text_of(collected(stored(tmp_path / "source", a=said), tmp_path / "target"), "a") == sent


def our_files() -> dict[str, tuple[FileSystemStorage, str]]:
    return {
        name: (storage, name)
        for finder in get_finders()
        for name, storage in finder.list(ignore_patterns=None)
        if name.startswith("tournaments/")
    }


def test_what_others_have_shipped_keeps_its_licence(tmp_path):
    storage = collected(our_files(), tmp_path)
    for name in (name for name in our_files() if "/vendor/" in name):
        sent = Path(storage.path(storage.hashed_files[name])).read_text()
        assert sent == Path(storage.path(name)).read_text(), name


def test_what_is_sent_does_what_is_written(tmp_path, node):
    """Each script has the same tokens with its comments and without; only the names that it imports differ."""
    storage = collected(our_files(), tmp_path / "sent")
    written = {name: storage.path(name) for name in our_files() if name.endswith(".js")}
    for name, (bundles, path) in bundled(our_files()).items():
        written[name] = str(tmp_path / name.replace("/", "-"))
        Path(written[name]).write_bytes(bundles.open(path).read())
    pairs = [(path, storage.path(storage.hashed_files[name])) for name, path in written.items()]
    assert len(pairs) > 40
    differing = node("tests/phone/check_tokens.js", *[path for pair in pairs for path in pair])
    assert differing.split() == []


def test_every_import_of_our_scripts_is_asked_by_its_hashed_name(tmp_path):
    """Above all: no file of ours is asked under a name that changes its content."""
    ours = our_files()
    storage = collected(ours, tmp_path)
    for name in (name for name in ours if name.endswith(".js")):
        path = Path(storage.path(storage.hashed_files[name]))
        for asked in SPECIFIER.findall(path.read_text()):
            assert (path.parent / asked).exists(), (name, asked)
            assert re.search(r"\.[0-9a-f]{12}\.js$", asked), (name, asked)


def source(name: str) -> str:
    return (SCRIPTS / name).read_text()


def test_what_a_phone_has_twice_remembers_nothing():
    """Each bundle has its own copy of a module, and so has who imports that alone: with a memory it would be two."""
    held = [held_by(name, read=source, others=BUNDLES) for name in BUNDLES]
    bundled_somewhere = {one for names in held for one in names}
    others = {name for name in our_files() if name.endswith(".js")} - bundled_somewhere
    alone = {one for name in others for one in imported(name, source(name))} - BUNDLES
    copies = [one for names in held for one in names] + list(alone)
    twice = {one for one in copies if copies.count(one) > 1}
    assert "tournaments/phone/line.js" in twice
    remembering = re.compile(r"^(?:export )?(?:let |(?:const|var) .*(?:\bnew |\bawait |\(\);$)|\w+\()", re.MULTILINE)
    assert [name for name in sorted(twice) if remembering.search(source(name))] == []


def test_bundles_are_read_by_a_browser_of_2017(tmp_path, node):
    storage = collected(our_files(), tmp_path)
    sent = [storage.path(storage.hashed_files[name]) for name in BUNDLES]
    assert node("tests/phone/check_age.js", *sent).strip() == ""


def test_comments_in_stylesheets_are_not_sent(tmp_path):
    storage = collected(our_files(), tmp_path)
    written, sent = (Path(storage.path(name)).read_text() for name in (STYLE, storage.hashed_files[STYLE]))
    assert len(sent) < len(written)
    assert (
        re.sub(r"/\*.*?\*/\s*", "", written, flags=re.DOTALL).split()
        == re.sub(r"/\*.*?\*/\s*", "", sent, flags=re.DOTALL).split()
    )
    assert not re.search(r"(?m)^/\*", sent)
