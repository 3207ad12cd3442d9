"""Computer players: they fill tables in rehearsals and sit with a person who practises (docs/players.md)."""
