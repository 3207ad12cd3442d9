"""What is to be expected: deals of computer players counted, how long games take, and what is left of them (pure)."""
