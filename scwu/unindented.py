"""Templates are read without their indentation, which is for people who write them.

Django sends every space of a template. With its indentation a page of a round with many tables is more than twice as
long as without, and live pages are fetched all evening. Lines keep their numbers, so that a mistake is still reported
where it stands.
"""

from __future__ import annotations

import re

from django.template import Origin
from django.template.loaders import filesystem

INDENTATION = re.compile(r"\n[ \t]+")


class Loader(filesystem.Loader):
    """Templates of the folders in DIRS. The texts of variables are not touched, whatever they are put in."""

    def get_contents(self, origin: Origin) -> str:
        return INDENTATION.sub("\n", super().get_contents(origin))
