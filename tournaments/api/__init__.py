"""The API under /api/v1/: what the public pages show as JSON, and recording at a table with a person's token.

JSON only, versioned by its path, described by docs/openapi.json. Reading shows everyone what the public pages show,
and besides that what a role at the event allows: drafts to the event's staff. Writing is one act, a line of a table's
log, by the same operation as the page's. Every refusal has one shape (errors.py).
"""
