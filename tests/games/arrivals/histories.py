"""Seeded histories: a table, its phones, everything that goes wrong, and what must hold in the end.

The same seed gives the same history everywhere; no clock and no library of chance is asked. `history(seed)` plays one
and returns its faults, an empty list as a rule; `Setting` says how hostile the evening is.
"""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any
from uuid import UUID

from games.arrivals.flags import Flag, open_flags
from games.arrivals.known import Arrival
from games.arrivals.sent import Undo
from games.arrivals.slots import TAKEN
from games.rules.chance import WORD_BITS, words
from games.rules.entries import Deal, Strike
from games.rules.payload import entry_payload
from games.rules.replay import replay
from tests.games.arrivals.phone import Phone
from tests.games.arrivals.site import CODE, Crashed, Site
from tests.games.arrivals.truth import SCRIPTS, Truth, long_truth, truth

LAST_ROUNDS = 60


@dataclass(frozen=True, slots=True)
class Setting:
    """Chances in a thousand, each asked where it can happen."""

    second: int = 350  # a second phone at the table records too
    third: int = 100
    goes_offline: int = 250
    comes_back: int = 400
    lost_request: int = 120
    lost_answer: int = 200
    crash: int = 80
    duplicate: int = 100
    mistyped: int = 80
    undo: int = 50
    forgotten: int = 60
    retold: int = 150  # a watcher tells a deal again that his screen shows already
    seen: int = 400  # somebody says who dealt
    take_pen: int = 120
    take_over: int = 100
    revoked: int = 15
    other_person: int = 15
    lost_phone: int = 10
    restored: int = 60
    settled: int = 100
    closed: int = 120
    skew: int = 500
    looks_first: int = 500  # who holds a second phone, before he records
    sends_at_once: int = 500
    same_person: int = 300  # who holds the second phone is the same person
    meddles: int = 40  # somebody takes back what is not his last
    cloned: int = 15  # two phones with one memory
    tampered: int = 15  # a known id comes with other bytes
    killed: int = 25  # a browser (only a phone that ships has one)
    clock_set: int = 10  # of a phone, while its page is open
    swarm: bool = True  # most troubles do not happen in one history, so that none hides another


HOSTILE = Setting()
NORMAL = Setting(
    second=60,
    third=0,
    goes_offline=30,
    comes_back=500,
    lost_request=10,
    lost_answer=10,
    crash=1,
    duplicate=5,
    mistyped=15,
    undo=15,
    forgotten=1,
    retold=2,
    seen=20,
    take_pen=2,
    take_over=0,
    revoked=0,
    other_person=0,
    lost_phone=0,
    restored=0,
    settled=0,
    closed=0,
    skew=500,
    looks_first=900,
    sends_at_once=1000,
    meddles=0,
    cloned=0,
    tampered=0,
    killed=2,
    clock_set=0,
    swarm=False,
)


# What hides behind greater troubles has evenings of its own, in which little else happens.
QUIET = replace(NORMAL, second=1000, mistyped=0, undo=0, retold=0, crash=0, lost_request=0, lost_answer=0, duplicate=0)
GAPS = replace(QUIET, skew=1000, forgotten=300, goes_offline=500, comes_back=300, seen=0, looks_first=300)
RETELLING = replace(QUIET, retold=500, take_pen=300, seen=500, forgotten=100, mistyped=200)
TAKEN_BACK = replace(QUIET, same_person=1000, undo=200, meddles=300, goes_offline=300, comes_back=400, looks_first=300)
CALM = replace(QUIET, third=1000, skew=0, killed=0)
THEMES = (HOSTILE, HOSTILE, GAPS, RETELLING, TAKEN_BACK)

TROUBLES = (
    "goes_offline",
    "lost_request",
    "lost_answer",
    "crash",
    "duplicate",
    "mistyped",
    "undo",
    "forgotten",
    "retold",
    "take_pen",
    "take_over",
    "revoked",
    "other_person",
    "lost_phone",
    "restored",
    "settled",
    "closed",
    "skew",
    "meddles",
    "cloned",
    "tampered",
    "killed",
    "clock_set",
)


@dataclass
class Outcome:
    """What became of a history. `faults`: the invariants that it broke."""

    faults: list[str] = field(default_factory=list)
    is_flagged: bool = False
    lines: int = 0


@dataclass(slots=True)
class Hand:
    """A phone with who holds it: what he means to do, and whether anything reaches the site."""

    phone: Phone
    is_main: bool
    lost: bool = False
    skew: int = 0
    recorded: set[str] = field(default_factory=set)  # lines that the screen has shown as kept, and nobody took back
    told: dict[int, str] = field(default_factory=dict)  # deal → its line
    wrong: dict[int, str] = field(default_factory=dict)  # deals told wrongly, to be mended


class History:
    def __init__(self, seed: int, setting: Setting = HOSTILE) -> None:
        self.seed, self.words = seed, words(f"history {seed}")
        self.setting = self.some_of(setting) if setting.swarm else setting
        self.truth: Truth = self.some_truth()
        self.site = Site(self.truth.setup)
        self.most = (1, 3, 50)[self.below(3)]
        self.now = 0
        self.minted = 0
        self.meant: dict[str, int] = {}  # line → the deal that it tells
        self.undone: set[str] = set()
        self.meddled: set[str] = set()
        self.cloned: set[str] = set()
        self.late: list[dict[str, Any]] = []
        self.sent: dict[str, dict[str, Any]] = {}
        self.is_clean = True  # nothing was restored
        self.copy = self.site.copied()
        self.outcome = Outcome()
        count = 1 + self.happens(setting.second) + self.happens(setting.third)
        self.hands = [
            Hand(
                self.new_phone(self.mint(), f"account:{number * (not self.happens(setting.same_person))}"),
                number == 0,
                skew=self.skew(),
            )
            for number in range(count)
        ]

    def new_phone(self, device: str, by: str) -> Any:
        return Phone(device, by)

    def some_truth(self) -> Truth:
        return truth(self.below(SCRIPTS))

    # --- chance ---

    def some_of(self, setting: Setting) -> Setting:
        return replace(setting, **{name: 0 for name in TROUBLES if self.below(100) < 55})

    def happens(self, thousandths: int) -> bool:
        return next(self.words) * 1000 >> WORD_BITS < thousandths

    def below(self, limit: int) -> int:
        return next(self.words) * limit >> WORD_BITS

    def skew(self) -> int:
        return (self.below(200) - 100) * (4, 60)[self.below(2)] if self.happens(self.setting.skew) else 0

    def mint(self) -> str:
        self.minted += 1
        return f"{self.minted:08x}-0000-4000-8000-{self.seed % (1 << 48):012x}"

    # --- the evening ---

    def play(self) -> Outcome:
        for hand in self.hands:
            self.exchange(hand)
        for number in range(len(self.truth.deals)):
            self.now += 60 + self.below(240)
            self.network()
            for hand in self.hands:
                self.record(hand, number)
            for hand in self.hands:
                if not hand.lost and hand.phone.online:
                    self.exchange(hand)
            self.happenings(number)
        self.end()
        self.judge()
        return self.outcome

    def network(self) -> None:
        setting = self.setting
        for phone in (hand.phone for hand in self.hands):
            phone.online = not self.happens(setting.goes_offline) if phone.online else self.happens(setting.comes_back)

    def record(self, hand: Hand, number: int) -> None:
        """What one hand does when deal `number` has been played."""
        if hand.lost:
            return
        setting, phone = self.setting, hand.phone
        if not hand.is_main and phone.online and self.happens(setting.looks_first):
            self.exchange(hand)  # he looks first
        shown = any(self.meant.get(line["id"]) == number for line in phone.log)
        if shown and not self.happens(setting.retold):
            return
        if self.happens(setting.forgotten):
            return
        self.mend(hand)
        forgot = hand.is_main and number and number - 1 not in hand.told and not self.is_shown(hand, number - 1)
        if forgot and self.happens(600):
            self.tell(hand, number - 1)  # late, before this one
        self.tell(hand, number, delay=20 + self.below(40) if shown else self.below(40))
        if phone.online and self.happens(setting.sends_at_once):
            self.exchange(hand)

    def is_shown(self, hand: Hand, number: int) -> bool:
        return any(self.meant.get(line["id"]) == number for line in hand.phone.log)

    def tell(self, hand: Hand, number: int, delay: int = 0, slips: int = 0) -> None:
        deal, dealer = self.truth.deals[number]
        loser = (
            self.truth.players[number][self.below(4)] if self.happens(slips or self.setting.mistyped) else deal.loser
        )
        witness = dealer if self.says_dealer(hand) else ""
        line = self.tap(hand, Deal(loser, deal.bench), delay, witness)
        self.meant[line] = number
        hand.told[number] = line
        if loser != deal.loser:
            hand.wrong[number] = line
            if self.happens(500):
                self.mend(hand)
        elif self.happens(self.setting.undo):
            self.take_back(hand, number)
            if self.happens(700):
                self.meant[again := self.tap(hand, Deal(loser, deal.bench), delay + 5, witness)] = number
                hand.told[number] = again

    def says_dealer(self, _hand: Hand) -> bool:
        return self.happens(self.setting.seen)

    def tap(self, hand: Hand, deal: Deal, delay: int, witness: str) -> str:
        phone, entry = hand.phone, entry_payload(deal)
        line = phone.tap(self.mint(), entry, self.now + delay, slot=phone.slot(), witness=witness, skew=hand.skew)
        hand.recorded.add(line)
        return str(line)

    def mend(self, hand: Hand) -> None:
        """A slip of the finger that is seen: the last line is taken back and told anew."""
        number = max(hand.told, default=-1)
        if number in hand.wrong:
            self.take_back(hand, number)
            deal, dealer = self.truth.deals[number]
            self.meant[line := self.tap(hand, deal, 10, dealer if self.says_dealer(hand) else "")] = number
            hand.told[number] = line

    def take_back(self, hand: Hand, number: int) -> None:
        line = hand.told.pop(number)
        hand.wrong.pop(number, None)
        undo = hand.phone.undo(self.mint(), line, self.now)
        if undo is None:
            del self.meant[line]
            hand.recorded.remove(line)
        else:
            self.undone.add(line)
            hand.recorded.add(undo)

    # --- the network ---

    def exchange(self, hand: Hand) -> None:
        message = hand.phone.batch(self.most, self.now)
        while message is not None:
            message = hand.phone.answered(self.passed_on(message), self.now)

    def passed_on(self, message: dict[str, Any]) -> dict[str, Any] | None:
        """What the phone hears after a message, if it hears anything."""
        setting = self.setting
        for line in message["lines"]:
            self.sent.setdefault(line["id"], line)
        if message["lines"] and self.happens(setting.tampered):
            message = {**message, "lines": [{**message["lines"][0], "slot": 99}, *message["lines"]]}
        if self.happens(setting.lost_request):
            return None
        if self.happens(setting.duplicate):
            self.late.append(message)
        crash = ("before", "after")[self.below(2)] if self.happens(setting.crash) else ""
        try:
            answer = self.site.exchange(message, self.now, crash)
        except Crashed:
            return None
        return None if self.happens(setting.lost_answer) else answer

    def happenings(self, number: int) -> None:
        """What else may come to pass after a deal."""
        hand = self.hands[self.below(len(self.hands))]
        if self.late and self.happens(400):
            self.site.exchange(self.late.pop(0), self.now)
        self.pass_the_pen(hand, number)
        self.mischief(hand)
        if self.happens(self.setting.settled):
            self.settle_all()
        if number == 1:
            self.copy = self.site.copied()
        elif number > 2 and self.is_clean and self.happens(self.setting.restored):
            self.site.restore(self.copy)
            self.is_clean = False
            self.setting = replace(self.setting, cloned=0)  # two phones with one counter cannot both be asked again

    def pass_the_pen(self, hand: Hand, number: int) -> None:
        phone = hand.phone
        if phone.online and not hand.lost and self.happens(self.setting.take_pen):
            self.site.take_pen(phone.device, self.now)
            self.exchange(hand)
            if self.is_shown(hand, number) and number not in hand.told and self.happens(self.setting.retold):
                self.tell(hand, number, delay=50 + self.below(10), slips=500)
                hand.wrong.pop(number, None)  # nobody sees it
        elif not phone.online and not phone.holds and self.happens(self.setting.take_over):
            phone.take_over(CODE)

    def mischief(self, hand: Hand) -> None:
        """What nobody means to happen to a phone, or somebody does mean."""
        setting, phone = self.setting, hand.phone
        if self.happens(setting.revoked):
            self.site.revoked.add(phone.device)
        if self.happens(setting.other_person):
            phone.account = "account:8"
        if phone.log and self.happens(setting.meddles):
            of = phone.log[self.below(len(phone.log))]["id"]
            if phone.undo(self.mint(), of, self.now):
                self.meddled.add(of)
        if self.happens(setting.cloned) and len(self.hands) < 4:
            self.cloned.add(phone.device)
            self.hands.append(Hand(copy.deepcopy(phone), hand.is_main, skew=hand.skew))
            self.setting = replace(self.setting, restored=0)
        if self.happens(setting.lost_phone):
            hand.lost = True

    def end(self) -> None:
        """The network is back, and everybody's phone brings what it has."""
        if self.happens(self.setting.closed):
            self.site.commit(self.closed())
        calm = replace(self.setting, lost_request=0, lost_answer=0, crash=0, duplicate=0, tampered=0)
        self.setting, hostile = calm, self.setting
        for message in self.late:
            self.site.exchange(message, self.now)
        for hand in self.hands:
            hand.phone.online = True
        for _ in range(LAST_ROUNDS):
            self.now += 5
            for hand in self.hands:
                if not hand.lost:
                    self.exchange(hand)
            if not any(hand.phone.is_behind(self.site.head) for hand in self.hands if not hand.lost):
                break
        self.setting = hostile

    def closed(self) -> Any:
        return replace(self.site.known, is_closed=True)

    # --- the referee ---

    def settle_all(self) -> None:
        """A referee who knows what was played settles what he sees, once each."""
        for flag in open_flags(self.site.known):
            if flag.arrival.id not in self.site.known.by_id:
                verdict = self.verdict(flag)
                self.site.settle(flag.arrival, verdict, self.now, [UUID(self.mint()) for _ in range(4)])

    def verdict(self, flag: Flag) -> str:
        arrival, counted = flag.arrival, self.counted()
        if arrival.sent is None or isinstance(arrival.sent.entry, Undo):
            return "leave"
        number = self.meant.get(str(arrival.id), -1)
        if number < 0 or str(arrival.id) in self.undone or "take" not in flag.verdicts:
            return "leave"
        return "leave" if counted[number] else "take"

    def counted(self) -> Counter[int]:
        """How often each deal counts in the log."""
        return Counter(self.meant[str(line.id)] for line in self.site.known.played if str(line.id) in self.meant)

    # --- what must hold ---

    def judge(self) -> None:
        known, outcome = self.site.known, self.outcome
        outcome.is_flagged, outcome.lines = self.site.is_flagged, len(known.log) + len(known.arrivals)
        outcome.faults = list(self.faults())

    def faults(self) -> Iterator[str]:
        site, known = self.site, self.site.known
        kept = {str(line.id) for line in (*known.log, *known.arrivals)}
        alive = [hand.phone for hand in self.hands if not hand.lost]
        if self.is_clean and not site.acknowledged <= kept:
            yield "an acknowledged line is lost"
        if not set().union(*(hand.recorded for hand in self.hands if not hand.lost)) <= kept:
            yield "a recorded line is gone"
        yield from self.miscounted(kept)
        if any(phone.waiting() for phone in alive):
            yield "an outbox does not drain"
        if any(self.waits_for_nothing(arrival) for arrival in known.arrivals):
            yield "a line is held that waits for nothing"
        if site.state != replay(known.setup, known.entries):
            yield "the projection is not the fold of the log"
        log = [str(line.id) for line in known.log]
        if any([line["id"] for line in phone.log] != log for phone in alive):
            yield "a phone shows another log"
        yield from self.unlawful()
        settled = {UUID(line) for line, verdict in known.settled.items() if verdict == "take"}
        before = set(self.copy.by_id) if not self.is_clean else set()
        if not site.said <= {one.said for one in (*known.log, *known.arrivals)} and self.is_clean:
            yield "what came under a known id is gone"
        if any(line.id in site.unseen and line.id not in settled | before for line in known.log):
            yield "a line of a revoked phone counts unseen"
        self.replay_everything()
        if site.known != known:
            yield "what was brought again changed something"

    def unlawful(self) -> Iterator[str]:
        """What may not be in a log whatever happened, as seen without asking the decision."""
        log = self.site.known.log
        taken = self.site.known.settled
        of_phones = [line for line in log if line.counter is not None and str(line.id) not in taken]
        if len({(line.device, line.counter) for line in of_phones}) < len(of_phones):
            yield "a counter counts twice"
        strikes = [
            line for line in of_phones if isinstance(line.entry, Strike) and line.position not in self.site.known.struck
        ]
        if len({line.entry.position for line in strikes}) < len(strikes):
            yield "a line is taken back twice"
        for line in strikes:
            of = log[line.entry.position - 1]
            if of.by != line.by and of.device != line.device:
                yield "somebody took back what is another's"

    def waits_for_nothing(self, arrival: Arrival) -> bool:
        """Of a deal in a log that was never corrected: its slot is taken or next, its phone left nothing out, and
        nobody is asked about an earlier one of it.
        """
        known, sent = self.site.known, arrival.sent
        if arrival.status != "held" or sent is None or known.settled or str(arrival.id) in known.settled:
            return False
        if any(
            flag.status != "held" and flag.arrival.device == sent.device and (flag.arrival.counter or 0) < sent.counter
            for flag in open_flags(known)
        ):
            return False
        is_plain = isinstance(sent.entry, Deal) and not any(isinstance(line.entry, Strike) for line in known.log)
        return is_plain and sent.slot <= len(known.played) + 1 and known.counter(sent.device) >= sent.counter

    def asked(self) -> set[int]:
        """The deals of which somebody is asked, or was: what a flag's line tells, and what stands in its place."""
        # Two phones that are one look like one: what either tells again is what one man says.
        lines = {str(line.id) for line in self.site.known.log if line.device in self.cloned}
        for arrival in self.flagged():
            undo = arrival.sent.entry.line if arrival.sent and isinstance(arrival.sent.entry, Undo) else None
            is_in_its_place = undo or arrival.status == "merged" or arrival.code in TAKEN
            lines |= {str(arrival.id), str(undo)} | ({str(arrival.about)} if is_in_its_place else set())
        return {self.alike(self.meant[line]) for line in lines if line in self.meant}

    def flagged(self) -> Iterator[Arrival]:
        known = self.site.known
        yield from (flag.arrival for flag in open_flags(known))
        yield from (arrival for arrival in known.arrivals if str(arrival.id) in known.settled)

    def miscounted(self, kept: set[str]) -> Iterator[str]:
        """Deals that nobody is asked about, and that do not count once and as they were told."""
        asked = self.asked()
        counted = Counter(map(self.alike, self.counted().elements()))
        told = Counter(
            map(
                self.alike,
                {
                    number
                    for line, number in self.meant.items()
                    if line in kept and line not in self.undone | self.meddled
                },
            )
        )
        if set(counted - Counter(map(self.alike, range(len(self.truth.deals))))) - asked:
            yield "a deal counts twice, and nobody is asked"
        if set(told - counted) - asked:
            yield "a deal is missing, and nobody is asked"
        if not self.is_in_order(asked):
            yield "deals stand in another order, and nobody is asked"
        if any(self.is_unheard(arrival, asked) for arrival in self.site.known.arrivals):
            yield "a phone says otherwise, and nobody is asked"

    def alike(self, number: int) -> int:
        """The first deal that was played just like this one: which of two such a line tells, nobody can say."""
        deals = [deal for deal, _ in self.truth.deals]
        return deals.index(deals[number])

    def is_in_order(self, asked: set[int]) -> bool:
        played = iter(map(self.alike, range(len(self.truth.deals))))
        lines = (str(line.id) for line in self.site.known.played)
        deals = (self.alike(self.meant[line]) for line in lines if line in self.meant)
        return all(deal in played for deal in deals if deal not in asked)

    def is_unheard(self, arrival: Arrival, asked: set[int]) -> bool:
        """Whether a phone told a deal in another way than it counts."""
        known, line = self.site.known, str(arrival.id)
        if arrival.sent is None or not isinstance(arrival.sent.entry, Deal) or line in self.undone:
            return False
        if line not in self.meant:  # taken back on a phone whose twin had sent it
            return False
        deal = self.alike(self.meant[line])
        if deal in asked:
            return False
        said = (
            now.entry
            for there, now in zip(known.log, known.state.lines, strict=True)
            if str(there.id) in self.meant and self.alike(self.meant[str(there.id)]) == deal
        )
        return all(isinstance(entry, Deal) and entry.loser != arrival.sent.entry.loser for entry in said)

    def replay_everything(self) -> None:
        """Every line that was ever sent comes once more, from its own phone."""
        by_device: dict[str, list[dict[str, Any]]] = {}
        for line in self.sent.values():
            by_device.setdefault(line["device"], []).append(line)
        for device, sent in by_device.items():
            lines = [line for line in sent if self.site.has(UUID(line["id"]))]
            message = {
                "v": 1,
                "device": device,
                "account": lines[0]["by"] if lines else "",
                "lines": lines[::-1],
                "games": {"17": {"position": 0, "head": "", "counter": 0}},
            }
            heard = self.site.known
            self.site.exchange(message, self.now)
            self.site.known = self.site.known if self.site.known.log != heard.log else _as_heard(self.site.known, heard)


class Restored(History):
    """Three phones take turns to record twenty deals, with and without a network; then an older copy of the site is
    restored, from any moment before, and they come to it in any order. All twenty have to be there, once.
    """

    def __init__(self, seed: int, setting: Setting = CALM) -> None:
        super().__init__(seed, setting)

    def some_truth(self) -> Truth:
        return long_truth(self.below(SCRIPTS))

    def play(self) -> Outcome:
        for hand in self.hands:
            self.exchange(hand)
        self.setting = replace(self.setting, lost_answer=100, crash=50)
        writer, copied_at = self.hands[0], self.below(len(self.truth.deals))
        for number in range(len(self.truth.deals)):
            self.now += 60 + self.below(240)
            if number == copied_at:
                self.copy = self.site.copied()
            writer = self.handed_over(writer, number)
            writer.phone.online = self.happens(700)
            self.tell(writer, number, delay=self.below(10))
            for hand in self.hands:
                if hand.phone.online:
                    self.exchange(hand)
        self.come_to_rest()
        self.site.restore(self.copy)
        self.is_clean = False
        for _ in self.hands:
            self.hands.append(self.hands.pop(self.below(len(self.hands))))
        for hand in self.hands * 2:
            self.exchange(hand)
        self.come_to_rest()
        self.judge()
        return self.outcome

    def handed_over(self, writer: Hand, number: int) -> Hand:
        """Now and then another takes the pen, once all that was told has come, and where his first deal is not like
        the last one told: that is asked about.
        """
        (deal, dealer), (last, dealt_last) = self.truth.deals[number], self.truth.deals[number - 1]
        following = self.hands[self.below(len(self.hands))]
        if following is writer or self.happens(700) or dealer == dealt_last or deal.loser == last.loser:
            return writer
        self.come_to_rest()
        self.site.take_pen(following.phone.device, self.now)
        self.come_to_rest()
        return following

    def come_to_rest(self) -> None:
        """The network is there, until every phone has brought what it has and knows what there is."""
        calm = replace(self.setting, lost_request=0, lost_answer=0, crash=0, killed=0)
        self.setting, troubled = calm, self.setting
        for hand in self.hands:
            hand.phone.online = True
        for _ in range(LAST_ROUNDS):
            self.now += 5
            for hand in self.hands:
                self.exchange(hand)
            pens = [hand.phone.holds == (hand.phone.device == self.site.known.pen.holder) for hand in self.hands]
            if all(pens) and not any(hand.phone.is_behind(self.site.head) for hand in self.hands):
                break
        self.setting = troubled

    def tell(self, hand: Hand, number: int, delay: int = 0, slips: int = 0) -> None:
        deal, dealer = self.truth.deals[number]
        self.meant[line := self.tap(hand, deal, delay, dealer if self.says_dealer(hand) else "")] = number
        hand.told[number] = line

    def says_dealer(self, hand: Hand) -> bool:
        """Where the page asks for it: after another's deal."""
        return max(hand.told, default=-1) != max(self.meant.values(), default=-1)

    def faults(self) -> Iterator[str]:
        yield from super().faults()
        known = self.site.known
        if [line.entry for line in known.played] != [deal for deal, _ in self.truth.deals] or self.site.is_flagged:
            yield "the deals are not there as they were played"


def _as_heard(now: Any, before: Any) -> Any:
    """Being heard is no change."""
    return replace(now, pen=before.pen) if now.pen.epoch == before.pen.epoch else now


def history(seed: int, setting: Setting | None = None) -> Outcome:
    """Play one; which kind of evening it is, the seed says, if nothing else does."""
    return History(seed, setting or THEMES[seed % len(THEMES)]).play()
