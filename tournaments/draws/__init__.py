"""Who sits where: players, history, options and a seed in; tables, seats and quality out. Standard library only."""

from tournaments.draws.by_rank import ladder, seats_of_final
from tournaments.draws.draw import draw, draw_ladder
from tournaments.draws.event import EventDrawing, draw_event
from tournaments.draws.model import Drawing, Fault, History, Options, Player, Quality, history_of, pair
from tournaments.draws.quality import quality_of
from tournaments.draws.reseating import Reseating, join, reseat
from tournaments.draws.seeding import VERSION, Stream
from tournaments.draws.sizes import Split, can_be_seated, forced_repeats, splits

__all__ = [
    "VERSION",
    "Drawing",
    "EventDrawing",
    "Fault",
    "History",
    "Options",
    "Player",
    "Quality",
    "Reseating",
    "Split",
    "Stream",
    "can_be_seated",
    "draw",
    "draw_event",
    "draw_ladder",
    "forced_repeats",
    "history_of",
    "join",
    "ladder",
    "pair",
    "quality_of",
    "reseat",
    "seats_of_final",
    "splits",
]
