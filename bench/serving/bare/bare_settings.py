"""The site's own settings, with two addresses more: what `served.py` measures everything else against."""

from scwu.settings import *  # noqa: F403 - the same site

ROOT_URLCONF = "bare_urls"
