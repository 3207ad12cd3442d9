"""The deeds, each one transaction: verb and noun, with `by` and `now` as arguments. A folder for each subject.

A subject knows only those below it: `files`, `rulings`, `upkeep`; `evening`; `seating`, `words`; `events`; `people`;
`union`; `accounts`, `bans`, `results`. Below all of them is the envelope of a deed: acting.py does one on an event,
holding.py locks, journal.py and refusals.py write down what was done and what was refused, row_seals.py what it left.
"""
