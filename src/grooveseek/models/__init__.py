"""Text becomes vectors; a question and a text become a relevance."""
