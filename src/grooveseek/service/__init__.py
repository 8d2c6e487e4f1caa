"""Registration of `groove serve` with the operating system, one instance a name."""
