"""The supervisor's rounds (scwu/knocking.py): who runs and does not answer is replaced, and nobody else."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest

from scwu import knocking
from scwu.knocking import Door, Rounds


@dataclass
class Server:
    """What it answers, knock by knock; and what it was replaced for."""

    answers: list[int | None]
    replaced: list[str] = field(default_factory=list)
    running: bool = True

    def status(self, _is_there: object) -> int | None:
        return self.answers.pop(0)

    def replace(self, _say: object, why: str) -> None:
        self.replaced.append(why)


@pytest.mark.parametrize(
    ("answers", "replaced"),
    [
        ([200, 200, 200], []),
        ([None, None, 200, None, None], []),
        ([503, 503, 503, 503], []),  # the database is away: another server would not have it either
        ([400, 404, 400], []),
        ([None, None, None], ["does not answer"]),
        ([None, 500, 500], ["answers with nothing but crashes"]),
        ([500] * 7, ["answers with nothing but crashes"] * 2),
    ],
)
def test_three_knocks_in_vain_replace_it(answers, replaced):
    server = Server(list(answers))
    rounds = Rounds(server, server)
    for number in range(len(answers)):
        rounds.go(number * knocking.BETWEEN_SECONDS, print)
        rounds.go(number * knocking.BETWEEN_SECONDS + 1, print)  # not yet
    assert (server.answers, server.replaced) == ([], replaced)


def test_one_that_has_ended_is_no_silent_one():
    """It is started again anyway; three knocks at a door without a house would end the one that comes after it."""
    server = Server([None] * 4, running=False)
    rounds = Rounds(server, server)
    for number in range(3):
        rounds.go(number * knocking.BETWEEN_SECONDS, print)
    server.running = True
    rounds.go(3 * knocking.BETWEEN_SECONDS, print)
    assert server.replaced == []


@pytest.fixture
def listener() -> Iterator[socket.socket]:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        yield listener


@pytest.mark.parametrize(
    ("said", "status"),
    [
        (b"HTTP/1.1 503 Service Unavailable\r\n", 503),
        (b"HTTP/1.1 500 Internal Server Error\r\n", 500),
        (b"SSH-2.0-OpenSSH", None),
        (b"", None),
    ],
)
def test_a_knock_is_a_visit(listener, said, status):
    def answer() -> None:
        visitor, _ = listener.accept()
        with visitor:
            asked.append(visitor.recv(4096))
            visitor.sendall(said)

    asked: list[bytes] = []
    server = threading.Thread(target=answer)
    server.start()
    assert Door.of(listener).status() == status
    server.join()
    assert asked[0].startswith(b"GET /health/ HTTP/1.1\r\nHost: ")


def test_whoever_is_gone_is_not_waited_for(listener, monkeypatch):
    """The port is open while nobody is behind it; the supervisor has a server to start, and no time to lose."""
    looks = iter([True, False])
    monkeypatch.setattr(knocking, "LISTEN_SECONDS", 0.01)
    monkeypatch.setattr(knocking, "ANSWER_SECONDS", 3600)
    assert Door.of(listener).status(lambda: next(looks)) is None


def test_a_server_that_takes_the_visit_and_says_nothing_is_silent(listener, monkeypatch):
    monkeypatch.setattr(knocking, "ANSWER_SECONDS", 0.01)
    monkeypatch.setattr(knocking, "LISTEN_SECONDS", 0.01)
    assert Door.of(listener).status() is None
