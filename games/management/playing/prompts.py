"""Questions and answers, one line each, and the ways to leave the table: `q`, Ctrl-C, Ctrl-D.

Answers come from the keyboard or from a script, which is any stream that is no terminal. A script is shown as if it had
been typed, and has to hold every answer of the game.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TextIO

from rich.console import Console
from rich.text import Text

from games.rules.documents.one_line import is_one_line

LONGEST_LINE = 1000
LEAVE = ("q", "quit")


class Left(Exception):
    """The person has left the table."""


class ScriptEnded(Exception):
    """There are no answers left though the game goes on."""


class Prompts:
    """Asks the person questions. `answers`: the stream from which the answers are read, a line each."""

    def __init__(self, console: Console, answers: TextIO) -> None:
        self.console = console
        self.answers = answers
        self.is_script = not answers.isatty()

    def ask(self, question: str, commands: Mapping[str, Callable[[], None]]) -> str:
        """The first answer that is none of the commands; these are done, and the question asked again."""
        while True:
            typed = self._line(question)
            if typed.casefold() in LEAVE:
                raise Left
            command = commands.get(typed.casefold())
            if command is None:
                return typed
            command()

    def _line(self, question: str) -> str:
        self.console.print(Text(f"{question} ", style="bold"), end="")
        try:
            line = self.answers.readline(LONGEST_LINE)
        except KeyboardInterrupt:
            line = ""
        if not line:
            self.console.print()
            raise ScriptEnded if self.is_script else Left
        if self.is_script:
            self.console.print(Text(line.strip() if is_one_line(line.strip()) else "…"))
        return line.strip()
