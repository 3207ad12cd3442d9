"""Whole events from and to files, lists of players, and what is made of nothing: samples and rehearsals."""
