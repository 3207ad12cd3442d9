"""The administration: lists of what is stored, who sees which rows, and the journal's line for each row corrected."""

from tournaments.admin import lists as lists  # Django imports this package to register them
