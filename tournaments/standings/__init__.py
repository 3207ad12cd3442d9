"""From games played to places, with a reason for each. Exact: whole numbers and fractions. No database.

records.py and success.py say what somebody did, by_success.py and by_games_won.py who is before whom, places.py and
play_offs.py which place that is, finalists.py who plays on, results.py all of it as `scwu-results/1`; order.py is the
same order as a text that a database sorts by. teams.py, ranking.py and points_tables.py are about clubs and seasons,
feats.py, courses.py and closing.py about an evening looked back on.
"""
