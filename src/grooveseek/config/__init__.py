"""`groove.toml`: where it is found, whether it is trusted, what it may say; sizes and OS directories."""
