"""Players: a nick for each person, whose it is (claims.py, tying.py), two records that are one, and being forgotten."""
