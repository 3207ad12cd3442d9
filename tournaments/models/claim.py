"""What waits for somebody's proof: a nick that is asked for, or a record that is offered to the owner of an account.

Nobody's account is tied to a player but by its owner (operations/people/tying.py). Until he has proved that he is
there, by a link to his mailbox, by being signed in, or by his phone at the director's desk, there is a claim and
nothing else: no player, no account, nothing public. It is let go when its time is over (`until`).
"""

from __future__ import annotations

import uuid

from django.db import models
from django.db.models import Q

from tournaments.models.account import Account
from tournaments.models.event import Event
from tournaments.models.names import NickField
from tournaments.models.union import Club, Player


class Claim(models.Model):
    """`player`: the record that is offered; without one `nick` is held for whoever proves himself.

    Who has to prove it: the owner of `email`; of `account`; or, without either, whoever holds the key of the claim: the
    phone that asked at the door of `event`, or that reads a code from the director's screen.
    `by`: who made it, as in the journal. `behind`: it came while the door was paused, so it is on no list and holds no
    nick (operations/events/at_the_door.py). `network`: a keyed hash of where it came from. `settled_at`: it was proved,
    and at the door let in by the director; `account` is then the one that it made.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    player = models.ForeignKey(Player, on_delete=models.CASCADE, null=True, related_name="claims")
    nick = NickField(max_length=40, blank=True, default="")
    nick_key = models.CharField(max_length=80, blank=True, default="", db_index=True)
    look = models.CharField(max_length=160, blank=True, default="", db_index=True)
    look_in_capitals = models.CharField(max_length=160, blank=True, default="", db_index=True)
    club = models.ForeignKey(Club, on_delete=models.SET_NULL, null=True, related_name="+")
    email = models.EmailField(blank=True, default="", db_index=True)
    account = models.ForeignKey(Account, on_delete=models.CASCADE, null=True, related_name="claims")
    event = models.ForeignKey(Event, on_delete=models.CASCADE, null=True, related_name="claims")
    language = models.CharField(max_length=5, blank=True, default="")
    next_path = models.CharField(max_length=200, blank=True, default="")
    by = models.CharField(max_length=40, blank=True, default="")
    network = models.CharField(max_length=32, blank=True, default="")
    behind = models.BooleanField(default=False)
    made_at = models.DateTimeField()
    until = models.DateTimeField()
    settled_at = models.DateTimeField(null=True)
    declined_at = models.DateTimeField(null=True)

    class Meta:
        indexes = [
            models.Index(fields=["until"], name="claims_to_let_go"),
            models.Index(fields=["event", "behind", "made_at"], name="claims_at_the_door"),
        ]
        constraints = [
            models.CheckConstraint(condition=Q(player__isnull=False) | ~Q(nick=""), name="a_claim_is_of_somebody"),
            models.UniqueConstraint(
                fields=["nick_key"],
                condition=Q(player=None, behind=False, settled_at=None, declined_at=None),
                name="a_nick_is_held_once",
            ),
        ]

    def __str__(self) -> str:
        return self.nick or str(self.player)

    @property
    def sign(self) -> str:
        """What the phone shows, so that the director finds him."""
        return self.id.hex[:4].upper()


class EventDoor(models.Model):
    """The door of an event, where strangers apply without an e-mail address.

    `turn` is in the code of the poster, so that a new poster makes the former one worthless. `lifted_at`: the director
    has lifted the pause; what waits from before counts no more.
    """

    event = models.OneToOneField(Event, on_delete=models.CASCADE, primary_key=True, related_name="door")
    turn = models.PositiveIntegerField(default=1)
    lifted_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"door of {self.event}"
