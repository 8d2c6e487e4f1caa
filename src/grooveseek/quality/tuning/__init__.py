"""Whether other constants of fusion would answer a golden set better, measured so that chance does not decide."""
