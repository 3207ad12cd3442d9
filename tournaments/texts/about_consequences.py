"""What a ruling changes, in sentences: for the preview before it and for the message after it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.facts.spans import from_to
from tournaments.texts.about_events import round_title

if TYPE_CHECKING:
    from tournaments.queries.consequences import Consequences


def consequence_lines(found: Consequences) -> list[str]:
    """One sentence for each thing that changes; one that says so where nothing does."""
    lines = [
        _("Seat %(seat)s, %(nick)s: %(before)s → %(after)s letters.")
        % {"seat": change.seat, "nick": change.who, "before": change.before, "after": change.after}
        for change in found.letters
    ]
    lines += [
        _("%(nick)s: place %(before)s → %(after)s.")
        % {"nick": change.who, "before": change.before, "after": change.after}
        for change in found.places
    ]
    if found.opened:
        least, most = found.opened
        said = ngettext(
            "The game at this table is not over any more: %(n)s deal to go. The director is asked.",
            "The game at this table is not over any more: %(n)s deals to go. The director is asked.",
            most,
        )
        lines.append(said % {"n": from_to(least, most)})
    if found.ended:
        lines.append(_("The game at this table is over by it."))
    if not lines:
        lines.append(_("No letters and no places change."))
    for round_ in found.later:
        title = {"round": round_title(round_.number, round_.kind)}
        if round_.differs:
            lines.append(
                _("%(round)s is drawn already, from what this changes. Nothing is drawn anew: the director is asked.")
                % title
            )
        elif round_.may_differ:
            lines.append(
                _(
                    "%(round)s is drawn already. How the game at this table ends can still change what it was drawn "
                    "from; nothing is drawn anew."
                )
                % title
            )
        else:
            lines.append(_("%(round)s is drawn already. It does not depend on this; nothing is drawn anew.") % title)
    if found.published and not found.is_nothing:
        lines.append(
            _("The results published as number %(n)s stay as they are. Publish again to show the new ones.")
            % {"n": found.published}
        )
    return lines
