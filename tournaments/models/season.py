"""Seasons (calendar years) and series with their presets of regulations (competition.md 3)."""

from __future__ import annotations

from django.db import models

from tournaments.models.names import NameField


class Season(models.Model):
    year = models.PositiveSmallIntegerField(unique=True)

    def __str__(self) -> str:
        return str(self.year)


class Series(models.Model):
    """`preset`: regulations that an event of this series starts from (tournaments/facts/regulations.py)."""

    code = models.SlugField(max_length=40, unique=True)
    name = NameField(max_length=80)
    preset = models.JSONField(default=dict, blank=True)
    basic_rounds = models.PositiveSmallIntegerField(default=1)
    fewest_players = models.PositiveSmallIntegerField(default=4)
    most_players = models.PositiveSmallIntegerField(null=True, blank=True)
    has_final = models.BooleanField(default=True)
    has_small_final = models.BooleanField(default=False)

    class Meta:
        verbose_name_plural = "series"

    def __str__(self) -> str:
        return self.name
