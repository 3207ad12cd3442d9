"""What is kept of a banned person who was forgotten: keyed hashes, so that he cannot register anew under the same name.

Nobody can read a nick or an address out of a hash; only who types the same one is recognised. The rows live as long as
the ban is in force (operations/bans/banned_identities.py) and are good for nothing else.
"""

from __future__ import annotations

from django.db import models

from tournaments.models.union import Player


class BannedIdentity(models.Model):
    """`digest`: HMAC of a nick's key or of an e-mail address, under the key of this site."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="banned_identities")
    digest = models.CharField(max_length=64, db_index=True)

    class Meta:
        verbose_name_plural = "banned identities"
        constraints = [models.UniqueConstraint(fields=["player", "digest"], name="one_hash_per_banned_identity")]

    def __str__(self) -> str:
        return f"hash of player {self.player_id}"
