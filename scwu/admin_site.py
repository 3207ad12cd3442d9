"""The administration's site. It has no sign-in form of its own: that one would know no brake and no second factor."""

from __future__ import annotations

from typing import Any

from django.contrib.admin import AdminSite
from django.contrib.auth.decorators import login_not_required
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.decorators import method_decorator

from tournaments import access
from tournaments.models import Account


class Site(AdminSite):
    def has_permission(self, request: HttpRequest) -> bool:
        return isinstance(request.user, Account) and access.may(request.user, "admin.enter")

    @method_decorator(login_not_required)
    def login(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        """To the site's own sign-in; whoever is signed in already and may not enter is told so."""
        if request.user.is_authenticated:
            raise PermissionDenied
        return redirect_to_login(request.GET.get("next", reverse("admin:index")))
