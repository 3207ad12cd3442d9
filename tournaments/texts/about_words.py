"""The sentences about words of the commission: refusals, what speaks against a word, votes, states."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.rules.word_checks import Doubt

REFUSALS: Mapping[str, Any] = {
    "words_texts_malformed": _(
        "Caption and theme have at most 120 characters, the note 500; the language is a code like cs or en."
    ),
    "words_not_known": _("Words are proposed by players, and by those who hold an office or a role. Register first."),
    "words_closed_to_players": _("You are registered for this event, so its words are closed to you."),
    "word_known": _(
        "Who plays here has read the word of round %(round)s: %(who)s. Swap it, or say for everybody to read why the "
        "round is played for it all the same."
    ),
    "word_setter_plays": _(
        "You are registered for this event, so a word that you set is known to a player. Let another director set it, "
        "or say for everybody to read why you do."
    ),
    "word_not_by_hand": _("Only a word that a director has set can be opened here."),
    "word_for_directors": _("Only a director of this event opens a word that a director has set."),
    "own_word": _("You proposed this word, so others vote on it."),
    "vote_final": _("You have seen how others voted, so your vote stands."),
    "words_list_faults": _("Some lines cannot be taken. Mend them and look again; nothing was kept."),
    "words_key_changed": _(
        "This word was sealed with another key than the one this site has now. Whoever keeps the site has to put the "
        "old key back."
    ),
    "same_words_key": _("The new key is the one that is in use."),
    "word_damaged": _("This word cannot be opened: what is kept of it was changed. Swap it for another one."),
    "word_decided": _("This word is decided already. Look at it again."),
    "word_not_sealed": _("Only a sealed word of this event can be used."),
    "word_needs_round": _("Choose the round that plays for this word."),
    "word_in_use": _("This word serves a round already, or was swapped out."),
    "word_is_sealed": _(
        "Round %(round)s has a sealed word of the commission. It can only be swapped, with a public reason."
    ),
    "word_revealed": _("Round %(round)s has started, so its word is public and cannot be changed any more."),
    "round_has_sealed_word": _("Round %(round)s has a sealed word already. Swap it if it has leaked."),
    "no_sealed_word": _("Round %(round)s has no sealed word that could be swapped."),
    "no_word_in_play_off": _("A play-off is one deal and needs no word of the commission."),
    "swap_reason_required": _("Say why the word is swapped; everybody will see the reason."),
    "not_a_reserve": _("This word is no reserve of the event. Choose another one."),
    "not_your_word": _("Only who proposed a word can withdraw it."),
    "no_such_verdict": _("Choose to approve, to reject or to discuss."),
    "vote_note_required": _("Say in a note why you reject the word, or what there is to discuss."),
    "bad_word_rules": _("The quorum is 1 to 50 votes, the majority more than 50 to 99 percent of them."),
}

# What is wrong with a word or a line of a list; the line is not taken.
FAULTS: Mapping[str, Any] = {
    "too_short": _("fewer than 3 letters"),
    "too_long": _("more than 12 letters"),
    "not_letters": _("has something in it that is no letter; what stands around the word is the caption"),
    "bad_split": _("the split does not give the word again"),
    "too_many_parts": _("more than five parts: word; caption; theme; language; note"),
    "part_too_long": _("a part is too long: caption and theme 120 characters, note 500"),
    "no_language": _("the language is none that is known here; write its name, or a code like cs or en"),
    "twice_in_list": _("stands in the list twice, perhaps in another spelling"),
    "too_many_lines": _("more than 200 lines at once"),
}

# What those who decide should know; the word is taken.
DOUBTS: Mapping[str, Any] = {
    "unusual_length": _("Words usually have 4 to 6 letters."),
    "two_alphabets": _("It has letters of two alphabets."),
    "used_before": _("Played before in this series: %(other)s."),
    "other_case": _("Differs only in capitals from %(other)s, which was played before in this series."),
    "other_spacing": _("Differs only in spacing from %(other)s, which was played before in this series."),
    "other_accents": _("Differs only in accents from %(other)s, which was played before in this series."),
    "other_alphabet": _(
        "Looks like %(other)s, which was played before in this series, with letters of another alphabet."
    ),
}

VERDICTS: Mapping[str, Any] = {"approve": _("approve"), "reject": _("reject"), "discuss": _("discuss")}

STATES: Mapping[str, Any] = {
    "proposed": _("to be voted on"),
    "sealed": _("sealed"),
    "revealed": _("revealed"),
    "rejected": _("rejected"),
    "withdrawn": pgettext_lazy("a proposed word", "withdrawn"),
}


def fault_text(code: str) -> str:
    """What is wrong with a word, as a sentence."""
    said = str(FAULTS[code])
    return f"{said[:1].upper()}{said[1:]}."


def doubt_text(doubt: Doubt) -> str:
    """A doubt about a word as a sentence."""
    return str(DOUBTS[doubt.code] % {"other": doubt.other})


def in_caption(word: str, caption: str) -> str:
    """A word with the text around it, as one says it: “Hrátky s ČERTI”.

    Some captions hold the word themselves (“Mr RACEK”), others are what stands before it.
    """
    if not caption:
        return word
    return caption if word.casefold() in caption.casefold() else f"{caption} {word}"
