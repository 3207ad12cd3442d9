"""How Django itself writes days and moments (the administration, its history): as event_times.py does on every page.

A language without a module here has Django's own order of a day there.
"""
