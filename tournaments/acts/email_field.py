"""An address in a form, as accounts store it; so it is as long as it will be stored: in small letters an İ is two."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _


class EmailField(forms.EmailField):
    def __init__(self, **options: Any) -> None:
        super().__init__(**{"label": _("E-mail"), "max_length": 254, **options})

    def to_python(self, value: Any) -> str:
        return str(super().to_python(value)).lower()
