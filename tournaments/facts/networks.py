"""From which network a machine comes, as far as its address says: for counting how much comes from one place.

Behind an address of IPv4 stands a machine or a whole house. Of IPv6 every house, and whoever rents a server, has at
least a /64 (RFC 6177) with more addresses than could ever be counted one by one; so there the network is the place.
"""

from __future__ import annotations

from ipaddress import IPv6Address, ip_address

HOUSE = 64  # bits


def place_of(address: str) -> str:
    """The place that `address` belongs to: itself, or its network in IPv6. What is no address is its own place."""
    try:
        said = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if not isinstance(said, IPv6Address):
        return str(said)
    if said.ipv4_mapped is not None:  # a server that listens on both names IPv4 so
        return str(said.ipv4_mapped)
    return f"{IPv6Address(int(said) >> 128 - HOUSE << 128 - HOUSE)}/{HOUSE}"
