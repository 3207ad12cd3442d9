"""Lines that phones bring, late, twice or against each other (docs/outbox.md): what each is, and what is open. Pure.

sent.py reads a line, known.py is what the site knows, decide.py says what becomes of it, alike.py whether two tell one
deal, batch.py decides many in their order, flags.py says what a referee may say of those that nobody could decide.
"""
