"""Django's SQLite, with its writers in order."""
