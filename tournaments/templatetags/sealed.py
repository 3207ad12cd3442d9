"""Sentences that are sealed with keys in place of nicks (tournaments/facts/masking.py), as they are read today."""

from __future__ import annotations

from django import template
from django.utils.translation import gettext as _

from tournaments.facts.masking import unmasked
from tournaments.facts.nicks import nick_key
from tournaments.models import Event
from tournaments.queries.documents import nicks_at
from tournaments.queries.draw_secrets import Secrets

register = template.Library()


@register.filter
def with_nicks(text: str, event: Event) -> str:
    """Today's nicks in place of `[p7]`. One statement, and none for a sentence without any."""
    return unmasked(text, nicks_at(event)) if "[" in text else text


@register.filter
def second_name(secrets: Secrets, event: Event) -> str:
    """How he is called whose second secret it is, and whether that is more than what somebody has typed."""
    if secrets.hall is None:
        return ""
    label, signer = with_nicks(secrets.hall.label, event), secrets.signer
    if signer is None:
        return _("%(label)s (nobody has verified this name)") % {"label": label}
    is_himself = f"[{signer.key}]" in secrets.hall.label or nick_key(label) == nick_key(signer.nick)
    if not signer.has_mailbox:  # whoever read the code from the director's screen
        said = _("%(label)s (signed in as %(nick)s by a code of the desk)")
    else:
        said = "%(label)s" if is_himself else _("%(label)s (signed in as %(nick)s)")
    return said % {"label": label, "nick": signer.nick}
