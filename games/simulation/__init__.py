"""What is to be expected: deals played by computer players and counted, and how long a game takes (pure)."""
