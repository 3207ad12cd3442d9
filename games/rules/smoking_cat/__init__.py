"""Smoking Cat to the last card: the deal as a value, who loses it and why. The rules are C1 … in RULES.md."""
