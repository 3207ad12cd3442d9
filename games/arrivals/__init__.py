"""Lines that phones bring, late, twice or against each other (docs/outbox.md): what each is, and what is open. Pure.

sent.py reads a line, known.py is what the site knows, decide.py says what becomes of it, batch.py does so for many in
their order, flags.py what a referee may say of those that nobody could decide.
"""
