"""The private Valkey of the embedded default: one process, one Unix socket, one append-only file.

No port: nothing on the network can reach it, and two checkouts never meet. The socket's directory belongs to one user
and shows its content to nobody else. What it holds is worth little (queued ids, cache): the database knows what is due.
"""

import contextlib
import os
import time
from pathlib import Path

import redis

from scwu.children import Child, program
from tournaments.breaker import CLIENT_OPTIONS

READY_SECONDS = 10.0


class CannotStart(Exception):
    """Why it does not run, as a sentence for the person at the keyboard."""


def private_directory(path: Path) -> None:
    """Make the socket's directory, or prove that the one which is there is ours alone."""
    path.mkdir(mode=0o700, parents=True, exist_ok=True)
    state = path.lstat()
    if path.is_symlink() or state.st_uid != os.getuid() or state.st_mode & 0o077:
        raise CannotStart(f"{path} is open to other users of this machine; remove it and start again.")


def answers(socket: Path) -> bool:
    """Whether a server listens on the socket and is ready."""
    with client(socket) as connection:
        try:
            return bool(connection.ping())
        except redis.RedisError:
            return False


def clear_away(socket: Path) -> None:
    """End a server that outlived its supervisor (possible where children cannot be told to die with it)."""
    if answers(socket):
        with client(socket) as connection:
            connection.shutdown(save=False)  # its append-only file has everything
    socket.unlink(missing_ok=True)


def client(socket: Path) -> redis.Redis:
    return redis.Redis(unix_socket_path=str(socket), **CLIENT_OPTIONS)


def command(binary: str, socket: Path, folder: Path) -> list[str]:
    options = {
        "port": "0",
        "unixsocket": str(socket),
        "unixsocketperm": "700",
        "dir": str(folder),
        "appendonly": "yes",
        "save": "",
        "daemonize": "no",
        "loglevel": "warning",
        "logfile": str(folder / "valkey.log"),
    }
    return [binary, *(word for name, value in options.items() for word in (f"--{name}", value))]


def start(binary: str, socket: Path, folder: Path, *, orphan_signal: int) -> Child:
    """The running server, ready for its first client."""
    private_directory(socket.parent)
    clear_away(socket)
    folder.mkdir(parents=True, exist_ok=True)
    child = Child("The broker (Valkey)", program(command(binary, socket, folder), orphan_signal=orphan_signal))
    try:
        child.start()
    except OSError as error:
        raise CannotStart(f"{binary} does not run here ({error.strerror}).") from error
    deadline = time.monotonic() + READY_SECONDS
    while not answers(socket):
        if not child.running or time.monotonic() > deadline:
            child.stop(patience=1)
            raise CannotStart(f"{binary} does not come up; {folder / 'valkey.log'} may say why.")
        time.sleep(0.02)
    return child


def tidy_up(socket: Path) -> None:
    """Take the socket's directory away, once nothing listens there any more."""
    socket.unlink(missing_ok=True)
    with contextlib.suppress(OSError):  # somebody put something else into it: not ours to remove
        socket.parent.rmdir()
