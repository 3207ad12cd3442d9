"""Lists that anyone may read: they change with many events, so they have no version, and look at nobody either."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, cast

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.views.decorators.http import require_safe

Rest = ParamSpec("Rest")
View = Callable[Concatenate[HttpRequest, Rest], HttpResponse]


def open_page(view: View[Rest]) -> View[Rest]:
    """A page for anybody, read only, fresh at each visit; its language may come from a cookie."""

    @wraps(view)
    def answer(request: HttpRequest, *args: Rest.args, **kwargs: Rest.kwargs) -> HttpResponse:
        response = view(request, *args, **kwargs)
        patch_cache_control(response, no_cache=True)
        patch_vary_headers(response, ["Cookie", "Accept-Language"])
        return response

    return cast("View[Rest]", login_not_required(require_safe(answer)))
