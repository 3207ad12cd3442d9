"""What all commands share that take one document and answer with a text.

A document is a file or, for `-`, standard input; of one that is too large only so much is read as is needed to refuse
it. Whatever the locale says, nicks and card suits are UTF-8. A refused document, a missing file or a directory ends
with code 2 and one line per fault, `path: sentence`, on the error stream; a bug crashes.
"""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser, OutputWrapper

from games.fault_texts import fault_text
from games.rules.documents.faults import Fault, faults_in
from games.rules.refusals import Refused

REFUSED = 2


class DocumentCommand(BaseCommand):
    """`answer` makes the text. `what`: what FILE should be; `most_bytes`: of a larger one only a byte more is read.
    `sentence_of`: what is said of a fault.
    """

    most_bytes: int
    what: str
    sentence_of: Callable[[Fault], str] = staticmethod(fault_text)

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", metavar="FILE", help=f"{self.what}; - reads standard input")

    def answer(self, data: bytes, options: dict[str, Any]) -> str:
        """What is printed. Raises Refused with `faults`, or whatever `told` understands."""
        raise NotImplementedError

    def told(self, refused: Refused) -> Iterable[tuple[str, str]]:
        """What is said of a refusal: each fault with its path."""
        return ((fault.path, self.sentence_of(fault)) for fault in faults_in(refused))

    def handle(self, *_args: Any, **options: Any) -> None:
        speak_utf_8()
        try:
            text = self.answer(_read(options["file"], self.most_bytes), options)
        except OSError as error:
            self._refuse([(options["file"], error.strerror or str(error))])
        except Refused as refused:
            self._refuse(self.told(refused))
        else:
            put(self.stdout, text)

    def _refuse(self, told: Iterable[tuple[str, str]]) -> None:
        for path, sentence in told:
            self.stderr.write(f"{path}: {sentence}")
        raise SystemExit(REFUSED)


def put(stdout: OutputWrapper, text: str) -> None:
    """Prints the text, also for somebody who does not read on."""
    try:
        stdout.write(text)
        stdout.flush()
    except BrokenPipeError:  # `… | head`: Python would complain once more at its end
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def speak_utf_8() -> None:
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")


def _read(name: str, most_bytes: int) -> bytes:
    if name == "-":
        if sys.stdin is None:  # closed by whoever called
            raise OSError("there is no standard input")
        return sys.stdin.buffer.read(most_bytes + 1)
    with Path(name).open("rb") as file:
        return file.read(most_bytes + 1)
