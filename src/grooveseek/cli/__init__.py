"""The `groove` command: parse flags, call down, print."""


def main() -> None:
    from grooveseek.cli.main import main as run

    run()
