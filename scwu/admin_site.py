"""The administration's site. It has no sign-in form of its own: that one would know no brake and no second factor."""

from __future__ import annotations

from functools import wraps
from typing import Any

from django.contrib.admin import AdminSite
from django.contrib.admin.options import TO_FIELD_VAR
from django.contrib.auth.decorators import login_not_required
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import path, reverse
from django.utils.decorators import method_decorator
from django.utils.translation import gettext_lazy as _
from django.views.generic import RedirectView

from tournaments import access
from tournaments.acts.visit import signed_in
from tournaments.models import Account, Event
from tournaments.public.signing_in import sign_out

# Django's own doors, in whose place ours stand.
OURS = [
    path("logout/", sign_out, name="logout"),
    path(
        "password_change/",
        RedirectView.as_view(pattern_name="public:me", http_method_names=["get", "head"]),
        name="password_change",
    ),
]


class Site(AdminSite):
    """For judges with the rows of their own events, for clerks and the keeper with all (tournaments/admin/rows.py)."""

    site_header = site_title = index_title = _("Administration")
    index_template = "admin/front.html"
    enable_nav_sidebar = False

    def get_urls(self) -> list[Any]:
        replaced = {"logout", "password_change", "password_change_done"}
        return OURS + [one for one in super().get_urls() if getattr(one, "name", None) not in replaced]

    def has_permission(self, request: HttpRequest) -> bool:
        return isinstance(request.user, Account) and access.may_somewhere(request.user, "admin.event")

    def index(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> TemplateResponse:
        """One's events, what waits at them, and the lists."""
        events: Any = self._registry[Event]
        return super().index(request, {**events.front(request), **(extra_context or {})})

    def app_index(
        self, request: HttpRequest, app_label: str, extra_context: dict[str, Any] | None = None
    ) -> TemplateResponse:
        if not access.may(signed_in(request), "admin.enter"):
            raise PermissionDenied
        return super().app_index(request, app_label, extra_context)

    def autocomplete_view(self, request: HttpRequest) -> HttpResponse:
        """No form here looks names up."""
        raise PermissionDenied

    def admin_view(self, view: Any, cacheable: bool = False) -> Any:  # noqa: FBT001, FBT002 - as Django has it
        """Django crashes where the name of a column is asked for and empty."""
        inner = super().admin_view(view, cacheable)

        @wraps(inner)
        def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
            for sent in ("GET", "POST"):
                values = getattr(request, sent)
                if values.get(TO_FIELD_VAR) == "":
                    values = values.copy()
                    del values[TO_FIELD_VAR]
                    setattr(request, sent, values)
            return inner(request, *args, **kwargs)

        return answer

    @method_decorator(login_not_required)
    def login(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        """To the site's own sign-in; whoever is signed in already and may not enter is told so."""
        if request.user.is_authenticated:
            raise PermissionDenied
        return redirect_to_login(request.GET.get("next", reverse("admin:index")))
