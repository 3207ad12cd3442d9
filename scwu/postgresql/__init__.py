"""Django's PostgreSQL, whose statements say which rows they write."""
