"""Ways in: links and sessions, addresses, second factors, tokens, and what happens when an account gets a right."""
