"""`python -m grooveseek`: the same as `groove`."""

from grooveseek.cli import main

main()
