"""Standings shown and published, scores worked out anew, records counted, and what places are worth in a season."""
