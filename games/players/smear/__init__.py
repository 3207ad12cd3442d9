"""Players of Smear, for all its variants: `random` and `cautious`, and the table at which they play."""
