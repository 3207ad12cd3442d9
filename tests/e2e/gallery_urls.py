"""Addresses under which the gallery is rendered: only the names that base.html links to."""

from django.http import HttpRequest, HttpResponse
from django.urls import include, path


def nothing(request: HttpRequest) -> HttpResponse:
    return HttpResponse(request.path)


NAMES = ["events", "players", "clubs", "me", "cards", "carry"]
public = ([path(f"{name}/", nothing, name=name) for name in NAMES], "public")
urlpatterns = [path("", include(public)), path("language/", nothing, name="set_language")]
