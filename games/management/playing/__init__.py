"""A person against three computer players in the terminal: questions, answers, and what is shown between them.

Lines are only ever added, never drawn over, so that a screen reader, a dumb terminal and a file show the same as a
screen: prompts.py asks, screen.py shows, person.py understands what was typed, table.py plays deals until the game is
over. The rules are asked of `games.rules`; nothing is judged here.
"""
