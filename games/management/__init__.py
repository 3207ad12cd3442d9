"""The games in a terminal, as commands of Django."""
