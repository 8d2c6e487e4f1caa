"""The `groove` command: parse flags, call down, print."""


def main() -> None:
    """The entry point of the installed program."""
    try:
        from grooveseek.cli.program import main as run
    except KeyboardInterrupt:
        raise SystemExit(130) from None
    run()
