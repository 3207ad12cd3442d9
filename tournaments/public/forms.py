"""What people fill in on the public pages. What may be a nick, and who may enter, is asked of the operations."""

from __future__ import annotations

from typing import Any, cast

from django import forms
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.rules.refusals import Refused
from tournaments.acts import email_field
from tournaments.facts.nicks import LONGEST_NICK
from tournaments.models import Account, Club, Event, Staff, TokenScope
from tournaments.models.names import only_visible
from tournaments.operations.accounts.tokens import LONGEST_LABEL
from tournaments.operations.people.players import clean_nick, refuse_taken
from tournaments.texts.about_accounts import LIFETIMES, SCOPES
from tournaments.texts.about_languages import ByNameField, language_choices
from tournaments.texts.refusals import sentence_for

LONGEST_PATH = 200  # what a sign-in link can remember


class SearchForm(forms.Form):
    q = forms.CharField(max_length=80, required=False)


def search_of(request: HttpRequest) -> str:
    """What is searched for; nonsense counts as nothing."""
    form = SearchForm(request.GET)
    return str(form.cleaned_data["q"]) if form.is_valid() else ""


class EmailField(email_field.EmailField):
    """An address, with what a phone needs to fill it in."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(validators=[only_visible], **kwargs)
        self.widget.attrs |= {"autocomplete": "email", "inputmode": "email"}


class _Onward(forms.Form):
    """Where to after signing in; an address elsewhere, or a very long one, is forgotten (signing_in.onward)."""

    next = forms.CharField(required=False, widget=forms.HiddenInput)


class RegisterForm(_Onward):
    nick = forms.CharField(
        label=_("Nick"),
        max_length=LONGEST_NICK,
        help_text=_("Yours alone in the whole union, whatever the case and accents."),
        widget=forms.TextInput(attrs={"autocomplete": "nickname"}),
    )
    club = ByNameField(
        label=_("Club"),
        queryset=Club.objects.all(),
        required=False,
        empty_label=_("no club"),
        help_text=_("The club is asked; its captain decides."),
    )
    email = EmailField(help_text=_("For signing in and for invitations. Nobody else sees it."))
    language = forms.ChoiceField(label=_("Language of e-mails"), choices=language_choices)

    def clean_nick(self) -> str:
        """Asked before the address is looked at, so that the answer says nothing about the address."""
        try:
            nick = clean_nick(self.cleaned_data["nick"])
            refuse_taken(nick, now=timezone.now())
        except Refused as refusal:
            raise forms.ValidationError(sentence_for(refusal)) from None
        return nick


class SignUpForm(forms.Form):
    """For one event: a nick and a club; an address where the proof goes by letter. Whether a nick is taken depends."""

    nick = forms.CharField(
        label=_("Nick"), max_length=LONGEST_NICK, widget=forms.TextInput(attrs={"autocomplete": "nickname"})
    )
    club = ByNameField(label=_("Club"), queryset=Club.objects.all(), required=False, empty_label=_("no club"))
    email = EmailField(help_text=_("For signing in and for invitations. Nobody else sees it."))

    def __init__(self, *args: Any, asks_email: bool, **options: Any) -> None:
        super().__init__(*args, **options)
        if not asks_email:
            del self.fields["email"]


class PasswordForm(_Onward):
    email = EmailField()
    password = forms.CharField(
        label=_("Password"),
        max_length=1000,
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )


class LinkForm(_Onward):
    """Stands beside the password's form, so its fields have ids of their own."""

    email = EmailField()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.auto_id = "link_%s"


class AddressForm(forms.Form):
    email = EmailField(help_text=_("For signing in and for invitations. Nobody else sees it."))


class LanguageForm(forms.Form):
    language = forms.ChoiceField(label=_("Language"), choices=language_choices)


class TokenForm(forms.Form):
    """`event`: of those where the account has a role; needed for a token that only records."""

    label = forms.CharField(
        label=_("Where is it used?"),
        max_length=LONGEST_LABEL,
        help_text=_("For example: result board in the hall"),
        validators=[only_visible],
    )
    scope = forms.ChoiceField(label=_("What may it do?"), choices=list(SCOPES.items()))
    event = ByNameField(
        label=_("At which event?"),
        queryset=Event.objects.none(),
        required=False,
        help_text=_("Only for a token that records."),
    )
    days = forms.TypedChoiceField(label=_("Until when?"), coerce=int, choices=list(LIFETIMES.items()))

    def __init__(self, *args: Any, account: Account, **options: Any) -> None:
        super().__init__(*args, **options)
        mine = Staff.objects.filter(account=account, ended_at=None)
        events = cast("forms.ModelChoiceField[Event]", self.fields["event"])
        events.queryset = Event.objects.filter(pk__in=mine.values("event")).order_by("-date")

    def clean(self) -> dict[str, Any]:
        said: dict[str, Any] = super().clean() or self.cleaned_data
        if said.get("scope") != TokenScope.RECORD:
            said["event"] = None
        elif not said.get("event") and "event" not in self.errors:
            self.add_error("event", _("Choose the event at which it records."))
        return said
