"""A seat sees its own cards and what lies open, and nothing that a person in that chair could not know."""

from collections.abc import Iterable

from hypothesis import given
from hypothesis import strategies as st

from games.rules.cards import PACK
from games.rules.chance import Chance
from games.rules.smoking_cat.hands import to_bits, to_cards
from games.rules.smoking_cat.play import State, deal, give, legal_plays, pack, play, start
from games.rules.smoking_cat.view import seen_by

SEATS = ("A", "B", "C", "D")


def random_state(seed: str, *, plays: int) -> State:
    """A deal of random but legal acts, `plays` cards after the pass."""
    chance = Chance(seed)
    state = deal(chance, seats=SEATS, dealer=chance.one_of(SEATS))
    for place, seat in enumerate(SEATS):
        hand = list(state.dealt[place])
        chance.shuffle(hand)
        state = give(state, seat, hand[:3])
    for _ in range(plays):
        state = play(state, chance.one_of(legal_plays(state)))
    return state


def exchanged(state: State, one: str, other: str) -> State:
    """The same deal, had two hidden cards changed places all along."""
    swap = {one: other, other: one}

    def swapped(hands: Iterable[tuple[str, ...]]) -> tuple[tuple[str, ...], ...]:
        return tuple(tuple(swap.get(card, card) for card in hand) for hand in hands)

    opening = state.opening._replace(dealt=swapped(state.dealt), given=swapped(state.given))
    held = tuple(map(to_bits, swapped(map(to_cards, state.held))))
    return state._replace(opening=opening, held=held)


@given(seed=st.text(max_size=4), plays=st.integers(0, 31), seat=st.sampled_from(SEATS), data=st.data())
def test_hidden_cards_that_change_places_change_no_view(seed, plays, seat, data):
    state = random_state(seed, plays=plays)
    view = seen_by(state, seat)
    hidden = [card for card in view.unseen if card not in view.left_holds]
    if len(hidden) < 2:
        return
    one, other = data.draw(st.lists(st.sampled_from(hidden), min_size=2, max_size=2, unique=True))
    assert seen_by(exchanged(state, one, other), seat) == view


def test_cards_laid_out_by_others_are_not_seen_before_the_fourth_has_passed():
    state = start({seat: PACK[8 * place : 8 * place + 8] for place, seat in enumerate(SEATS)}, dealer="A")
    state = give(state, "A", ("7h", "8h", "9h"))
    view = seen_by(state, "B")
    assert (view.got, view.passed, view.hand) == ((), ("A",), state.dealt[1])  # RULES C30
    assert seen_by(state, "A").hand == ("Th", "Uh", "Oh", "Kh", "Ah")
    for seat in "BCD":
        state = give(state, seat, state.dealt[SEATS.index(seat)][:3])
    assert seen_by(state, "B").got == ("7h", "8h", "9h")
    assert seen_by(state, "A").left_holds == ("7h", "8h", "9h")


@given(seed=st.text(max_size=4), plays=st.integers(0, 32))
def test_what_a_view_derives_is_so(seed, plays):
    state = random_state(seed, plays=plays)
    for place, seat in enumerate(SEATS):
        view = seen_by(state, seat)
        others = [hand for other, hand in enumerate(state.hands) if other != place]
        assert sorted(view.unseen) == sorted(card for hand in others for card in hand)
        assert list(view.cards_held.values()) == [len(hand) for hand in state.hands]
        assert set(view.left_holds) <= set(state.hands[(place + 1) % 4])
        assert view.legal_plays == (legal_plays(state) if state.to_play == seat else ())
        for other, suits in view.voids.items():
            assert not {card[1] for card in state.hands[SEATS.index(other)]} & set(suits)


def test_voids_are_read_from_tricks_and_from_the_open_trick():
    hands = {
        "A": "7h 8h 9h Th Uh Oh Kh Ah",
        "B": "7l 8l 9l Tl Ul Ol Kl Al",
        "C": "7a 8a 9a Ta Ua Oa Ka Aa",
        "D": "7b 8b 9b Tb Ub Ob Kb Ab",
    }
    state = start({seat: tuple(cards.split()) for seat, cards in hands.items()}, dealer="D")
    for seat, cards in hands.items():
        state = give(state, seat, cards.split()[:3])
    for card in ("7b", "7h", "7l", "Tb", "7a", "Th", "8h"):  # A leads bells; D takes them and leads acorns
        state = play(state, card)
    assert seen_by(state, "C").voids == {"A": "a", "B": "ba", "C": "b", "D": ""}


def test_a_packed_deal_is_seen_as_packed_by_all():
    state = pack(random_state("packed", plays=2), "C")
    views = [seen_by(state, seat) for seat in SEATS]
    assert [(view.packed_by, view.points, view.legal_plays) for view in views] == [("C", (0, 0, 33, 0), ())] * 4
