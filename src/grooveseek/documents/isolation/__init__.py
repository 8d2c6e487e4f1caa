"""Native code meets hostile files in a process of its own: what breaks there costs one file."""
