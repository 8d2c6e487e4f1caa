"""Registration with the operating system."""
