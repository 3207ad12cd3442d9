"""Players of Smoking Cat: `random`, `cautious` and `sharp`, and the table at which they play."""
