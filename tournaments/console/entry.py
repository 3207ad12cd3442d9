"""Who may enter: the conditions of an event, and the players whom its director has invited."""

from __future__ import annotations

from operator import itemgetter
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_GET, require_POST

from tournaments import access
from tournaments.console.answers import Refusal, acted, address, page, refusal_of, signed_in
from tournaments.models import ConditionKind, EntryCondition, Event, Player, Season
from tournaments.operations.events import entry_conditions as operations
from tournaments.operations.events.entry_conditions import MOST, Condition
from tournaments.queries.by_name import page_by_name
from tournaments.texts.about_languages import name_order
from tournaments.texts.about_ranking import condition_text

ACT = "event.people"
ON_A_PAGE = 100


class ConditionsForm(forms.Form):
    """All that can be asked of those who enter; what is left empty is not asked."""

    invited = forms.BooleanField(label=gettext_lazy("Only invited players, from the list below"), required=False)
    elite = forms.ModelChoiceField(
        label=gettext_lazy("Only the Elite of the season"),
        queryset=Season.objects.none(),
        required=False,
        to_field_name="year",
        empty_label="–",
    )
    ranking = forms.IntegerField(
        label=gettext_lazy("Only the best of a ranking: how many"),
        min_value=1,
        max_value=MOST,
        required=False,
        help_text=gettext_lazy("Who shares the last of these ranks may enter, too."),
    )
    ranking_season = forms.ModelChoiceField(
        label=gettext_lazy("… of which season"),
        queryset=Season.objects.none(),
        required=False,
        to_field_name="year",
        empty_label="–",
    )
    ranking_until = forms.DateField(
        label=gettext_lazy("… after the events up to"),
        required=False,
        help_text=gettext_lazy("Empty: as the ranking stands when somebody enters."),
        widget=forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"}),
    )
    newcomers = forms.BooleanField(
        label=gettext_lazy("Only newcomers who have never played in a finished event"), required=False
    )
    first_season = forms.BooleanField(label=gettext_lazy("Only players in their first season"), required=False)
    club_quota = forms.IntegerField(
        label=gettext_lazy("At most so many players of one club"), min_value=1, max_value=MOST, required=False
    )
    squad = forms.BooleanField(
        label=gettext_lazy("Only players in the squad of their club"),
        required=False,
        help_text=gettext_lazy("Captains name six for a season."),
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
        return [one for one in chosen.values() if one]

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        if data.get("ranking") and not data.get("ranking_season"):
            self.add_error("ranking_season", _("Say of which season."))
        return data


class InviteForm(forms.Form):
    nicks = forms.CharField(
        label=gettext_lazy("Invite players"),
        max_length=40_000,
        help_text=gettext_lazy("One nick to a line."),
        widget=forms.Textarea(attrs={"rows": 3, "autocomplete": "off", "spellcheck": "false"}),
    )


@require_GET
def conditions(request: HttpRequest, slug: str) -> HttpResponse:
    """The conditions, and the list of the invited."""
    return _page(request, access.event_for(signed_in(request), slug, ACT))


@require_POST
def set_conditions(request: HttpRequest, slug: str) -> HttpResponse:
    """Set the conditions anew. Who is registered stays."""
    account = signed_in(request)
    event = access.event_for(account, slug, ACT)
    form = ConditionsForm(request.POST)
    if not form.is_valid():
        return _page(request, event, form=form, status=422)

    def act() -> str:
        operations.set_conditions(event=event, conditions=form.conditions(), by=account, now=timezone.now())
        return _("Saved.")

    return acted(
        request,
        act,
        to=address("conditions", slug),
        refused=lambda refused: _page(request, event, refusal_of(refused, "conditions"), form=form),
    )


@require_POST
def invite(request: HttpRequest, slug: str) -> HttpResponse:
    """Put players on the list."""
    account = signed_in(request)
    event = access.event_for(account, slug, ACT)
    form = InviteForm(request.POST)
    if not form.is_valid():
        return _page(request, event, invite_form=form, status=422)

    def act() -> str:
        nicks = form.cleaned_data["nicks"].splitlines()
        new = operations.invite(event=event, nicks=nicks, by=account, now=timezone.now())
        return ngettext("%(n)d player is new on the list.", "%(n)d players are new on the list.", new) % {"n": new}

    return acted(
        request,
        act,
        to=address("conditions", slug),
        refused=lambda refused: _page(request, event, refusal_of(refused, "invite"), invite_form=form),
    )


@require_POST
def uninvite(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Take a player off the list."""
    account = signed_in(request)
    event = access.event_for(account, slug, ACT)
    player = get_object_or_404(Player, pk=pk)

    def act() -> str:
        operations.uninvite(event=event, player=player, by=account, now=timezone.now())
        return _("%(nick)s is not on the list any more.") % {"nick": player.nick}

    return acted(
        request,
        act,
        to=address("conditions", slug),
        refused=lambda refused: _page(request, event, refusal_of(refused, "invite")),
    )


def _page(
    request: HttpRequest,
    event: Event,
    refusal: Refusal | None = None,
    *,
    form: ConditionsForm | None = None,
    invite_form: InviteForm | None = None,
    status: int = 200,
) -> HttpResponse:
    stored = operations.conditions_of(event)
    invited = event.invitations.order_by("player__nick_key").values("player_id", "player__nick")
    values = {
        "tab": "settings",
        "form": form or ConditionsForm(initial=_initial(stored)),
        "invite_form": invite_form or InviteForm(),
        "said": [condition_text(one) for one in stored],
        "page_obj": page_by_name(invited, name_order(itemgetter("player__nick")), request.GET.get("page"), ON_A_PAGE),
    }
    return page(request, "conditions", event, values, refusal, status=status)


def _initial(stored: list[EntryCondition]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for one in stored:
        if one.kind == ConditionKind.RANKING:
            found |= {"ranking": one.number, "ranking_season": one.season, "ranking_until": one.until}
        elif one.kind == ConditionKind.ELITE:
            found["elite"] = one.season
        else:
            found[one.kind] = one.number or True
    return found
