"""Golden sets: questions with the documents that answer them."""
