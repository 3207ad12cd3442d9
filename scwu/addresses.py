"""The names under which this machine can be reached: what a phone in the same room may type.

Django answers only to host names that it was told. The laptop of a tournament director has no name that could be told
beforehand: its address comes from the pub's router, and changes when the router feels like it. So the embedded default
answers to the machine's own addresses, asked anew every few seconds, and to nothing else. A name that merely points
here (DNS rebinding) is refused. Not here: addresses of IPv6 beyond ::1; phones on one Wi-Fi find IPv4.
"""

import fcntl
import os
import re
import shutil
import socket
import struct
import sys
import time
from collections.abc import Iterator
from pathlib import Path

# The ioctl that asks for an interface's IPv4 address; its answer has the address in bytes 20 to 24 on both systems.
SIOCGIFADDR = 0xC0206921 if sys.platform == "darwin" else 0x8915
REFRESH_SECONDS = 10
# Interfaces behind which no phone can be: bridges of containers and machines, tunnels.
VIRTUAL = ("br-", "docker", "tap", "tun", "utun", "veth", "virbr", "wg", "zt")


def interface_address(name: str) -> str | None:
    """The IPv4 address of one interface, or None when it has none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            answer = fcntl.ioctl(probe.fileno(), SIOCGIFADDR, struct.pack("256s", name.encode()[:15]))
        except OSError:
            return None
    return socket.inet_ntoa(answer[20:24])


def interface_addresses() -> dict[str, str]:
    """The IPv4 address of each interface that has one, this machine's talk to itself left out."""
    found = {name: interface_address(name) for _, name in socket.if_nameindex()}
    return {name: address for name, address in found.items() if address and not address.startswith("127.")}


def lan_addresses() -> list[str]:
    """The addresses that a phone in the same room could use."""
    return [address for name, address in interface_addresses().items() if not name.startswith(VIRTUAL)]


def own_hosts() -> list[str]:
    """Every host name and address under which this machine answers in embedded mode."""
    name = socket.gethostname().lower()
    return ["localhost", "127.0.0.1", "[::1]", name, f"{name}.local", *interface_addresses().values()]


def hall_hosts(others: list[str]) -> list[str]:
    """The names and addresses under which a phone in the same room, or the laptop itself, can reach it."""
    name = socket.gethostname().lower()
    return [*others, "localhost", "127.0.0.1", "::1", name, f"{name}.local", *lan_addresses()]


def address_of_the_site(data_dir: Path) -> str | None:
    """Where the supervisor that holds the data directory (scwu/serve.py) can be opened here; None if none runs."""
    try:
        said = re.search(r"process (\d+) .* at (\S+)/\)", (data_dir / "serve.pid").read_text())
        if said is None:
            return None
        os.kill(int(said[1]), 0)
    except OSError:
        return None
    return said[2]


def firewall(port: int) -> str:
    """How the port is opened with the firewall that this machine has."""
    if sys.platform == "darwin":
        return "allow Python in System Settings → Network → Firewall → Options"
    if shutil.which("ufw"):
        return f"sudo ufw allow {port}/tcp"
    if shutil.which("firewall-cmd"):
        return f"sudo firewall-cmd --add-port={port}/tcp"
    return f"let TCP port {port} in"


def how_to_reach(port: int) -> str:
    """What to do when a phone cannot open an address that this machine itself can."""
    return (
        "the same Wi-Fi, and no mobile data? Some keep their guests apart (a hotspot does not). "
        f"A firewall here: {firewall(port)}."
    )


class OwnHosts(list[str]):
    """A list for ALLOWED_HOSTS that follows the machine from network to network while the server runs."""

    def __init__(self, others: list[str]) -> None:
        super().__init__([*others, *own_hosts()])
        self._others = others
        self._asked_at = time.monotonic()

    def __iter__(self) -> Iterator[str]:
        if time.monotonic() - self._asked_at > REFRESH_SECONDS:
            self[:] = [*self._others, *own_hosts()]
            self._asked_at = time.monotonic()
        return super().__iter__()
