"""Does deploy/Dockerfile build, and does what it builds run? Tried without Docker, in a bare Debian tree.

The file itself is read, so that a slip of the pen in it fails here: its RUN lines are run in the tree by chroot, its
COPY lines copy what .dockerignore lets through, ENV, WORKDIR and USER hold for what follows. Then its CMD is started as
its USER, and its HEALTHCHECK asked until it is content. Needs root, and debootstrap (or --tree, one that is there
already). Not tried: layers, caches, the pull of the base image. Prints one JSON line.
"""

# ruff: noqa: S603, S607 - programs of this machine, by their names
from __future__ import annotations

import argparse
import fnmatch
import json
import os
import re
import secrets
import shlex
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FILE = ROOT / "deploy" / "Dockerfile"
PATIENCE = 120
# What a machine may need to reach its package registries.
PASSED_ON = re.compile(r"(?i)(pip_(extra_)?index_url|pip_cert|https?_proxy|no_proxy|ssl_cert_file)")


def instructions(text: str) -> Iterator[tuple[str, str]]:
    """(word, rest) of each instruction; lines that end in a backslash go on, comments are left out."""
    whole = re.sub(r"\\\n", " ", re.sub(r"^\s*#.*\n", "", text, flags=re.MULTILINE))
    for line in filter(None, map(str.strip, whole.splitlines())):
        word, _, rest = line.partition(" ")
        yield word.upper(), rest.strip()


class Tree:
    """A root folder, and what the instructions before have said of where and as whom."""

    def __init__(self, root: Path) -> None:
        self.root, self.folder, self.user = root, "/", "root"
        self.env = {"PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/root"}
        self.command: list[str] = []
        self.check: list[str] = []
        self.done = 0

    def do(self, word: str, rest: str) -> None:
        step = getattr(self, f"_{word.lower()}", None)
        if step is None:
            raise SystemExit(f"There is no instruction {word}, or this script does not know it.")
        step(rest)
        self.done += 1

    def start(self, command: list[str], **more: str) -> subprocess.Popen[bytes]:
        env = {**self.env, **{name: value for name, value in os.environ.items() if PASSED_ON.fullmatch(name)}, **more}
        user = [] if self.user == "root" else [f"--userspec={self.user}:{self.user}"]
        inside = ["/bin/sh", "-c", f"cd {shlex.quote(self.folder)} && exec {shlex.join(command)}"]
        return subprocess.Popen(["chroot", *user, str(self.root), *inside], env=env, stdin=subprocess.DEVNULL)

    def _from(self, rest: str) -> None:
        if not re.fullmatch(r"debian:bookworm(-slim)?", rest):
            raise SystemExit(f"The tree is Debian 12, and the file wants {rest}.")

    def _run(self, rest: str) -> None:
        if code := self.start(["/bin/sh", "-c", rest]).wait():
            raise SystemExit(f"RUN ended with {code}: {rest}")

    def _copy(self, rest: str) -> None:
        *sources, target = rest.split()
        ignored = (ROOT / ".dockerignore").read_text().split()
        place = self.root / (target if target.startswith("/") else f"{self.folder}/{target}").lstrip("/")
        for source in sources:
            found = ROOT / source
            if not found.exists() or _is_ignored(source, ignored):
                raise SystemExit(f"COPY {source}: it is not there, or .dockerignore keeps it back.")
            if found.is_dir():
                shutil.copytree(found, place, dirs_exist_ok=True, ignore=_keeping_back(ignored))
            else:
                place.mkdir(parents=True, exist_ok=True) if target.endswith("/") else None
                shutil.copy(found, place)

    def _workdir(self, rest: str) -> None:
        self.folder = rest
        (self.root / rest.lstrip("/")).mkdir(parents=True, exist_ok=True)

    def _env(self, rest: str) -> None:
        for word in shlex.split(rest):
            name, _, value = word.partition("=")
            self.env[name] = re.sub(r"\$(\w+)", lambda named: self.env.get(named[1], ""), value)

    def _user(self, rest: str) -> None:
        self.user = rest

    def _volume(self, rest: str) -> None:
        if not (self.root / rest.lstrip("/")).is_dir():
            raise SystemExit(f"VOLUME {rest} is no folder, and would be root's.")

    def _expose(self, rest: str) -> None:
        self.port = rest

    def at_a_free_port(self) -> None:
        """A container has its ports to itself; the tree has those of this machine."""
        with socket.create_server(("127.0.0.1", 0)) as listener:
            free = str(listener.getsockname()[1])
        self.command = [word.replace(self.port, free) for word in self.command]
        self.check = [word.replace(self.port, free) for word in self.check]

    def _healthcheck(self, rest: str) -> None:
        self.check = json.loads(rest.partition("CMD")[2])

    def _cmd(self, rest: str) -> None:
        self.command = json.loads(rest)


def _is_ignored(path: str, patterns: list[str]) -> bool:
    return any(fnmatch.fnmatch(path, pattern.removeprefix("**/")) for pattern in patterns)


def _keeping_back(patterns: list[str]):
    return lambda _folder, names: [name for name in names if _is_ignored(name, patterns)]


def bare(root: Path, mirror: str | None) -> None:
    """A Debian tree of its smallest kind."""
    program = shutil.which("debootstrap") or sys.exit("debootstrap is missing: apt install debootstrap, or --tree")
    subprocess.run([program, "--variant=minbase", "bookworm", str(root), *([mirror] if mirror else [])], check=True,
                   stdout=subprocess.DEVNULL)  # fmt: skip


def connect(root: Path) -> list[Path]:
    """Names and certificates of this machine, and /proc; returns what is to be unmounted."""
    (root / "etc/ssl/certs").mkdir(parents=True, exist_ok=True)
    for name in ("/etc/resolv.conf", "/etc/ssl/certs/ca-certificates.crt"):
        if Path(name).exists():
            shutil.copy(name, root / name[1:])
    own = Path("/usr/local/share/ca-certificates")  # which the packages of the tree keep in their list
    if own.is_dir():
        shutil.copytree(own, root / own.relative_to("/"), dirs_exist_ok=True)
    if subprocess.run(["mount", "-t", "proc", "proc", str(root / "proc")], check=False).returncode:
        return []
    return [root / "proc"]


def serve(tree: Tree) -> float:
    """Seconds from the CMD until the HEALTHCHECK is content. In production, as its user, with SQLite."""
    settings = {
        "SCWU_PRODUCTION": "1", "SECRET_KEY": secrets.token_urlsafe(64), "SCWU_WORDS_KEY": secrets.token_urlsafe(64),
        "SCWU_HOSTS": "cats.example.org", "SCWU_URL": "https://cats.example.org", "SCWU_BROKER": "files",
        "SCWU_MAIL_FROM": "scwu@cats.example.org", "SCWU_PROXIES": "127.0.0.1",
    }  # fmt: skip
    for step in (["python", "manage.py", "migrate", "--verbosity", "0"],
                 ["python", "manage.py", "collectstatic", "--no-input", "--verbosity", "0"]):  # fmt: skip
        if tree.start(step, **settings).wait(600):
            raise SystemExit(f"{shlex.join(step)} failed")
    tree.at_a_free_port()
    began = time.monotonic()
    server = tree.start(tree.command, **settings)
    try:
        while time.monotonic() - began < PATIENCE:
            if server.poll() is not None:
                raise SystemExit(f"CMD ended with {server.returncode}")
            if tree.start(tree.check).wait(30) == 0:
                return time.monotonic() - began
            time.sleep(1)
        raise SystemExit("The HEALTHCHECK was never content.")
    finally:
        server.terminate()
        server.wait(30)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tree", type=Path, help="a bare Debian 12 tree; it is changed")
    parser.add_argument("--mirror", help="of Debian, for debootstrap")
    given = parser.parse_args()
    if os.geteuid():
        sys.exit("chroot needs root.")
    with tempfile.TemporaryDirectory(prefix="scwu-tree-", ignore_cleanup_errors=True) as folder:
        root = given.tree or Path(folder) / "tree"
        if given.tree is None:
            bare(root, given.mirror)
        mounted = connect(root)
        try:
            tree, began = Tree(root.resolve()), time.monotonic()
            for word, rest in instructions(FILE.read_text()):
                tree.do(word, rest)
            built, seconds = time.monotonic() - began, serve(tree)
            size = subprocess.run(["du", "-sxm", "--exclude=proc", "--exclude=dev", str(root)], capture_output=True,
                                  text=True, check=False).stdout.split()  # fmt: skip
        finally:
            for place in reversed(mounted):
                subprocess.run(["umount", str(place)], check=False)
    said = {
        "bench": "dockerfile",
        "instructions": tree.done,
        "build_seconds": round(built),
        "healthy_seconds": round(seconds, 1),
    }
    print(json.dumps({**said, "megabytes": int(size[0]) if size else None, "user": tree.user}))


if __name__ == "__main__":
    main()
