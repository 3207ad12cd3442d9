"""The administration: lists of what is stored, and the journal's line for each row corrected in them."""

from tournaments.admin import lists as lists  # Django imports this package to register them
