"""A page's scripts in one file do what they do as modules."""

import pytest

from scwu.bundles import Unbundled, bundle, held_by
from tests.phone.conftest import node as node

SCRIPTS = {
    "t/page.js": 'import { say as tell, two } from "./phone/say.js";\nimport "./last.js";\ntell(`page ${two}`);\n',
    "t/last.js": 'import * as said from "./phone/say.js";\nsaid.say(Object.keys(said).sort().join());\n',
    "t/phone/say.js": (
        'import { join } from "../vendor/other.js";\nimport { kept } from "./store.js";\n'
        "const own = 1;\nexport const two = own + 1;\n"
        "export function say(what) { kept.push(what); console.log(join(what, kept.length)); }\n"
    ),
    "t/phone/store.js": "const own = [];\nexport const kept = own;\nexport async function read() {}\n",
    "t/vendor/other.js": 'export const join = (...all) => all.join(" ");\n',
    "t/outside.js": 'import { two } from "./page-too.js";\nconsole.log(two);\n',
}


def made(entry: str, *others: str, **changed: str) -> str:
    return bundle(entry, read=lambda name: changed.get("text", SCRIPTS[name]), others=frozenset(others))


def test_modules_run_once_in_the_order_in_which_a_browser_runs_them():
    assert held_by("t/page.js", read=SCRIPTS.__getitem__, others=frozenset()) == [
        "t/phone/store.js",
        "t/phone/say.js",
        "t/last.js",
        "t/page.js",
    ]


@pytest.mark.parametrize("others", [[], ["t/phone/store.js"]], ids=["one bundle", "with another bundle"])
def test_a_bundle_says_what_its_modules_say(tmp_path, node, others):
    for name, text in SCRIPTS.items():
        for folder in ("modules", "bundles"):
            (tmp_path / folder / name).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / folder / name).write_text(text)
    (tmp_path / "package.json").write_text('{"type": "module"}')
    for entry in ["t/page.js", *others]:
        (tmp_path / "bundles" / entry).write_text(made(entry, *others))
    said = node(tmp_path / "modules/t/page.js")
    assert said.split("\n")[:2] == ["say,two 1", "page 2 2"]
    assert node(tmp_path / "bundles/t/page.js") == said


def test_what_others_have_shipped_and_other_bundles_stay_files_of_their_own():
    text = made("t/page.js", "t/phone/store.js")
    assert 'from "./vendor/other.js";' in text
    assert 'from "./phone/store.js";' in text
    assert "own = []" not in text


def test_a_bundle_gives_what_its_script_exports(tmp_path, node):
    (tmp_path / "package.json").write_text('{"type": "module"}')
    (tmp_path / "t").mkdir()
    (tmp_path / "t/page-too.js").write_text(made("t/phone/store.js") + "export const two = kept.length + 2;\n")
    (tmp_path / "t/outside.js").write_text(SCRIPTS["t/outside.js"])
    assert node(tmp_path / "t/outside.js") == "2\n"


@pytest.mark.parametrize(
    "text", ["export default 1;\n", "export let one = 1;\n", "export { one };\n", 'import one from "./x.js";\n']
)
def test_what_is_not_known_here_is_refused(text):
    with pytest.raises(Unbundled, match=text.split()[0]):
        made("t/page.js", text=text)
