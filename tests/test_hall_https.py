"""https in the hall: what its authority may vouch for, who reads its keys, when they are made anew, what is served."""

import asyncio
import datetime as dt
import socket
import ssl
import stat
import subprocess
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from cryptography import x509

from scwu import authority
from scwu.authority import Files, Hall
from scwu.web import server as web
from scwu.web.secure import Secure

NOW = dt.datetime.now(dt.UTC)  # handshakes are checked by the clock of the machine
LAPTOP = ["localhost", "127.0.0.1", "::1", "laptop", "laptop.local", "192.168.7.20"]


@pytest.fixture
def files(tmp_path: Path) -> Files:
    kept = Files(tmp_path / "https")
    assert authority.renew(kept, Hall.of(LAPTOP), NOW)
    return kept


def shake_hands(files: Files, name: str, *, certificate: Path | None = None) -> str:
    """Connect as a phone that trusts this authority alone. What it says: `trusted`, or the reason why not."""
    server = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    server.load_cert_chain(certificate or files.server)
    phone = ssl.create_default_context(cafile=str(files.authority))
    to_server, to_phone, from_phone, from_server = (ssl.MemoryBIO() for _ in range(4))
    ends = [
        phone.wrap_bio(from_server, to_server, server_hostname=name),
        server.wrap_bio(from_phone, to_phone, server_side=True),
    ]
    for _ in range(4):
        for end in ends:
            try:
                end.do_handshake()
            except ssl.SSLWantReadError:
                pass
            except ssl.SSLCertVerificationError as refused:
                return refused.verify_message
            from_phone.write(to_server.read())
            from_server.write(to_phone.read())
    return "trusted"


# --- What it may vouch for --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["localhost", "laptop", "laptop.local", "192.168.7.20", "127.0.0.1"])
def test_a_phone_that_trusts_the_authority_trusts_the_hall(files: Files, name: str):
    assert shake_hands(files, name) == "trusted"


@pytest.mark.parametrize("name", ["bank.example", "local", "192.168.8.20", "8.8.8.8", "2001:db8::1"])
def test_what_the_authority_signs_for_anybody_else_is_refused(files: Files, name: str):
    """As a thief of its key would do it: with the key itself, past everything that this code is willing to sign."""
    stolen = Files(files.folder.parent / "stolen")
    stolen.folder.mkdir()
    for theirs, ours in ((stolen.authority, files.authority), (stolen.authority_key, files.authority_key)):
        theirs.write_bytes(ours.read_bytes())
    authority._make_server(stolen, Hall.of([name]), NOW)
    assert "permitted subtree violation" in shake_hands(files, name, certificate=stolen.server)


def test_the_constraint_is_critical_and_it_can_sign_no_other_authority(files: Files):
    known = x509.load_pem_x509_certificate(files.authority.read_bytes()).extensions
    assert known.get_extension_for_class(x509.NameConstraints).critical
    assert known.get_extension_for_class(x509.BasicConstraints).value.path_length == 0


def test_a_host_that_stands_for_every_name_is_none():
    hall = Hall.of(["*", ".hall.test", "[::1]", "Laptop", "my_pc"])
    assert hall.names == ("hall.test", "laptop")
    assert [str(one) for one in hall.addresses] == ["::1"]


@pytest.mark.parametrize(
    ("address", "network"),
    [("192.168.7.20", "192.168.7.0/24"), ("127.0.0.1", "127.0.0.1/32"), ("8.8.8.8", "8.8.8.8/32"), ("::1", "::1/128")],
)
def test_only_in_a_network_of_its_own_may_the_laptop_get_another_address(address: str, network: str):
    assert str(authority.network_of(Hall.of([address]).addresses[0])) == network


# --- Its keys ---------------------------------------------------------------------------------------------------------


def test_nobody_but_their_owner_can_read_the_keys(files: Files):
    assert {path.name: stat.filemode(path.stat().st_mode) for path in files.folder.iterdir()} == {
        "authority.pem": "-rw-------",
        "authority.key": "-rw-------",
        "server.pem": "-rw-------",
    }
    assert stat.filemode(files.folder.stat().st_mode) == "drwx------"


def test_a_phone_is_given_no_key(files: Files):
    assert b"PRIVATE" not in files.authority.read_bytes()


# --- When it is made anew ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hosts", "days", "renewed"),
    [
        pytest.param(LAPTOP, 0, "", id="nothing has changed"),
        pytest.param(LAPTOP[:-1], 0, "", id="an address is gone"),
        pytest.param([*LAPTOP[:-1], "192.168.7.99"], 0, "server", id="another address of the same network"),
        pytest.param([*LAPTOP, "10.0.0.5"], 0, "server authority", id="another network"),
        pytest.param([*LAPTOP, "hall.test"], 0, "server authority", id="another name"),
        pytest.param(LAPTOP, 61, "server", id="the server's is near its end"),
        pytest.param(LAPTOP, 1066, "server authority", id="the authority's is near its end"),
    ],
)
def test_a_certificate_is_made_anew_when_it_must_be_and_only_then(
    files: Files, hosts: list[str], days: int, renewed: str
):
    before = {"server": files.server.read_bytes(), "authority": files.authority.read_bytes()}
    later = NOW + dt.timedelta(days=days)
    assert authority.renew(files, Hall.of(hosts), later) == bool(renewed)
    after = {"server": files.server.read_bytes(), "authority": files.authority.read_bytes()}
    assert {name for name in before if before[name] != after[name]} == set(renewed.split())
    assert not authority.renew(files, Hall.of(hosts), later), "and then it is at rest"


def test_the_fingerprint_is_the_one_that_a_phone_shows(files: Files):
    shown = subprocess.run(
        ["openssl", "x509", "-noout", "-fingerprint", "-sha256", "-in", files.authority],
        capture_output=True, text=True, check=True,
    ).stdout  # fmt: skip
    assert shown.strip().endswith(authority.fingerprint(files.authority.read_bytes()))


# --- What is served ---------------------------------------------------------------------------------------------------


@pytest.fixture
def served(files: Files) -> Iterator[tuple[Secure, int, int, list[str]]]:
    """The site's own server on both ports; the list of hosts may be changed while it runs."""
    hosts = list(LAPTOP)
    plain, over_tls = (socket.create_server(("127.0.0.1", 0)) for _ in range(2))
    secure = Secure(over_tls, files, lambda: hosts)
    server = web.Server(stop_seconds=1, secure=secure)
    server.config.timeout_notify = 0  # look at every beat
    ports = plain.getsockname()[1], over_tls.getsockname()[1]
    started = threading.Event()
    thread = threading.Thread(target=_run, args=(server, plain, started), daemon=True)
    thread.start()
    assert started.wait(20)
    yield secure, *ports, hosts
    server.should_exit = True
    thread.join(20)


def _run(server: web.Server, plain: socket.socket, started: threading.Event) -> None:
    original = server.startup

    async def startup(sockets: list[socket.socket] | None = None) -> None:
        await original(sockets)
        started.set()

    server.startup = startup
    server.run(sockets=[plain])


def ask(connection: socket.socket, path: str = "/language/") -> str:
    """The head of the answer."""
    connection.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode())
    with connection, connection.makefile("rb") as answer:
        return answer.read().decode().partition("\r\n\r\n")[0].lower()


def over_tls(files: Files, port: int) -> ssl.SSLSocket:
    phone = ssl.create_default_context(cafile=str(files.authority))
    return phone.wrap_socket(socket.create_connection(("127.0.0.1", port), timeout=20), server_hostname="localhost")


def test_https_is_served_beside_http_and_binds_no_browser_to_it(
    served: tuple[Secure, int, int, list[str]], files: Files
):
    _, plain, secure, _ = served
    answers = [ask(socket.create_connection(("127.0.0.1", plain), timeout=20)), ask(over_tls(files, secure))]
    for answer in answers:
        assert answer.startswith("http/1.1 ")
        assert "strict-transport-security" not in answer
        assert "location: https" not in answer


def test_a_new_address_has_its_certificate_while_the_server_runs(
    served: tuple[Secure, int, int, list[str]], files: Files
):
    secure, _, port, hosts = served
    hosts.append("192.168.7.99")
    asyncio.run(secure.follow())
    with over_tls(files, port) as phone:
        shown = phone.getpeercert() or {}
    assert ("IP Address", "192.168.7.99") in shown["subjectAltName"]
