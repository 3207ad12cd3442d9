"""Games as text for the tests of the rules, and arbitrary logs for hypothesis."""

from hypothesis import strategies as st

from games.rules.entries import (
    VERDICTS,
    Accept,
    Amend,
    Close,
    Deal,
    Pause,
    PenaltyLetter,
    Resume,
    Settle,
    SmearDeal,
    Strike,
    Substitute,
    Swap,
    VoidDeal,
    Withdraw,
)
from games.rules.notation import parse_log
from games.rules.replay import GameState, replay
from games.rules.setup import GameOptions, GameSetup
from games.rules.smear.variants import VARIANTS


def game(text: str) -> GameState:
    setup, log = parse_log(text)
    return replay(setup, log)


def letters(state: GameState) -> str:
    """The letters on the seats, in their order: "5 5 1 0 0"."""
    return " ".join(str(seat.letters) for seat in state.seats.values())


def scores(state: GameState) -> str:
    """The scores of a game of Smear, in the order of the parties: "AC 3, BD -4"."""
    return ", ".join(f"{party} {score}" for party, score in state.smear.scores.items())


def own_deals(state: GameState) -> str:
    return " ".join(str(seat.own.deals) for seat in state.seats.values())


def found(state: GameState) -> list[tuple[int, str]]:
    return [(finding.position, finding.code) for finding in state.findings]


# What an arbitrary referee writes down: mostly seats of the table, now and then one that does not exist.
seats = st.sampled_from("ABCDEFABCDEFABCDEFG")
benches = st.lists(seats, max_size=3).map(tuple)
texts = st.text(
    st.characters(exclude_categories=["Cc", "Cs", "Zl", "Zp"]) | st.sampled_from('"\\;#()=/ -'), max_size=20
)
labels = st.sampled_from(["p1", "p2", "D2", "-", "yes"]) | texts.filter(bool)
point_lists = st.none() | st.dictionaries(seats, st.integers(0, 33), max_size=4)
dealers = st.none() | seats
positions = st.integers(1, 30)

changes = st.fixed_dictionaries(
    {},
    optional={
        "loser": seats,
        "bench": st.none() | benches,
        "points": point_lists,
        "packed": st.none() | st.booleans(),
        "dealer": dealers,
        "seat": seats,
        "occupant": labels,
        "reason": st.none(),
    },
)
remarked = changes.map(lambda named: {name: value for name, value in named.items() if name != "reason"})
amendments = st.one_of(
    st.builds(Amend, positions, changes.filter(bool)),
    st.builds(Amend, positions, remarked, texts.filter(bool)),
)
BY_KIND = {
    Deal: st.one_of(
        st.builds(Deal, seats, benches, point_lists, st.booleans(), dealers),
        st.builds(Deal, seats, st.lists(seats, min_size=1, max_size=2, unique=True).map(tuple)),
    ),
    VoidDeal: st.builds(VoidDeal, benches, texts, dealers),
    PenaltyLetter: st.builds(PenaltyLetter, seats, texts, st.none() | positions),
    Amend: amendments,
    Strike: st.builds(Strike, positions, texts),
    Substitute: st.builds(Substitute, seats, labels, texts),
    Withdraw: st.builds(Withdraw, seats, texts),
    Close: st.builds(Close, texts),
    Settle: st.builds(Settle, st.uuids().map(str), st.sampled_from(VERDICTS), texts),
    Pause: st.builds(Pause, texts),
    Resume: st.builds(Resume),
    Swap: st.builds(Swap, seats, seats, positions, texts),
    Accept: st.builds(Accept, seats),
}
entries = st.one_of(*BY_KIND.values())
logs = st.lists(entries, max_size=30)

options = st.builds(
    GameOptions,
    survivors=st.integers(1, 6),
    penalty_letter_completes=st.booleans(),
    bench=st.sampled_from(["cycle", "loser_sits", "free"]),
    points_entry=st.sampled_from(["off", "optional", "required"]),
)
setups = st.builds(
    GameSetup,
    letters=st.lists(st.sampled_from(["K", "A", "Á", "CH", "M"]), min_size=1, max_size=6).map(tuple),
    seats=st.sampled_from(["ABCD", "ABCDE", "ABCDEF"]).map(tuple),
    options=options,
    occupants=st.dictionaries(st.sampled_from("ABCD"), labels),
)

# The same at a table of Smear, of every variant and size.
parties = st.sampled_from(["AC", "BD", "A", "B", "C", "AD", "BE", "CF", "ACE", "BDF", "ACEG", "BDFH", "AB"])
smear_deals = BY_KIND[SmearDeal] = st.builds(
    SmearDeal,
    st.sampled_from("ABCABCABCH"),
    st.integers(1, 12),
    st.dictionaries(parties, st.integers(0, 12), max_size=3),
    st.booleans(),
    dealers,
)
smear_amendments = st.builds(
    Amend,
    positions,
    st.fixed_dictionaries(
        {"pitcher": seats},
        optional={
            "bid": st.integers(1, 12),
            "points": st.dictionaries(parties, st.integers(0, 12), max_size=3),
            "moon": st.none() | st.booleans(),
            "dealer": dealers,
        },
    ),
)
smear_logs = st.lists(st.one_of(smear_deals, smear_deals, entries, smear_amendments), max_size=30)
smear_setups = st.sampled_from(
    [(variant, players) for variant in VARIANTS.values() for players in variant.players]
).flatmap(
    lambda table: st.builds(
        GameSetup,
        letters=st.just(()),
        seats=st.just(tuple("ABCDEFGH"[: table[1]])),
        options=st.builds(
            GameOptions,
            game=st.just("smear"),
            smear_variant=st.just(table[0].name),
            smear_target=st.integers(1, 40),
        ),
    )
)
