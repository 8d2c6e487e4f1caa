"""Where the grammar of a programming language comes from."""
