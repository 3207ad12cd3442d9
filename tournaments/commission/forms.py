"""The forms of the pages of words. What is typed into them is kept from browsers' memories."""

from __future__ import annotations

import unicodedata
import uuid
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.rules.word_checks import faults_of
from games.secret_words import Plain, plain_of
from tournaments.models import Account, Event
from tournaments.queries.event_words import events_for_proposals
from tournaments.texts import about_words
from tournaments.texts.about_languages import any_language_choices

SECRET = {"autocomplete": "off", "autocapitalize": "characters", "spellcheck": "false"}
QUIET = {"autocomplete": "off", "spellcheck": "false"}


def letters_of(text: str) -> tuple[str, ...]:
    """A split as it is typed: the letters with a space between them."""
    return tuple(unicodedata.normalize("NFC", text).split())


class _ForEvent(forms.Form):
    """`id` is minted when the form is shown, so that sending it twice proposes once."""

    id = forms.UUIDField(widget=forms.HiddenInput)
    event = forms.ModelChoiceField(
        label=_("Event"),
        queryset=Event.objects.none(),
        to_field_name="slug",
        empty_label="–",
        help_text=_("Only events in which you do not play."),
    )

    def __init__(self, *args: Any, account: Account, **options: Any) -> None:
        options["initial"] = {"id": uuid.uuid4(), **options.get("initial", {})}
        super().__init__(*args, **options)
        self.fields["event"].queryset = events_for_proposals(account)  # type: ignore[attr-defined]  # a choice of models


class ProposalForm(_ForEvent):
    word = forms.CharField(
        label=_("Playing word"),
        max_length=40,
        help_text=_("3 to 12 letters, usually 4 to 6."),
        widget=forms.TextInput(attrs=SECRET),
    )
    split = forms.CharField(
        label=_("Letters"),
        max_length=80,
        required=False,
        help_text=_("Only if the split is wrong: the letters with a space between them. CH is two letters."),
        widget=forms.TextInput(attrs=SECRET),
    )
    caption = forms.CharField(
        label=_("Caption"),
        max_length=120,
        required=False,
        help_text=_("The text around the word: of “Herr FLICK” only FLICK is the word."),
        widget=forms.TextInput(attrs=QUIET),
    )
    theme = forms.CharField(label=_("Theme"), max_length=120, required=False, widget=forms.TextInput(attrs=QUIET))
    language = forms.ChoiceField(
        label=_("Language"), choices=lambda: [("", "–"), *any_language_choices()], required=False
    )
    note = forms.CharField(
        label=_("Note for the commission"),
        max_length=500,
        required=False,
        widget=forms.Textarea(attrs={"rows": 3, **QUIET}),
    )

    def clean(self) -> dict[str, Any]:
        """Each fault of the word beside its field, as the list names them."""
        data = super().clean() or self.cleaned_data
        word = data.get("word", "")
        for code in faults_of(word, letters_of(data.get("split", ""))) if word else ():
            self.add_error("split" if code == "bad_split" else "word", about_words.fault_text(code))
        return data

    def plain(self) -> Plain:
        """The word as it was typed. Raises Refused."""
        data = self.cleaned_data
        texts = {name: data[name] for name in ("caption", "theme", "language", "note")}
        return plain_of(data["word"], letters=letters_of(data["split"]), **texts)


class ListForm(_ForEvent):
    lines = forms.CharField(
        label=_("Words"),
        max_length=100_000,
        help_text=_(
            "One a line: word; caption; theme; language; note. The word is enough. CH|R|T has three letters. The "
            "language by its name or code."
        ),
        widget=forms.Textarea(attrs={"rows": 10, **SECRET}),
    )


class VoteForm(forms.Form):
    verdict = forms.ChoiceField(
        label=_("Your vote"), choices=list(about_words.VERDICTS.items()), widget=forms.RadioSelect
    )
    note = forms.CharField(
        label=_("Note"),
        max_length=500,
        required=False,
        help_text=_("Needed to reject or to discuss. Members read it who have voted too."),
        widget=forms.Textarea(attrs={"rows": 2, **QUIET}),
    )


class SplitForm(forms.Form):
    split = forms.CharField(
        label=_("Letters"),
        max_length=80,
        help_text=_("With a space between them. CH is two letters."),
        widget=forms.TextInput(attrs=SECRET),
    )


class SwapForm(forms.Form):
    reserve = forms.IntegerField(required=False)
    reason = forms.CharField(max_length=500, required=False)


class RulesForm(forms.Form):
    quorum = forms.IntegerField(
        label=_("Votes that decide"),
        min_value=1,
        max_value=50,
        help_text=_("Until so many members have voted, a word stays open."),
    )
    majority = forms.IntegerField(
        label=_("Majority: more than so many percent"),
        min_value=50,
        max_value=99,
        help_text=_("50 to 99. Who wants to discuss counts as a vote, but for neither side."),
    )
