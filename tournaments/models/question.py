"""What the director of an event is asked, because nobody else may decide it silently (competition.md 5.5).

Somebody at his event was banned; a ruling changed what a round that is drawn already was drawn from; a ruling opened a
finished game again. A question stands until it is answered; the answer stays.
"""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.account import Account
from tournaments.models.event import Event
from tournaments.models.registration import Registration
from tournaments.models.round import Round, Table
from tournaments.models.ruling import Ruling
from tournaments.models.sanction import Sanction


class QuestionKind(models.TextChoices):
    BAN = "ban", _("Ban")
    DRAWN_ROUND = "drawn_round", _("Drawn Round")
    OPEN_GAME = "open_game", _("Open Game")


class Answer(models.TextChoices):
    """To a ban: play on or withdraw. To a drawn round: leave or draw again. To an open game: leave or play on."""

    PLAY_ON = "play_on", _("Play On")
    WITHDRAW = "withdraw", _("Withdraw")
    LEAVE = "leave", _("Leave")
    REDRAW = "redraw", _("Redraw")


class Question(models.Model):
    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="questions")
    kind = models.CharField(max_length=12, choices=QuestionKind)
    registration = models.ForeignKey(
        Registration, on_delete=models.CASCADE, null=True, blank=True, related_name="questions"
    )
    sanction = models.ForeignKey(Sanction, on_delete=models.CASCADE, null=True, blank=True, related_name="questions")
    round = models.ForeignKey(Round, on_delete=models.CASCADE, null=True, blank=True, related_name="questions")
    table = models.ForeignKey(Table, on_delete=models.CASCADE, null=True, blank=True, related_name="questions")
    ruling = models.ForeignKey(Ruling, on_delete=models.CASCADE, null=True, blank=True, related_name="questions")
    asked_at = models.DateTimeField()
    answer = models.CharField(max_length=12, choices=Answer, blank=True, default="")
    answered_by = models.ForeignKey(Account, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    answered_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        indexes = [models.Index(fields=["event", "answer"], name="questions_open")]

    def __str__(self) -> str:
        return f"{self.kind} at {self.event}"
