"""`./run doctor`: is this installation as it should be, and if not, what is to be done. A line each.

It asks what the site would ask, with the same settings, while the site runs or not, and changes nothing. `ok` needs
nothing, `--` is worth knowing, `!!` has to be mended; with one of those the command ends with 1. Python and packages
are looked at before anything of the site is imported (`__main__.py`), all the rest by Django's help (`running.py`).
"""
