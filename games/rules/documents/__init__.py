"""Reading documents that come from outside: strict JSON, and every fault with its path."""
