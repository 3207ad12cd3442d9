"""Scripts that are sent as one file: a page's own and all that they import, put together with the static files.

A module of its own costs a phone a request and four hundred bytes of headers, and packs badly. The sources stay one
module a behaviour, and are served as they lie while developing. In a bundle each module is a function that is called
once, in the order in which a browser would run the modules, and gives what it exports:

    const $phone_ids = (() => {
    function newId() { … }
    return { newId };
    })();

Another bundle is imported, not held, and so is what others have shipped, with its licence. A module that two bundles
hold is there twice: it must not remember anything (tests/test_hashed_modules.py).
"""

import re
from collections.abc import Callable, Iterator
from posixpath import dirname, join, normpath, relpath

IMPORTS = re.compile(
    r"""^import\s+(?:(?P<what>\{[^}]*\}|\*\s+as\s+\w+)\s+from\s+)?["'](?P<url>\.[^"']+)["'];\n?""", re.M
)
EXPORTS = re.compile(r"^export\s+(?P<what>(?:async\s+)?function\s+|const\s+|class\s+)(?P<name>\w+)", re.M)
MODULE_WORDS = re.compile(r"^(?:import|export)\b.*", re.M)
VENDOR = "/vendor/"

Read = Callable[[str], str]  # the text of a script, by its name below STATIC_URL


class Unbundled(Exception):
    """A module that says import or export in a way that is not known here."""


def bundle(entry: str, *, read: Read, others: frozenset[str]) -> str:
    """The text of the file that is sent in place of `entry`. `others`: the bundles that it imports instead."""
    held = held_by(entry, read=read, others=others)
    outside = dict.fromkeys(one for name in held for one in imported(name, read(name)) if one not in held)
    folder = dirname(entry)
    parts = [f'import * as {_variable(name)} from "{_relative(name, folder)}";\n' for name in outside]
    parts += [_as_function(name, read(name)) for name in held]
    if exported := EXPORTS.findall(read(entry)):
        names = ", ".join(name for _, name in exported)
        parts.append(f"export const {{ {names} }} = {_variable(entry)};\n")
    return "".join(parts)


def held_by(entry: str, *, read: Read, others: frozenset[str]) -> list[str]:
    """The modules in the bundle of `entry`, in the order in which they run."""
    found: dict[str, None] = {}

    def visit(name: str) -> None:
        if name in found or VENDOR in name or (name in others and name != entry):
            return
        for one in imported(name, read(name)):
            visit(one)
        found[name] = None

    visit(entry)
    return list(found)


def imported(name: str, text: str) -> Iterator[str]:
    """The names of the modules that a module imports."""
    return (_name(match["url"], name) for match in IMPORTS.finditer(text))


def _as_function(name: str, text: str) -> str:
    def taken(found: re.Match[str]) -> str:
        what, variable = found["what"], _variable(_name(found["url"], name))
        if what is None:
            return ""
        if what.startswith("*"):
            return f"const {what.split()[-1]} = {variable};\n"
        names = re.sub(r"\s+as\s+", ": ", what)
        return f"const {names} = {variable};\n"

    exported = [one for _, one in EXPORTS.findall(text)]
    body = EXPORTS.sub(r"\g<what>\g<name>", IMPORTS.sub(taken, text))
    if strange := MODULE_WORDS.search(body):
        raise Unbundled(f"{name}: {strange[0]}")
    gives = f"return {{ {', '.join(exported)} }};\n" if exported else ""
    start = f"const {_variable(name)} = " if exported else ""
    return f"{start}(() => {{\n{body}{gives}}})();\n"


def _name(url: str, importer: str) -> str:
    return normpath(join(dirname(importer), url))


def _relative(name: str, folder: str) -> str:
    path = relpath(name, folder)
    return path if path.startswith(".") else f"./{path}"


def _variable(name: str) -> str:
    """No source has a name with a dollar, so none can hide it."""
    return "$" + re.sub(r"\W", "_", name.removeprefix("tournaments/").removesuffix(".js"))
