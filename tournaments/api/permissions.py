"""What a view demands before it looks at anything. The rights to an event or a table are proved by `access`.

The default refuses: a view that forgets to say who may use it can be used by nobody.
"""

from __future__ import annotations

from typing import Any

from rest_framework.permissions import BasePermission
from rest_framework.request import Request


class Nobody(BasePermission):
    """The default of the project."""

    def has_permission(self, request: Request, view: Any) -> bool:
        return False


class Anyone(BasePermission):
    """What the public pages show. Says so aloud, where `AllowAny` reads like an oversight."""

    def has_permission(self, request: Request, view: Any) -> bool:
        return True


class SignedIn(BasePermission):
    """An account, by token or session; what it may do is proved by fetching through `access`."""

    def has_permission(self, request: Request, view: Any) -> bool:
        return request.user.is_authenticated
