"""What the administration changes is in the journal as well: which columns, and of rights from what to what."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.contrib import admin
from django.db.models import Model, QuerySet
from django.forms import ModelForm
from django.http import HttpRequest
from django.utils import timezone

from tournaments.models import Account
from tournaments.operations import journal

if TYPE_CHECKING:  # Django knows no parameters of these at run time
    Base = admin.ModelAdmin[Any]
    Form = ModelForm[Any]
else:
    Base, Form = admin.ModelAdmin, ModelForm


class Noted(Base):
    """Django calls all of these inside the transaction of the change."""

    def save_model(self, request: HttpRequest, obj: Model, form: Form, change: Any) -> None:
        super().save_model(request, obj, form, change)
        rights = [name for name in form.changed_data if isinstance(form.cleaned_data[name], bool)]
        _note(
            request,
            "rights_changed" if rights and isinstance(obj, Account) else "row_changed" if change else "row_added",
            obj,
            old={name: bool(form.initial.get(name)) for name in rights},
            new={name: form.cleaned_data[name] for name in rights} | {"columns": sorted(form.changed_data)},
        )

    def delete_model(self, request: HttpRequest, obj: Model) -> None:
        _note(request, "row_deleted", obj)
        super().delete_model(request, obj)

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> None:
        for obj in queryset:
            _note(request, "row_deleted", obj)
        super().delete_queryset(request, queryset)


def _note(request: HttpRequest, act: str, obj: Model, **said: Any) -> None:
    by = request.user if isinstance(request.user, Account) else None
    subject = f"{obj._meta.model_name}:{obj.pk}"  # noqa: SLF001 - documented
    journal.note(act, by=by, now=timezone.now(), subject=subject, **said)
