"""Makes the compiled catalogues (django.mo) of the written ones (django.po), which alone are kept in git.

Every start asks, whoever starts: `./run`, a worker, a test, a server. A compiled catalogue carries the time of the one
it was made of, so that the question costs two looks at the disk a language, and a copy, an older commit or a clock that
was set cannot leave a stale one in use. GNU gettext is not needed. What is made appears whole, so several processes may
do it at once. Where the folder cannot be written, pages stay in the words that are there, and the log says so.
"""

from __future__ import annotations

import io
import logging
import os
import tempfile
from pathlib import Path

log = logging.getLogger(__name__)


def compile_stale(folder: Path) -> list[Path]:
    """Compile what changed below `folder` (locale/); the files that were made. Never raises for want of rights."""
    made = []
    for source in sorted(folder.glob("*/LC_MESSAGES/*.po")):
        target = source.with_suffix(".mo")
        if _time(target) == _time(source):
            continue
        try:
            _compile(source, target)
            made.append(target)
        except OSError as error:
            log.warning("The catalogue %s could not be made: %s", target, error)
    return made


def _time(path: Path) -> int | None:
    try:
        return path.stat().st_mtime_ns
    except FileNotFoundError:
        return None


def _compile(source: Path, target: Path) -> None:
    """Through a file beside it that takes its place: whoever reads meanwhile reads the old one or the new one."""
    time = _time(source)
    with tempfile.NamedTemporaryFile(dir=target.parent, prefix=target.name, delete=False) as draft:
        try:
            draft.write(compiled(source.read_bytes(), source.parent.parent.name))
            draft.flush()
            os.utime(draft.name, ns=(time or 0, time or 0))
            Path(draft.name).chmod(0o644)
            Path(draft.name).replace(target)
        except BaseException:
            Path(draft.name).unlink(missing_ok=True)
            raise


def compiled(text: bytes, locale: str) -> bytes:
    """The catalogue as gettext reads it; what is fuzzy or not translated stays in English. Raises PoFileError."""
    from babel.messages import mofile, pofile  # noqa: PLC0415 - rarely needed, and every start passes here

    catalogue = pofile.read_po(io.BytesIO(text), abort_invalid=True)
    catalogue.locale = locale  # without one Babel leaves the rule for plurals out; a new file names none yet
    out = io.BytesIO()
    mofile.write_mo(out, catalogue)
    return out.getvalue()
