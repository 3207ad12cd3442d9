"""The pages that anyone may open, and those of a person: registering, signing in, my page.

Pages about events look at nobody: no session, no account, nothing personal, so that they can be cached and answer 304
from the event's version alone (`queries.versions.live_page`). Whatever depends on who asks has an address of its own.
"""
