"""A certificate authority for one hall: `./run --https` makes it, and a phone may trust it; it can vouch for no other.

What it believes: a phone trusts whoever it once trusted for years, so the authority must be worth nothing elsewhere.
Its certificate names, as a critical constraint (RFC 5280, 4.2.1.10), the laptop's own names and the networks of its own
addresses, and it can sign no other authority. Both keys lie in the data directory and can be read by its owner alone.
The server's certificate is made anew by itself when the laptop has got another address or its end is near; the
authority only when an address lies outside of what it may vouch for, because every phone has to be asked again.
"""

from __future__ import annotations

import datetime as dt
import ipaddress
import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

AUTHORITY_DAYS, LEAF_DAYS = 3 * 365, 90
RENEW_DAYS = 30  # before the end
EARLIER = dt.timedelta(days=1)  # clocks of phones are wrong
Address = ipaddress.IPv4Address | ipaddress.IPv6Address
Network = ipaddress.IPv4Network | ipaddress.IPv6Network


@dataclass(frozen=True)
class Hall:
    """What the authority may vouch for: names, and addresses."""

    names: tuple[str, ...]
    addresses: tuple[Address, ...]

    @classmethod
    def of(cls, hosts: Iterable[str]) -> Hall:
        """From host names and addresses as ALLOWED_HOSTS has them; one for everything (`*`) is none."""
        names, addresses = set(), set()
        for host in hosts:
            bare = host.strip("[].").lower()
            try:
                addresses.add(ipaddress.ip_address(bare))
            except ValueError:
                if bare and "*" not in bare and "_" not in bare and bare.isascii():
                    names.add(bare)
        return cls(tuple(sorted(names)), tuple(sorted(addresses, key=lambda one: (one.version, int(one)))))


def network_of(address: Address) -> Network:
    """The network in which a laptop at this address may get another one tomorrow: a router's 254 addresses."""
    is_in_a_hall = address.version == 4 and address.is_private and not address.is_loopback
    return ipaddress.ip_network((address, 24 if is_in_a_hall else address.max_prefixlen), strict=False)


@dataclass(frozen=True)
class Files:
    """Where it lies: `authority.pem` is what phones are given."""

    folder: Path

    @property
    def authority(self) -> Path:
        return self.folder / "authority.pem"

    @property
    def authority_key(self) -> Path:
        return self.folder / "authority.key"

    @property
    def server(self) -> Path:
        """The server's certificate and its key in one file, so that they cannot be of two different days."""
        return self.folder / "server.pem"


def renew(files: Files, hall: Hall, now: dt.datetime) -> bool:
    """Make what is missing, near its end or no longer of this hall; whether the server's certificate is a new one."""
    files.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    is_new = not _is_kept(files, hall, now)
    if is_new:
        _make_authority(files, hall, now)
    if is_new or not _serves(files, hall, now):
        _make_server(files, hall, now)
        return True
    return False


def fingerprint(certificate: bytes) -> str:
    """How a phone shows which certificate it trusts: SHA-256, in pairs."""
    digest = x509.load_pem_x509_certificate(certificate).fingerprint(hashes.SHA256())
    return digest.hex(":").upper()


# --- What is there ----------------------------------------------------------------------------------------------------


def _is_kept(files: Files, hall: Hall, now: dt.datetime) -> bool:
    """Whether the authority that is there may vouch for this hall, long enough."""
    if not (files.authority.exists() and files.authority_key.exists()):
        return False
    known = x509.load_pem_x509_certificate(files.authority.read_bytes())
    permitted = known.extensions.get_extension_for_class(x509.NameConstraints).value.permitted_subtrees or []
    names = {one.value for one in permitted if isinstance(one, x509.DNSName)}
    networks = [ipaddress.ip_network(str(one.value)) for one in permitted if isinstance(one, x509.IPAddress)]
    return (
        _lasts(known, now)
        and set(hall.names) <= names
        and all(any(address in network for network in networks) for address in hall.addresses)
    )


def _serves(files: Files, hall: Hall, now: dt.datetime) -> bool:
    """Whether the server's certificate has all names of now. One that is gone again does no harm."""
    if not files.server.exists():
        return False
    known = x509.load_pem_x509_certificate(files.server.read_bytes())
    said = known.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    return (
        _lasts(known, now)
        and set(hall.names) <= set(said.get_values_for_type(x509.DNSName))
        and set(hall.addresses) <= set(said.get_values_for_type(x509.IPAddress))
    )


def _lasts(certificate: x509.Certificate, now: dt.datetime) -> bool:
    return now + dt.timedelta(days=RENEW_DAYS) < certificate.not_valid_after_utc


# --- What is made -----------------------------------------------------------------------------------------------------


def _make_authority(files: Files, hall: Hall, now: dt.datetime) -> None:
    key = ec.generate_private_key(ec.SECP256R1())
    # The day tells two authorities of one laptop apart in a phone's list.
    name = _name(f"SCWU, {hall.names[0] if hall.names else 'hall'}, {now:%Y-%m-%d}")
    permitted: list[x509.GeneralName] = [x509.DNSName(one) for one in hall.names]
    permitted += [x509.IPAddress(network) for network in dict.fromkeys(map(network_of, hall.addresses))]
    certificate = (
        _certificate(name, name, key.public_key(), now, AUTHORITY_DAYS)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(_usage(signs_certificates=True), critical=True)
        .add_extension(x509.NameConstraints(permitted, None), critical=True)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
        .sign(key, hashes.SHA256())
    )
    _write(files.authority_key, _pem_of(key))
    _write(files.authority, certificate.public_bytes(serialization.Encoding.PEM))


def _make_server(files: Files, hall: Hall, now: dt.datetime) -> None:
    authority = x509.load_pem_x509_certificate(files.authority.read_bytes())
    signer = serialization.load_pem_private_key(files.authority_key.read_bytes(), password=None)
    if not isinstance(signer, ec.EllipticCurvePrivateKey):
        raise TypeError(f"{files.authority_key} holds no key of ours.")
    key = ec.generate_private_key(ec.SECP256R1())
    names: list[x509.GeneralName] = [x509.DNSName(one) for one in hall.names]
    names += [x509.IPAddress(one) for one in hall.addresses]
    identifier = authority.extensions.get_extension_for_class(x509.SubjectKeyIdentifier).value
    certificate = (
        _certificate(_name("SCWU"), authority.subject, key.public_key(), now, LEAF_DAYS)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(_usage(signs_certificates=False), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .add_extension(x509.SubjectAlternativeName(names), critical=False)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
        .add_extension(x509.AuthorityKeyIdentifier.from_issuer_subject_key_identifier(identifier), critical=False)
        .sign(signer, hashes.SHA256())
    )
    _write(files.server, certificate.public_bytes(serialization.Encoding.PEM) + _pem_of(key))


def _name(text: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, text[:64])])


def _certificate(
    subject: x509.Name, issuer: x509.Name, key: ec.EllipticCurvePublicKey, now: dt.datetime, days: int
) -> x509.CertificateBuilder:
    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer)
        .public_key(key)
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - EARLIER)
        .not_valid_after(now + dt.timedelta(days=days))
    )


def _usage(*, signs_certificates: bool) -> x509.KeyUsage:
    return x509.KeyUsage(
        digital_signature=not signs_certificates,
        key_cert_sign=signs_certificates,
        crl_sign=signs_certificates,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        encipher_only=False,
        decipher_only=False,
    )


def _pem_of(key: ec.EllipticCurvePrivateKey) -> bytes:
    return key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )


def _write(path: Path, content: bytes) -> None:
    """In one step, and for its owner alone from the first byte on."""
    new = path.with_suffix(".new")
    new.unlink(missing_ok=True)
    with os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(content)
    new.replace(path)
