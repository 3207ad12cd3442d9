"""Pages that are made once: by one of those who ask at once, kept within bounds, compressed, and never somebody's."""

from __future__ import annotations

import gzip
import threading
from collections.abc import Callable
from concurrent.futures import Future

import pytest
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.test import Client, RequestFactory

from tests.factories import stories
from tests.factories.tournaments import AccountFactory
from tournaments.models import Event
from tournaments.operations.union.clubs import rename_club
from tournaments.queries import rendered_once
from tournaments.queries.rendered_once import Page, Shelf, made_for_nobody, shelf_for, takes_gzip

ASKING = 30


def a_page(text: str = "page") -> Page:
    return Page("harbour", {}, text.encode(), b"")


def all_at_once(ask: Callable[[], object]) -> list[object]:
    """What each of many threads gets that ask in the same moment: a value, or its exception."""
    start, got = threading.Barrier(ASKING), []

    def one() -> None:
        start.wait()
        try:
            got.append(ask())
        except Exception as error:
            got.append(error)

    threads = [threading.Thread(target=one) for _ in range(ASKING)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return got


@pytest.fixture
def when_all_wait(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """For whoever makes the page: go on when everybody else waits for it."""
    waiting = threading.Semaphore(0)

    class Awaited(Future):
        def result(self, timeout=None):
            waiting.release()
            return super().result(timeout)

    def wait() -> None:
        for _ in range(ASKING - 1):
            waiting.acquire()

    monkeypatch.setattr(rendered_once, "Future", Awaited)
    return wait


# --- The shelf --------------------------------------------------------------------------------------------------------


def test_of_thirty_who_ask_at_once_one_makes_the_page_and_all_have_it(when_all_wait):
    shelf = Shelf(1000)

    def make() -> Page:
        when_all_wait()
        return a_page()

    got = all_at_once(lambda: shelf.take("here", 1, make))
    assert (len(got), len(set(map(id, got))), got[0]) == (ASKING, 1, a_page())


def test_what_fails_fails_for_those_who_waited_and_is_not_kept(when_all_wait):
    shelf = Shelf(1000)

    def fail() -> Page:
        when_all_wait()
        raise LookupError

    got = all_at_once(lambda: shelf.take("here", 1, fail))
    assert [type(one) for one in got] == [LookupError] * ASKING
    assert shelf.take("here", 1, a_page) == a_page()


def test_a_page_is_of_one_version_and_another_one_takes_its_place():
    shelf = Shelf(1000)
    for version in (1, 1, 2, 1):  # a version that goes back is that of a restored database: nothing of before counts
        shelf.take("here", version, lambda version=version: a_page(str(version)))
    assert shelf.take("here", 1, lambda: a_page("anew")).body == b"1"
    assert shelf.take("here", 2, lambda: a_page("2 again")).body == b"2 again"
    assert shelf.size == len("2 again")


def test_bytes_are_bounded_and_what_nobody_asks_for_goes_first():
    shelf = Shelf(30)
    for address in ("a", "b", "c", "a", "d"):
        shelf.take(address, 1, lambda: a_page("x" * 10))
    assert [address for address in "abcd" if shelf.kept(address) is None] == ["b"]
    assert shelf.size == 30
    shelf.take("large", 1, lambda: a_page("x" * 31))
    assert shelf.size == 0


# --- What is kept -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "odd",
    ["?x=1", "?page=2&page=3", "?page=2&x=1", "?page=", "?after=" + "a" * 121, "round/01/", "round/1/table/002/"],
)
def test_addresses_that_anybody_can_think_up_without_end_are_not_kept(odd: str):
    assert shelf_for(RequestFactory().get(f"/e/harbour/{odd}")) is None


def test_a_page_with_a_question_pushes_out_none_without():
    plain, asked = (shelf_for(RequestFactory().get(f"/e/harbour/{one}")) for one in ("", "?page=2"))
    assert plain is not None
    assert asked is not None
    assert plain is not asked
    assert all(
        shelf_for(RequestFactory().get(f"/e/10-harbour/{one}")) is asked for one in ("?after=1-p7", "?show=names")
    )


@pytest.mark.django_db
def test_a_page_is_made_once_for_everybody_and_anew_for_a_new_version(django_assert_num_queries):
    event = stories.an_event(players=4, clubs=1)
    address = f"/e/{event.slug}/players/"
    first = Client().get(address)
    club = stories.registration(event, "p1").club
    with django_assert_num_queries(1):
        assert Client().get(address).content == first.content
    rename_club(club=club, name="Herons", by=AccountFactory.create(), now=event.created_at)
    assert b"Herons" in Client().get(address).content


@pytest.mark.django_db
def test_what_is_kept_opens_no_door(settings):
    """Of a kept page as of any other: nothing can be posted to it, foreign names get none, a draft is not there."""
    event = stories.an_event(players=4)
    address = f"/e/{event.slug}/"
    assert Client().get(address).status_code == 200
    assert Client().post(address).status_code == 405
    settings.ALLOWED_HOSTS = ["scwu.example"]
    assert Client().get(address, headers={"host": "elsewhere.example"}).status_code == 400
    settings.ALLOWED_HOSTS = ["*"]
    Event.objects.filter(pk=event.pk).update(status="draft")
    assert Client().get(address).status_code == 404


@pytest.mark.django_db
def test_the_language_is_part_of_what_is_kept():
    address = f"/e/{stories.an_event(players=4).slug}/"
    pages = [Client().get(address, headers={"accept-language": one}).content for one in ("cs", "en", "cs")]
    assert pages[0] == pages[2] != pages[1]


# --- As it is and compressed ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("accepted", "is_taken"),
    [
        ("gzip, deflate, br", True),
        ("br;q=1, gzip;q=0.5", True),
        ("", False),
        ("br", False),
        ("gzip;q=0", False),
        ("gzip ; q=0.000, br", False),
    ],
)
def test_who_takes_gzip_says_so(accepted: str, is_taken: bool):
    assert takes_gzip(accepted) is is_taken


@pytest.mark.django_db
def test_a_browser_is_sent_the_same_page_compressed_and_either_form_is_unchanged_by_its_etag():
    address = f"/e/{stories.an_event(players=4).slug}/"
    plain, zipped = (Client().get(address, headers={"accept-encoding": one}) for one in ("", "gzip, br"))
    assert gzip.decompress(zipped.content) == plain.content
    assert zipped["Content-Encoding"] == "gzip"
    assert zipped["Content-Length"] == str(len(zipped.content))
    assert not plain.has_header("Content-Encoding")
    assert plain["Vary"] == zipped["Vary"] == "Cookie, Accept-Language, Accept-Encoding"
    for answer in (plain, zipped):
        for accepted in ("", "gzip"):
            known = {"if-none-match": answer["ETag"], "accept-encoding": accepted}
            again = Client().get(address, headers=known)
            assert (again.status_code, again.content) == (304, b"")
            assert [again[name] for name in ("ETag", "Vary", "Cache-Control")] == [
                plain[name] for name in ("ETag", "Vary", "Cache-Control")
            ]


@pytest.mark.django_db
def test_who_has_only_its_head_is_told_the_same_without_the_body():
    address = f"/e/{stories.an_event(players=4).slug}/"
    whole, head = Client().get(address), Client().head(address)
    assert (head.status_code, head.content, dict(head.headers)) == (200, b"", dict(whole.headers))


# --- Nothing of anybody's ---------------------------------------------------------------------------------------------


def a_token(request: HttpRequest) -> HttpResponse:
    return HttpResponse(get_token(request))


def a_cookie(_request: HttpRequest) -> HttpResponse:
    answer = HttpResponse("page")
    answer.set_cookie("name", "value")
    return answer


def his_account(request: HttpRequest) -> HttpResponse:
    return HttpResponse(str(request.user))


def his_session(request: HttpRequest) -> HttpResponse:
    return HttpResponse(request.session.get("name", ""))


def his_cookie(request: HttpRequest) -> HttpResponse:
    return HttpResponse(request.COOKIES["sessionid"])


def his_header(request: HttpRequest) -> HttpResponse:
    return HttpResponse(request.headers["User-Agent"])


@pytest.mark.parametrize("view", [a_token, a_cookie, his_account, his_session, his_cookie, his_header])
def test_a_view_that_looks_at_who_asks_makes_no_page_for_everybody(view: Callable[[HttpRequest], HttpResponse]):
    request = RequestFactory().get("/e/harbour/", headers={"user-agent": "his own", "cookie": "sessionid=his"})
    request.user, request.session = AccountFactory.build(), {"name": "his"}
    with pytest.raises((TypeError, AttributeError, KeyError)):
        made_for_nobody(request, "harbour", view, {})


def test_what_is_no_page_is_not_kept():
    with pytest.raises(TypeError, match="no page for everybody"):
        made_for_nobody(RequestFactory().get("/e/"), "harbour", lambda _request: HttpResponse(status=302), {})
