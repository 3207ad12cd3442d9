"""The page that tells how a phone comes to trust the hall's laptop, and the certificate that it hands out."""

import datetime as dt
from pathlib import Path

import pytest
from cryptography import x509
from django.test import Client

from scwu import authority

CERTIFICATE = "/trust/scwu.crt"


@pytest.fixture
def hall(settings, tmp_path: Path) -> authority.Files:
    """A laptop that was started with --https."""
    files = authority.Files(tmp_path / "https")
    authority.renew(files, authority.Hall.of(["localhost", "127.0.0.1", "laptop.local"]), dt.datetime.now(dt.UTC))
    settings.HALL_HTTPS_PORT, settings.HALL_AUTHORITY = 8443, files.authority
    return files


def test_a_phone_is_handed_the_authority_as_it_wants_to_install_it(client: Client, hall: authority.Files):
    answer = client.get(CERTIFICATE)
    assert answer["Content-Type"] == "application/x-x509-ca-cert"
    known = x509.load_der_x509_certificate(answer.content)
    assert known == x509.load_pem_x509_certificate(hall.authority.read_bytes())


def test_the_page_shows_the_fingerprint_and_the_addresses_that_a_phone_can_reach(client: Client, hall, settings):
    settings.SITE_URL = "http://192.168.7.20:8000"
    page = client.get("/trust/", headers={"host": "localhost:8000"}).content.decode()
    assert authority.fingerprint(hall.authority.read_bytes()) in page
    assert "http://192.168.7.20:8000/trust/scwu.crt" in page
    assert "https://192.168.7.20:8443/" in page


def test_under_another_name_the_page_leads_to_that_name(client: Client, hall, settings):
    settings.ALLOWED_HOSTS = ["laptop.local"]
    page = client.get("/trust/", headers={"host": "laptop.local:8000"}).content.decode()
    assert "http://laptop.local:8000/trust/scwu.crt" in page
    assert "https://laptop.local:8443/" in page


def test_without_https_there_is_no_certificate_and_the_page_says_what_it_would_take(client: Client):
    assert client.get(CERTIFICATE)["Location"] == "/trust/"
    page = client.get("/trust/").content.decode()
    assert "./run --https" in page
    assert CERTIFICATE not in page


def test_a_site_with_https_of_its_own_has_nothing_to_install(client: Client):
    assert "nothing to install" in client.get("/trust/", secure=True).content.decode()
