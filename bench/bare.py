"""docs/operations.md word by word, on a machine that has nothing: a bare Debian tree, made and thrown away.

    python bench/bare.py dist/scwu-1.0.0.tar.gz    needs root, Debian's debootstrap, and some minutes
    python bench/bare.py ARCHIVE --tree FOLDER     keeps the tree and takes it again

Prints one JSON line: how many blocks of commands the guide has, which of them failed, seconds. What the guide downloads
is fetched beforehand, from where this machine's apt and pip fetch; the commands then run in namespaces of their own, so
that their database, ports and processes are nobody else's. nginx is asked whether it understands the block for it.
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
GUIDE = ROOT / "docs" / "operations.md"
PATIENCE = 1800
# The loopback of a network of its own, the processes of a namespace of its own, and nothing of this machine beyond.
INSIDE = """
ip link set lo up
mount -t proc proc "$1/proc"
mount -t tmpfs tmpfs "$1/tmp"
mount --bind /dev "$1/dev"
path=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
exec chroot "$1" /usr/bin/env -i PATH=$path HOME=/root LC_ALL=C.UTF-8 PIP_NO_INDEX=1 PIP_FIND_LINKS=/root/wheels \\
    sh /root/guide
"""


def blocks(kind: str) -> list[str]:
    return re.findall(rf"^```{kind}\n(.*?)^```", GUIDE.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)


def script() -> str:
    """All blocks, one after the other in one shell, each telling that it is through."""
    said = ["set -eu"]
    for number, block in enumerate(blocks("sh"), 1):
        said += [f"echo '== block {number}'", block]
    said += ["mkdir -p /etc/nginx/sites-enabled", "rm -f /etc/nginx/sites-enabled/default"]
    said += ["cat >/etc/nginx/sites-enabled/scwu <<'NGINX'", blocks("nginx")[0], "NGINX"]
    said += ["nginx -t", "echo '== the end'"]
    return "\n".join(said) + "\n"


def run(*command: str | Path) -> None:
    subprocess.run([str(word) for word in command], check=True, stdout=sys.stderr, timeout=PATIENCE)  # noqa: S603 - ours


def make(tree: Path) -> None:
    """The bare tree, with what apt of the guide will ask for lying in its cache."""
    sources = subprocess.run(
        ["apt-get", "indextargets", "--format", "$(REPO_URI) $(CODENAME)"],  # noqa: S607 - Debian's
        capture_output=True,
        text=True,
        check=True,
    ).stdout.split()
    if not (tree / "etc/debian_version").exists():
        run("debootstrap", "--variant=minbase", sources[1].partition("-")[0], tree, sources[0])
    for of_apt in ("apt.conf.d", "trusted.gpg.d"):
        if (folder := Path("/etc/apt") / of_apt).is_dir():
            shutil.copytree(folder, tree / "etc/apt" / of_apt, dirs_exist_ok=True)
    (tree / "etc/apt/apt.conf.d/docker-clean").unlink(missing_ok=True)
    shutil.copy("/etc/resolv.conf", tree / "etc/resolv.conf")
    wanted = re.findall(r"apt-get install (.*)", GUIDE.read_text(encoding="utf-8"))[0].split()
    run("chroot", tree, "apt-get", "update", "-qq")
    run("chroot", tree, "apt-get", "install", "-qq", "--download-only", *wanted)
    keys = tree / "etc/ssl/scwu"  # nginx wants to see them; who they are is nobody's question here
    keys.mkdir(parents=True, exist_ok=True)
    pair = ["-keyout", keys / "privkey.pem", "-out", keys / "fullchain.pem"]
    run("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=cats.example.org", *pair)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("archive", type=Path)
    parser.add_argument("--tree", type=Path)
    given = parser.parse_args()
    tree = given.tree or Path(tempfile.mkdtemp(prefix="scwu-bare-")) / "tree"
    began = time.monotonic()
    make(tree)
    wheels = tree / "root/wheels"
    pip = [sys.executable, "-m", "pip", "--python", "/usr/bin/python3"]  # Debian's own, as in the tree
    run(*pip, "download", "-q", "--require-hashes", "-d", wheels, "-r", ROOT / "requirements.txt")
    shutil.copy(given.archive, tree / "root")
    (tree / "root/guide").write_text(script(), encoding="utf-8")
    command = [
        "unshare",
        "--mount",
        "--net",
        "--pid",
        "--fork",
        "--kill-child",
        "sh",
        "-c",
        INSIDE,
        "inside",
        str(tree),
    ]
    ran = subprocess.run(command, capture_output=True, text=True, check=False, timeout=PATIENCE)  # noqa: S603 - ours
    sys.stderr.write(ran.stdout + ran.stderr)
    reached = re.findall(r"^== (.*)$", ran.stdout, re.MULTILINE)
    failed = [] if reached[-1:] == ["the end"] else reached[-1:]
    print(json.dumps({"blocks": len(blocks("sh")), "failed": failed, "seconds": round(time.monotonic() - began)}))
    if given.tree is None:
        shutil.rmtree(tree.parent)
    sys.exit(bool(failed))


if __name__ == "__main__":
    main()
