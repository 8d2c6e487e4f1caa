"""A question becomes an answer."""
