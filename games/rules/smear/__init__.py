"""Smear to the last card: auction, exchange, tricks, points and score, each variant one value (variants.py).

state.py is the deal while it is played, record.py the deal as it was written down, ruling.py what the rules say about
it; game.py is the table while its log is folded. The rules are S1 … in RULES.md.
"""
