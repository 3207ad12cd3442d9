"""What the administration changes is in the journal as well: which columns, and of rights from what to what."""

from __future__ import annotations

from copy import copy
from typing import TYPE_CHECKING, Any

from django.contrib.auth import update_session_auth_hash
from django.db.models import Model, QuerySet
from django.forms import ModelForm
from django.http import HttpRequest
from django.utils import timezone

from tournaments.acts.visible import hold_to_visible
from tournaments.acts.visit import signed_in
from tournaments.admin.rows import Rows
from tournaments.models import Account
from tournaments.operations import journal
from tournaments.operations.accounts.empowering import FLAGS, empower

if TYPE_CHECKING:  # Django knows no parameters of these at run time
    Form = ModelForm[Any]
else:
    Form = ModelForm


class Noted(Rows):
    """Django calls all of these inside the transaction of the change."""

    def get_form(self, request: HttpRequest, obj: Model | None = None, *args: Any, **options: Any) -> Any:
        """Names are held here to what can be seen, as on every page."""
        form = super().get_form(request, obj, *args, **options)
        hold_to_visible(form.base_fields)
        return form

    def save_model(self, request: HttpRequest, obj: Model, form: Form, change: Any) -> None:
        super().save_model(request, obj, form, change)
        rights = [name for name in form.changed_data if isinstance(form.cleaned_data[name], bool)]
        given = [name for name in rights if name in FLAGS and form.cleaned_data[name]]
        if given and isinstance(obj, Account):
            empower(obj, given, by=signed_in(request), now=timezone.now())
            update_session_auth_hash(request, obj)  # of the keeper himself
        _note(
            request,
            "rights_changed" if rights and isinstance(obj, Account) else "row_changed" if change else "row_added",
            obj,
            old={name: bool(form.initial.get(name)) for name in rights},
            new={name: form.cleaned_data[name] for name in rights} | {"columns": sorted(form.changed_data)},
        )

    def delete_model(self, request: HttpRequest, obj: Model) -> None:
        gone = copy(obj)  # which forgets its key
        super().delete_model(request, obj)
        _note(request, "row_deleted", gone)

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> None:
        gone = list(queryset)
        super().delete_queryset(request, queryset)
        for obj in gone:
            _note(request, "row_deleted", obj)


def _note(request: HttpRequest, act: str, obj: Model, **said: Any) -> None:
    by = request.user if isinstance(request.user, Account) else None
    subject = f"{obj._meta.model_name}:{obj.pk}"  # noqa: SLF001 - documented
    journal.note(act, by=by, now=timezone.now(), subject=subject, **said)
