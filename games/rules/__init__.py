"""Both games: what may be done, what is written down of it, and what follows. By the standard library alone.

RULES.md has the rules in numbered sentences, which code and tests cite (rulebook.py reads it). entries.py is the
vocabulary of a table's log, notation.py and payload.py write and read it as text and as JSON, replay.py folds it into
its game (game.py), possible.py says which line may follow, findings.py doubts. A deal played card by card is in
`smoking_cat` and `smear`; `documents` read files from outside; word_….py judge a playing word.
"""
