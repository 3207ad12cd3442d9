"""What the director does next: one code, computed from where the event stands. Pure.

The evening of competition.md 3 from the first announcement to the published standings. A director in a pub should
never have to think about which page comes next; the desk says it in one box, and every state has such a step. What
the codes mean in words, and which button carries them out, is the template `console/parts/next_step.html`.
Who is in the final needs the logs and has a page of its own; here it is only known that it is time to look.
"""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.draws.sizes import STANDARD, can_be_seated


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundNow:
    """`is_frozen`: its list is, for a draw in public that is not open yet. `is_barred`: its tables do not count.
    `is_promised_again`: a further draw in public is promised, though it is seated.
    `waits_for`: number of the round that has to be over, or begun, before this one may start; 0 for none. `asked`: the
    kind of a question to the director that has to be answered before; "" for none.
    """

    number: int
    kind: str = "basic"
    status: str = "planned"
    has_word: bool = False
    tables: int = 0
    finished: int = 0
    attempt: int = 0
    is_frozen: bool = False
    is_barred: bool = False
    is_promised_again: bool = False
    waits_for: int = 0
    asked: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Situation:
    """`basic_rounds`, `has_final`, `has_small_final` are what the series asks for; `final_size` the regulations.

    `sizes`: of tables, as the game allows them. Where it needs no words, every round counts as having one.
    `moves_up`: the key of who waits first, while a place is free for him.
    """

    status: str
    rounds: tuple[RoundNow, ...] = ()
    applied: int = 0
    confirmed: int = 0
    checked_in: int = 0
    basic_rounds: int = 1
    has_final: bool = True
    has_small_final: bool = False
    final_size: int = 6
    published_final: bool = False
    sizes: tuple[int, ...] = STANDARD
    moves_up: str = ""

    @property
    def playing(self) -> int:
        return self.confirmed + self.checked_in

    @property
    def here(self) -> int:
        """Who would be seated now: those checked in, or everybody confirmed where nobody was checked in yet."""
        return self.checked_in or self.confirmed


@dataclass(frozen=True, slots=True)
class NextStep:
    """`round`: number of the round it is about; `count`: how many people or tables; `attempt`: at its draw.

    `is_promised_again`: a further draw of it is promised; `entry`: the key of whom it is about.
    """

    code: str
    round: int = 0
    count: int = 0
    attempt: int = 0
    is_promised_again: bool = False
    entry: str = ""


def next_step(now: Situation) -> NextStep:
    """The one thing to do next."""
    if now.status == "cancelled":
        return NextStep("revive")
    if now.status == "draft":
        return NextStep("announce")
    if now.status == "finished":
        return NextStep("done" if now.published_final else "publish_final")
    return _of_live_round(now) or _of_frozen_list(now) or _of_people(now) or _of_plan(now)


def _of_live_round(now: Situation) -> NextStep | None:
    """A round that is drawn has to be published, started, played and closed before anything else."""
    live = [round_ for round_ in now.rounds if round_.status in ("drawn", "published", "running")]
    if not live:
        return None
    return _of_round(now, min(live, key=lambda round_: round_.number))


def _of_round(now: Situation, round_: RoundNow) -> NextStep:
    """What a round needs that is not over, or is not any more."""
    if round_.is_frozen:
        return NextStep("draw_in_public", round_.number)
    if round_.is_barred:
        return NextStep("draw_anew", round_.number)
    if round_.status == "drawn":
        return NextStep("publish", round_.number)
    if round_.status == "published" and round_.has_word and round_.waits_for:
        return _of_round(now, next(other for other in now.rounds if other.number == round_.waits_for))
    if round_.status == "published" and round_.has_word and round_.asked:
        return NextStep(f"answer_{round_.asked}", round_.number)
    if round_.status == "published":
        code = "start" if round_.has_word else "word"
        return NextStep(code, round_.number, attempt=round_.attempt, is_promised_again=round_.is_promised_again)
    if round_.status == "planned":
        return _of_draw(now, round_.number)
    if round_.status == "closed":
        return NextStep("answer", round_.number)
    if round_.finished < round_.tables:
        return NextStep("play", round_.number, round_.tables - round_.finished)
    return NextStep("close_round", round_.number)


def _of_frozen_list(now: Situation) -> NextStep | None:
    """A list that is frozen waits for the cards of the room, not for people: nobody else is drawn from it."""
    frozen = [round_.number for round_ in now.rounds if round_.is_frozen]
    return NextStep("draw_in_public", min(frozen)) if frozen else None


def _of_people(now: Situation) -> NextStep | None:
    """Before the first round: who comes."""
    if now.status == "running":
        return None
    if now.moves_up:
        return NextStep("move_up", entry=now.moves_up)
    if now.applied:
        return NextStep("decide", count=now.applied)
    if now.status == "announced" and not now.playing:
        return NextStep("open_registration")
    if now.playing < now.sizes[0]:
        return NextStep("wait_for_players" if now.status == "open" else "add_players", count=now.playing)
    if not now.checked_in:
        return NextStep("check_in", count=now.confirmed)
    if now.confirmed:
        return NextStep("check_in_rest", count=now.confirmed)
    return None


def _of_plan(now: Situation) -> NextStep:
    """The next round to draw, to seat or to plan; the results where none is left."""
    planned = sorted((round_.kind != "basic", round_.number) for round_ in now.rounds if round_.status == "planned")
    if planned and not planned[0][0]:
        return _of_draw(now, planned[0][1])
    kinds = [round_.kind for round_ in now.rounds if round_.status == "closed"]
    if kinds.count("basic") < max(now.basic_rounds, 1):
        return NextStep("plan_round", len(now.rounds) + 1)
    if "final" not in kinds and (now.has_final or planned):
        return NextStep("finals")
    can_play = now.playing - now.final_size >= now.sizes[0]
    if "small_final" not in kinds and (planned or (now.has_small_final and can_play)):
        return NextStep("small_final")
    return NextStep("publish_final")


def _of_draw(now: Situation, number: int) -> NextStep:
    if now.here < now.sizes[0]:
        return NextStep("add_players", number, now.here)
    if not can_be_seated(now.here, now.sizes):
        return NextStep("seven" if now.sizes == STANDARD else "unseatable", number, now.here)
    return NextStep("draw", number, now.here)
