"""Static files under names with the hash of their content, which scripts ask for as well when they import each other.

Of scripts only our own are changed, and only in two ways. Static imports that stand at the beginning of a line ask for
the hashed name. Comments that fill lines, and those that begin with two asterisks (types), are left out: they are for
whoever reads the source, and half of what a phone would load. So are those of stylesheets. While developing, files keep
plain names, and comments.

The scripts in BUNDLES are sent with what they import, as one file each (scwu/bundles.py).
"""

import re
from collections.abc import Callable, Iterator
from typing import Any

from django.core.files.base import ContentFile
from django.core.files.storage import InMemoryStorage
from whitenoise.storage import CompressedManifestStaticFilesStorage  # type: ignore[import-untyped]

from scwu.bundles import bundle

IMPORT = (
    r"""(?m)^(?P<matched>(?P<head>import\s*|(?:import|export)\b[^;"']*\bfrom\s*)"""
    r"""["'](?P<url>\.{1,2}/[^"']+)["'];)"""
)
TYPES = r"/\*\*(?:[^*]|\*(?!/))*\*/[ \t]*"
STYLE_COMMENT = r"(?m)^[ \t]*/\*(?:[^*]|\*(?!/))*\*/[ \t]*\n"
COMMENT = rf"(?m)^[ \t]*(?://[^\n]*|{TYPES})(?:\n|\Z)|{TYPES}"
NOTHING = ""
SHIPPED = "tournaments/vendor/"  # by others, with their licence in a comment
BUNDLES = frozenset({"tournaments/site.js", "tournaments/table-page.js", "tournaments/phone/outbox.js"})

Paths = dict[str, tuple[Any, str]]  # by name: the storage that has a file, and the path that it has there


class HashedModules(CompressedManifestStaticFilesStorage):  # type: ignore[misc]  # not typed
    patterns = (
        *CompressedManifestStaticFilesStorage.patterns,
        ("tournaments/*.css", ((STYLE_COMMENT, NOTHING),)),
        ("tournaments/*.js", ((COMMENT, NOTHING), (IMPORT, '%(head)s"%(url)s";'))),
    )
    max_post_process_passes = 20  # one for each step from a page's script down to what imports nothing

    def post_process(self, paths: Paths, **options: Any) -> Iterator[tuple[str, str, bool]]:
        """As Django does it, with each bundle in the place of its script."""
        yield from super().post_process({**paths, **bundled(paths)}, **options)

    def url_converter(
        self, name: str, hashed_files: dict[str, str], template: str | None = None
    ) -> Callable[[re.Match[str]], str]:
        if template != NOTHING:
            converter: Callable[[re.Match[str]], str] = super().url_converter(name, hashed_files, template)
            return converter
        return (lambda found: found[0]) if name.startswith(SHIPPED) else (lambda _found: NOTHING)


def bundled(paths: Paths) -> Paths:
    """The bundles of those scripts that are among `paths`."""
    made = InMemoryStorage()

    def read(name: str) -> str:
        storage, path = paths[name]
        with storage.open(path) as file:
            return str(file.read().decode())

    for name in BUNDLES & paths.keys():
        made.save(name, ContentFile(bundle(name, read=read, others=BUNDLES).encode()))
    return {name: (made, name) for name in BUNDLES & paths.keys()}
