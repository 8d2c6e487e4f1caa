"""Makes the model `e5-small-use` from published weights."""
