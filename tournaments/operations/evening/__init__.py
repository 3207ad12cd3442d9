"""A round from its plan to its close: recording at tables and what phones bring, calls, finals, who comes and who goes.

What the clock drives is steps.py. Rulings have a folder of their own; who sits where before the start is `seating`.
"""
