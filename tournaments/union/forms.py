"""What is filled in on the pages of clubs, offices and players. What may be is asked of the operations."""

from __future__ import annotations

import datetime as dt
from typing import Any

from django import forms
from django.conf import settings
from django.utils.translation import get_language, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from tournaments.acts.email_field import EmailField
from tournaments.facts.countries import country_name
from tournaments.facts.nicks import LONGEST_NICK
from tournaments.models import Club, Federation, Player
from tournaments.operations.union.clubs import LONGEST_NAME
from tournaments.texts.about_languages import ByNameField, country_choices, language_choices
from tournaments.texts.about_roles import OFFICES

LONGEST_REASON = 500


class NameForm(forms.Form):
    name = forms.CharField(label=_("Name of the club"), max_length=LONGEST_NAME)


class CodeForm(forms.Form):
    code = forms.CharField(
        label=_("Code"), max_length=12, help_text=_("2 to 12 capital letters and digits. It stands in lists and files.")
    )

    def clean_code(self) -> str:
        return str(self.cleaned_data["code"]).strip().upper()


class FoundForm(CodeForm, NameForm):
    country = forms.ChoiceField(label=_("Country"), help_text=_("It cannot be changed later."))
    field_order = ("name", "code", "country")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["country"].choices = [("", "–"), *country_choices()]  # type: ignore[attr-defined]  # a ChoiceField


class PlayerForm(forms.Form):
    """A new player, registered by somebody else."""

    nick = forms.CharField(label=_("Nick"), max_length=LONGEST_NICK)
    email = EmailField(
        required=False,
        help_text=_("Its owner is asked by a letter. Without an address there is no account."),
    )
    language = forms.ChoiceField(label=_("Language of e-mails"), choices=language_choices)

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        if not settings.MAIL_IS_SENT:  # nobody can be asked
            del self.fields["email"], self.fields["language"]


class FederationPlayerForm(PlayerForm):
    club = ByNameField(label=_("Club"), queryset=Club.objects.none(), required=False, empty_label=_("no club"))

    def __init__(self, *args: Any, federation: Federation, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["club"].queryset = Club.objects.filter(federation=federation)  # type: ignore[attr-defined]  # a ModelChoiceField


class LogoForm(forms.Form):
    logo = forms.FileField(
        label=_("Picture"),
        help_text=_("PNG, JPEG, WebP or GIF, at most 1 MB. It is drawn anew, 256 pixels wide at most."),
        widget=forms.ClearableFileInput(attrs={"accept": "image/png,image/jpeg,image/webp,image/gif"}),
    )


class FederationField(ByNameField):
    """Federations by the names of their countries, in the reader's language."""

    def label_from_instance(self, obj: Any) -> str:
        return country_name(obj.country, get_language() or "")


class DayField(forms.DateField):
    """A day from whose midnight is counted: in the first and the last year of all the next one may be no date."""

    def to_python(self, value: Any) -> dt.date | None:
        day: dt.date | None = super().to_python(value)
        if day is not None and day.year in (dt.MINYEAR, dt.MAXYEAR):
            raise forms.ValidationError(self.error_messages["invalid"], code="invalid")
        return day


class OfficeForm(forms.Form):
    """An office of the union, with its body and its term."""

    email = EmailField()
    role = forms.ChoiceField(label=_("Office"), choices=list(OFFICES.items()))
    federation = FederationField(
        label=_("Federation"), queryset=Federation.objects.all(), required=False, empty_label="–"
    )
    club = ByNameField(label=_("Club"), queryset=Club.objects.all(), required=False, empty_label="–")
    starts_on = DayField(
        label=_("From"),
        required=False,
        help_text=_("Empty: from now on."),
        widget=forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"}),
    )
    ends_on = DayField(
        label=_("Until"),
        required=False,
        help_text=_("The last day. Empty: until it is taken back."),
        widget=forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"}),
    )


class RecordForm(forms.Form):
    """Something about the record of a player, and why."""

    player = forms.ModelChoiceField(queryset=Player.objects.all(), widget=forms.HiddenInput)
    reason = forms.CharField(label=_("Why"), max_length=LONGEST_REASON, help_text=_("Stands in the journal."))


class NickForm(RecordForm):
    nick = forms.CharField(label=_("Nick"), max_length=LONGEST_NICK)
    field_order = ("player", "nick", "reason")


class MoveForm(RecordForm):
    club = ByNameField(label=_("Club"), queryset=Club.objects.all(), empty_label="–")
    field_order = ("player", "club", "reason")

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.auto_id = "id_move_%s"  # two forms of the page ask why


class PairForm(forms.Form):
    """Which record stays and which one is taken in, by their nicks."""

    keep = forms.CharField(label=pgettext_lazy("of two records", "Nick that stays"), max_length=LONGEST_NICK)
    merge = forms.CharField(label=pgettext_lazy("of two records", "Nick that is taken in"), max_length=LONGEST_NICK)
