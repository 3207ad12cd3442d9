"""Who may enter: the conditions of an event, and the players whom its director has invited."""

from __future__ import annotations

from operator import itemgetter
from typing import Any

from django import forms
from django.http import HttpResponse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from games.rules.refusals import Refused
from tournaments.acts.face import Values
from tournaments.acts.visit import Visit
from tournaments.console.face import desk
from tournaments.models import ConditionKind, EntryCondition, Event, Player, Season
from tournaments.operations.events import entry_conditions as operations
from tournaments.operations.events.entry_conditions import MOST, Condition
from tournaments.queries.by_name import page_by_name
from tournaments.texts.about_languages import name_order
from tournaments.texts.about_ranking import condition_text

ON_A_PAGE = 100


class ConditionsForm(forms.Form):
    """All that can be asked of those who enter; what is left empty is not asked."""

    invited = forms.BooleanField(label=_("Only invited players, from the list below"), required=False)
    elite = forms.ModelChoiceField(
        label=_("Only the Elite of the season"),
        queryset=Season.objects.none(),
        required=False,
        to_field_name="year",
        empty_label="–",
    )
    ranking = forms.IntegerField(
        label=_("Only the best of a ranking: how many"),
        min_value=1,
        max_value=MOST,
        required=False,
        help_text=_("Who shares the last of these ranks may enter, too."),
    )
    ranking_season = forms.ModelChoiceField(
        label=_("… of which season"),
        queryset=Season.objects.none(),
        required=False,
        to_field_name="year",
        empty_label="–",
    )
    ranking_until = forms.DateField(
        label=_("… after the events up to"),
        required=False,
        help_text=_("Empty: as the ranking stands when somebody enters."),
        widget=forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"}),
    )
    newcomers = forms.BooleanField(label=_("Only newcomers who have never played in a finished event"), required=False)
    first_season = forms.BooleanField(label=_("Only players in their first season"), required=False)
    club_quota = forms.IntegerField(
        label=_("At most so many players of one club"), min_value=1, max_value=MOST, required=False
    )
    squad = forms.BooleanField(
        label=_("Only players in the squad of their club"),
        required=False,
        help_text=_("Captains name six for a season."),
    )

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        for name in ("elite", "ranking_season"):
            self.fields[name].queryset = Season.objects.order_by("-year")  # type: ignore[attr-defined]  # declared above

    def conditions(self) -> list[Condition]:
        """What was chosen, in the order of the kinds."""
        data = self.cleaned_data
        chosen = {
            ConditionKind.INVITED: data["invited"] and Condition(ConditionKind.INVITED),
            ConditionKind.ELITE: data["elite"] and Condition(ConditionKind.ELITE, season=data["elite"]),
            ConditionKind.RANKING: data["ranking"]
            and Condition(
                ConditionKind.RANKING, data["ranking"], season=data["ranking_season"], until=data["ranking_until"]
            ),
            ConditionKind.NEWCOMERS: data["newcomers"] and Condition(ConditionKind.NEWCOMERS),
            ConditionKind.FIRST_SEASON: data["first_season"] and Condition(ConditionKind.FIRST_SEASON),
            ConditionKind.CLUB_QUOTA: data["club_quota"] and Condition(ConditionKind.CLUB_QUOTA, data["club_quota"]),
            ConditionKind.SQUAD: data["squad"] and Condition(ConditionKind.SQUAD),
        }
        return [condition for condition in chosen.values() if condition]

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        if data.get("ranking") and not data.get("ranking_season"):
            self.add_error("ranking_season", _("Say of which season."))
        return data


class InviteForm(forms.Form):
    nicks = forms.CharField(
        label=_("Invite players"),
        max_length=40_000,
        help_text=_("One nick to a line."),
        widget=forms.Textarea(attrs={"rows": 3, "autocomplete": "off", "spellcheck": "false"}),
    )


@desk.page("<slug:slug>/conditions/", right="event.people")
def conditions(event: Event, visit: Visit) -> HttpResponse:
    """The conditions, and the list of the invited."""
    stored = operations.conditions_of(event)
    invited = event.invitations.order_by("player__nick_key").values("player_id", "player__nick")
    values = {
        "tab": "settings",
        "event": event,
        "form": visit.form_of(ConditionsForm, initial=_initial(stored)),
        "invite_form": visit.form_of(InviteForm),
        "said": [condition_text(condition) for condition in stored],
        "page_obj": page_by_name(
            invited, name_order(itemgetter("player__nick")), visit.request.GET.get("page"), ON_A_PAGE
        ),
    }
    return visit.page("console/conditions.html", values)


def _initial(stored: list[EntryCondition]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for condition in stored:
        if condition.kind == ConditionKind.RANKING:
            found |= {"ranking": condition.number, "ranking_season": condition.season, "ranking_until": condition.until}
        elif condition.kind == ConditionKind.ELITE:
            found["elite"] = condition.season
        else:
            found[condition.kind] = condition.number or True
    return found


@desk.act(
    "<slug:slug>/conditions/set/",
    right="event.people",
    page=conditions,
    form=ConditionsForm,
    wanted=_("Setting the conditions of entry"),
    done=_("Saved."),
)
def set_conditions(event: Event, visit: Visit) -> None:
    """Set the conditions anew. Who is registered stays."""
    chosen = visit.form_of(ConditionsForm).conditions()
    operations.set_conditions(event=event, conditions=chosen, by=visit.by, now=visit.now)


@desk.act(
    "<slug:slug>/invited/",
    right="event.people",
    page=conditions,
    form=InviteForm,
    wanted=_("Inviting a player"),
)
def invite(event: Event, visit: Visit) -> Values:
    """Put players on the list."""
    nicks = visit.said["nicks"].splitlines()
    n = operations.invite(event=event, nicks=nicks, by=visit.by, now=visit.now)
    return ngettext("%(n)d player is new on the list.", "%(n)d players are new on the list.", n) % {"n": n}


@desk.act(
    "<slug:slug>/invited/<int:pk>/remove/",
    right="event.people",
    page=conditions,
    wanted=_("Taking back an invitation"),
    done=_("%(nick)s is not on the list any more."),
)
def uninvite(event: Event, visit: Visit) -> Values:
    """Take a player off the list. Who is not on it is not named: an address may hold anybody's number."""
    player = Player.objects.filter(pk=visit.address["pk"], invitations__event=event).first()
    if player is None:
        raise Refused("not_on_the_list")
    operations.uninvite(event=event, player=player, by=visit.by, now=visit.now)
    return {"nick": player.nick}
