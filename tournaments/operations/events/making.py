"""Making an event from a series' preset, changing it, and saying who runs it.

competition.md 3: the preset gives the regulations and the number of rounds; regulations may be changed until they
are frozen at the first draw. The clock's steps (registration opens, results come out …) are planned along.
"""

from __future__ import annotations

from datetime import date, datetime
from typing import Any

from django.db import IntegrityError, transaction
from django.utils.text import slugify

from games.rules.refusals import Refused
from tournaments import lifecycle, projections
from tournaments.facts.regulations import Regulations
from tournaments.models import (
    PHONE_DOMAIN,
    Account,
    Event,
    EventStatus,
    JournalLine,
    Round,
    Series,
    Staff,
    StaffRole,
    StaffTable,
)
from tournaments.operations import journal
from tournaments.operations.accounts.empowering import empower
from tournaments.operations.acting import act_on
from tournaments.operations.events import plans
from tournaments.operations.union.seasons import season_of
from tournaments.queries.ceremonies import rounds_begun, was_drawn

# What a form may change. Never the address (results are permanent) nor what other acts write meanwhile.
FORM_FIELDS = (
    "name",
    "series",
    "season",
    "date",
    "starts_at",
    "time_zone",
    "place",
    "theme",
    "note",
    "fee",
    "regulations",
    "capacity",
    "registration_opens_at",
    "registration_closes_at",
)
TEXTS = ("name", "place", "theme", "note")  # free words may name a person: the journal says only that they changed


def refuse_twin(event: Event, *, series: Series, by: Account) -> None:
    """Raise Refused `event_is_there` if `by` runs the like already: the same name, day and series, and not over.

    A browser that goes back asks for the form anew, and so gets another id for it: sent again, it is no repeat.
    """
    alike = Event.objects.filter(rehearses=None, name=event.name, date=event.date, series=series)
    mine = Staff.objects.filter(account=by, role=StaffRole.DIRECTOR, ended_at=None, event__in=alike)
    if mine.exclude(event__status__in=lifecycle.OVER).exists():
        raise Refused("event_is_there")


@transaction.atomic
def create_event(*, event: Event, series: Series, by: Account, now: datetime) -> Event:
    """Store a new event (name, date, times … filled by a form) with its preset and planned rounds; `by` directs it.

    Raises Refused `slug_taken`, `bad_regulations`.
    """
    event.slug = event.slug or free_slug(slugify(f"{event.name}")[:70] or "event")
    event.series = series
    event.season = season_of(event.date)
    event.regulations = {**series.preset, **event.regulations}
    _settings(event)
    event.created_at = now
    try:
        with transaction.atomic():
            event.save(force_insert=True)
    except IntegrityError:
        raise Refused("slug_taken", slug=event.slug) from None
    staff = Staff.objects.create(event=event, account=by, role=StaffRole.DIRECTOR)
    empower(by, staff, by=by, now=now)
    for number in range(1, series.basic_rounds + 1):
        Round.objects.create(event=event, number=number)
    plans.plan_event(event)
    new = {"series": series.code, "rounds": series.basic_rounds, **_said(event)}
    journal.note("event_made", by=by, now=now, event=event, new=new)
    return event


@transaction.atomic
def change_event(*, event: Event, seen: str = "", by: Account | None = None, now: datetime) -> Event:
    """Store what a form has changed of an event; its address, status and version are not the form's to change. Of an
    event that is over only what is written about it: what was played under stays.

    `seen`: the details that the form was made from, as `seal_of_details` has them; empty where nobody looked.

    Raises Refused `event_over`, `bad_regulations`, `regulations_frozen` after the first draw, `redraws_stated` if draws
    are to be repeated oftener than everybody could read, `details_changed` by somebody else.
    """
    before = Event.objects.held().get(pk=event.pk)
    if seen and seen != seal_of_details(before):
        raise Refused("details_changed")
    if _settings(before) != _settings(event) and before.regulations_frozen_at is not None:
        raise Refused("regulations_frozen")
    stated, asked = (projections.regulations_of(one).private_redraws for one in (before, event))
    if asked > stated and _was_announced(before):
        raise Refused("redraws_stated", again=stated)
    event.season = season_of(event.date)
    old, new = _differences(before, event)
    if new.keys() - {"texts"}:
        lifecycle.check_not_over(before.status, lifecycle.NEVER)
    event.save(update_fields=FORM_FIELDS)
    plans.plan_event(event)
    plans.follow_date(event, days=(event.date - before.date).days)
    journal.note("event_changed", by=by, now=now, event=event, old=old, new=new)
    projections.bump(event)
    return event


def _was_announced(event: Event) -> bool:
    """Whether everybody could ever read it, though it may be a draft again."""
    steps = JournalLine.objects.filter(chain__event=event, act="event_status", refused="")
    return event.status != EventStatus.DRAFT or steps.exists()


def seal_of_details(event: Event) -> str:
    """What tells the details of an event from any others; deals and registrations leave it as it is."""
    return journal.digest_of_document(_said(event) | {name: getattr(event, name) for name in TEXTS})[:16]


def change_status(*, event: Event, status: str, by: Account | None = None, now: datetime) -> Event:
    """Announce an event, open or close its registration, finish it, cancel it …

    Raises Refused `event_step`, `rounds_open` if it is to be finished while a round runs, `draw_under_way` if it is to
    be put away while a draw in public is, or `event_drawn` if it is to be a draft though a draw was promised or made.
    """
    with act_on(event, by=by, now=now, even=lifecycle.OVER) as act:
        lifecycle.check_event_step(event.status, status)
        if status == EventStatus.FINISHED and event.rounds.filter(status="running").exists():
            raise Refused("rounds_open")
        if event.status not in lifecycle.OVER and status in (*lifecycle.OVER, EventStatus.DRAFT):
            _refuse_draw_begun(event)
        if status == EventStatus.DRAFT and was_drawn(event):
            raise Refused("event_drawn")
        before, event.status = event.status, status
        event.save(update_fields=["status"])
        if status == EventStatus.CANCELLED:
            plans.cancel_all(event)
        act.note("event_status", old={"status": before}, new={"status": status})
        if status in (EventStatus.FINISHED, EventStatus.CANCELLED):
            _end_phones(event, by=by, now=now)
        return event


def run_event(event: Event) -> None:
    """Mark the event as running because a round of it runs, also when it was finished before.

    Raises Refused `event_step`.
    """
    if event.status != EventStatus.RUNNING:
        lifecycle.check_event_step(event.status, EventStatus.RUNNING)
        event.status = EventStatus.RUNNING
        event.save(update_fields=["status"])


def freeze_regulations(event: Event, *, now: datetime) -> None:
    """Freeze the regulations; called at the first draw, and from then on they stand as they are."""
    if event.regulations_frozen_at is None:
        event.regulations_frozen_at = now
        event.save(update_fields=["regulations_frozen_at"])


def appoint(
    *,
    event: Event,
    account: Account,
    role: str,
    by: Account | None = None,
    now: datetime,
    tables: list[int] | None = None,
) -> Staff:
    """Give `account` a role at the event; a line judge gets the numbers of his tables."""
    with act_on(event, by=by, now=now) as act:
        held = Staff.objects.filter(event=event, account=account, role=role, ended_at=None).exists()
        staff, _ = Staff.objects.update_or_create(event=event, account=account, role=role, defaults={"ended_at": None})
        if not held:
            empower(account, staff, by=by, now=now)
        new: dict[str, Any] = {"role": role}
        if role == StaffRole.LINE_JUDGE:
            new["tables"] = sorted(set(tables or []))
            staff.tables.all().delete()
            StaffTable.objects.bulk_create(StaffTable(staff=staff, number=number) for number in new["tables"])
        act.note("staff_appointed", subject=account.key, new=new, bump=False)
        return staff


def dismiss(*, staff: Staff, by: Account | None = None, now: datetime) -> None:
    """End a role at once. Raises Refused `last_director`: somebody has to hold the event."""
    with act_on(staff.event, by=by, now=now, even=lifecycle.OVER) as act:
        others = Staff.objects.filter(event=staff.event, role=StaffRole.DIRECTOR, ended_at=None).exclude(pk=staff.pk)
        if staff.role == StaffRole.DIRECTOR and not others.exists():
            raise Refused("last_director")
        staff.ended_at, staff.room = now, ""
        staff.save(update_fields=["ended_at", "room"])
        subject = f"account:{staff.account_id}"
        act.note("staff_ended", subject=subject, old={"role": staff.role}, bump=False)


def _refuse_draw_begun(event: Event) -> None:
    """Between the freezing and the opening of a draw somebody may be asked for a second secret, who could not open it.

    Raises Refused `draw_under_way`.
    """
    number = rounds_begun(event).first()
    if number is not None:
        raise Refused("draw_under_way", other=number)


def _end_phones(event: Event, *, by: Account | None, now: datetime) -> None:
    """A phone of the tables looks after them until the event is over; whose phone it is by then nobody knows."""
    phones = Staff.objects.filter(event=event, ended_at=None, account__email__endswith=f"@{PHONE_DOMAIN}")
    for role in phones.select_related("account"):
        role.event = event
        dismiss(staff=role, by=by, now=now)


def _settings(event: Event) -> Regulations:
    return Regulations.from_dict(event.regulations)


def _said(event: Event) -> dict[str, Any]:
    """What a form may change, as it goes into the journal: texts only as "this has changed"."""
    said: dict[str, Any] = {}
    for name in FORM_FIELDS:
        value = getattr(event, name)
        if name == "series":
            said[name] = event.series.code
        elif name == "season":
            said[name] = event.season.year
        elif name == "regulations":
            said |= {f"regulations.{rule}": set_ for rule, set_ in sorted(event.regulations.items())}
        elif name not in TEXTS:
            said[name] = value.isoformat() if isinstance(value, date) else value
    return said


def _differences(before: Event, after: Event) -> tuple[dict[str, Any], dict[str, Any]]:
    old, new = _said(before), _said(after)
    differing = [name for name in {**new, **old} if old.get(name) != new.get(name)]
    texts = [name for name in TEXTS if getattr(before, name) != getattr(after, name)]
    return (
        {name: old.get(name) for name in differing},
        {name: new.get(name) for name in differing} | ({"texts": texts} if texts else {}),
    )


def free_slug(wanted: str) -> str:
    """The address, with a number behind it if it is taken."""
    taken = set(Event.objects.filter(slug__startswith=wanted).values_list("slug", flat=True))
    slug, number = wanted, 2
    while slug in taken:
        slug, number = f"{wanted}-{number}", number + 1
    return slug
