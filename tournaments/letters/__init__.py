"""Letters: what each kind of message says, in its reader's language, and sending it (sending.py)."""
