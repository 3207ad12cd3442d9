"""What is stored of games: the game at one table with its log, and the words it is played for."""

from games.models.game import Arrival, Entry, EntryQuerySet, Game
from games.models.word import PlayingWord, Reading, SecretWord, Verdict, Vote, WordState

__all__ = [
    "Arrival",
    "Entry",
    "EntryQuerySet",
    "Game",
    "PlayingWord",
    "Reading",
    "SecretWord",
    "Verdict",
    "Vote",
    "WordState",
]
