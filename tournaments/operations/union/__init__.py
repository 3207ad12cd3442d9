"""Clubs and who belongs to them, offices with terms, seasons."""
