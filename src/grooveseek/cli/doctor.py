"""`groove doctor`: whether the index agrees with itself, and with what is configured now."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from grooveseek.cli.command import Command, Option
from grooveseek.cli.flags import format_option, kb_options
from grooveseek.cli.values import Choice
from grooveseek.quality.diagnosis.accepted import WARNINGS, without

if TYPE_CHECKING:
    import click

    from grooveseek.quality.diagnosis.finding import Diagnosis

_COULD_NOT_LOOK = 2


class _Warning(Choice):
    """The name of a check whose findings are warnings."""

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str:
        return "CHECK"


def _doctor(output_format: str, ignore: tuple[str, ...], **flags: Any) -> int:
    from grooveseek.cli.output import say
    from grooveseek.cli.program import explain
    from grooveseek.cli.workspace import workspace_of
    from grooveseek.quality.diagnosis.examine import examine

    try:
        diagnosis, ignored = without(examine(workspace_of(flags)), ignore)
        for check, count in ignored.items():
            say(f"note: {check} is ignored ({count} found)")
        _print(diagnosis, output_format)
    except BrokenPipeError:
        raise
    except Exception as error:  # noqa: BLE001 - an exit code of 1 would mean findings
        explain(error)
        return _COULD_NOT_LOOK
    return 1 if diagnosis.findings else 0


def _print(diagnosis: Diagnosis, output_format: str) -> None:
    from grooveseek.cli.output import print_json, print_text

    if output_format == "json":
        from grooveseek.quality.diagnosis.wire import diagnosis_to_wire

        print_json(diagnosis_to_wire(diagnosis))
    else:
        from grooveseek.quality.diagnosis.text import diagnosis_to_text

        print_text(diagnosis_to_text(diagnosis))


command = Command(
    _doctor,
    [
        *kb_options(),
        format_option("text", "json"),
        Option(
            "--ignore",
            type=_Warning(WARNINGS),
            multiple=True,
            help="Leave out a warning that is accepted, by the name of its check. Errors cannot be. Repeat.",
        ),
    ],
)
