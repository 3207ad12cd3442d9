#!/usr/bin/env python
"""Django's command line for SCWU."""

import os
import sys

from django.core.management import execute_from_command_line

from scwu.starting import in_one_sentence

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scwu.settings")
    with in_one_sentence():
        execute_from_command_line(sys.argv)
