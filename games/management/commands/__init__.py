"""One command a file: rulings on recorded deals, deals counted, a game against the computer. No database is needed."""
