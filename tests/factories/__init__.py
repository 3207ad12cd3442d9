"""What tests are made of: rows from `games` and `tournaments`, and whole evenings from `stories`."""
