"""Deals for teaching: a few that were chosen, each for what it shows, and one by chance."""

from __future__ import annotations

from typing import Any, NamedTuple

from django.utils.translation import gettext_lazy as _

from games.players.smoking_cat.deals import PLAYERS, play_out
from games.rules.chance import Chance
from games.rules.smoking_cat.play import deal
from games.rules.smoking_cat.record import DealRecord, record_of
from tournaments.public.deal_desk.asked import Asked
from tournaments.public.deal_desk.scenes import BEFORE_THE_CARDS

SEATS = "ABCD"


class Example(NamedTuple):
    title: Any
    deal: str

    @property
    def link(self) -> str:
        """Where it is shown from the beginning."""
        return Asked(self.deal, at=BEFORE_THE_CARDS).link()


EXAMPLES: tuple[Example, ...] = (
    Example(
        _("A whole deal, and who loses it"),
        "@A A:8b8aOa7b9b9hKaTb>Oa9hKa B:KlAbKbUlAl8l7lTh>ThAbAl C:Uh7hOh9aTaAhUbAa>UhOhAh D:Ua7aOlKh9l8hTlOb>ObKhOl "
        "9h7h8hKh 7bKbUbAh 7lAlTlOl 9a7a8aKa 8lAa9lOb UaTbOaTa UlAbOh9b KlThUh8b",
    ),
    Example(
        _("A revoke that comes to light four tricks later"),
        "@C A:AlAhUbObKh8bTa8l>AlKhAh B:9bKaTbTlOlAbKlUa>KlAbOl C:8a9hOaAa7aOh7l7b>OaAaOh D:ThUh9lUl7hKb8h9a>ThKbUh "
        "7hThKh9h 9b7bOh8b TbOlAaUb TaUa8a9a Ka7aOaUh Tl7l9l8l AhAb8hKb AlKlUlOb",
    ),
    Example(
        _("A tie that Hejma decides"),
        "@C A:8lAaKb7a9aOaOlUb>KbAaOl B:UlTlUaAl9bTbOhKl>KlAlOh C:Ab9lKa7h8b7lAh8h>KaAbAh D:ThUh8aObKh7bTa9h>ThUhKh "
        "7bUbTb8b 7aUaOhTa 9bAlObKh 8a9aAaKl Kb8hAbUh 9hThOl7h 8lTl9lAh Ul7lKaOa",
    ),
    Example(
        _("11–11–10–1, of which the rules say nothing"),
        "@B A:OaKhTa9bUhUaUbAa>AaUhKh B:TbKb7h8h7b9hTlTh>9hKbTh C:UlOl9aAl8b7l8lOb>ObAlOl D:7aKlKaOh8aAbAh9l>AbOhAh "
        "8bObUbTb 7aTaAa9a 7bKbOl9b 9hAlOhUh UaKhTh8a Oa8hUlKa 9lAhTl8l 7h7lKlAb",
    ),
    Example(
        _("Somebody packs"),
        "@A A:Ob7h7aOhKaKh9bUl>KaOhKh B:KlAl7l7b9h9lOaTl>OaKlAl C:Aa9aUaTbUhTa8hKb>KbAaUh D:8bUb8l8aAbAhThOl>AbAhOl "
        "7bTb8b9b 8hTh7h9h 8a7aKaOa 7lKl8lOl packed:C",
    ),
    Example(
        _("A deal of Smear in which the pitchers are set back"),
        "ten_point 21 AC:-4 BD:14 @C A:7c5c5h8s9c6s4cJs9hQh B:2c2s8hKh2dX2KdKs8c3h C:7s7h4hTs5dQd8d9d3c7d "
        "D:9s6dJhAsQcAd4dAh3sJc stock:5sTd2hJd6hX13d6cAcQsThTcKc4s bids:D2,A3,B5,C6 trump:d A-5h7cJs5c "
        "B-2cKh8c2s C-4hTh5s6hTc2h7s4s3cTsQs7hKcAc6cQdJd3d D-3sJcAsAh Td6d4cKd 3h9d4dQh 8dJh6s2d 9s8sKs5d "
        "X1Ad9hX2 Qc9c8h7d",
    ),
)


def deal_by_chance(seed: str) -> DealRecord:
    """A whole deal among four cautious computer players; the same seed gives the same deal."""
    chance = Chance(f"deal desk|{seed}")
    state = deal(chance, seats=SEATS, dealer=chance.one_of(SEATS))
    return record_of(play_out(state, dict.fromkeys(SEATS, PLAYERS["cautious"]), chance))
