"""`groove validate`: the frontmatter of every note against the schema."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from grooveseek.cli.command import Command, Option
from grooveseek.cli.flags import format_option, kb_path_option, no_color_option
from grooveseek.cli.values import PathValue

if TYPE_CHECKING:
    from grooveseek.documents.schema import Schema
    from grooveseek.quality.validation.run import Report

_SCHEMA_ERROR = 2


def _validate(
    schema: Path | None, output_format: str, *, strict: bool, fail_fast: bool, no_color: bool, **flags: Any
) -> int:
    from grooveseek.cli.output import say
    from grooveseek.cli.workspace import configuration_of, expanded
    from grooveseek.config.shown import printable
    from grooveseek.errors import ConfigError
    from grooveseek.kb.knowledge_base import open_knowledge_base
    from grooveseek.quality.validation.run import Options, validate
    from grooveseek.workspace.workspace import chosen_kb_path

    config = configuration_of(flags).config
    root = chosen_kb_path(expanded(flags["kb_path"]), config)
    try:
        declared = _schema(expanded(schema), root)
    except ConfigError as error:
        say(printable(f"groove validate: {error}"))
        return _SCHEMA_ERROR
    if declared is None:
        return 0
    kb = open_knowledge_base(root, exclude_dirs=config.exclude_dirs, index_path=config.index.path)
    options = Options(strict, fail_fast, config.index.max_text_file_size)
    report = validate(kb, declared, options, lambda line: say(printable(f"warning: {line}")))
    _print(report, output_format, no_color=no_color)
    return 1 if report.files else 0


def _schema(given: Path | None, root: Path) -> Schema | None:
    """None where there is none, which is said."""
    from grooveseek.cli.output import say
    from grooveseek.documents.schema import SCHEMA_FILE_NAME
    from grooveseek.workspace.schema_file import load_schema, load_schema_at

    path = given or root / SCHEMA_FILE_NAME
    if os.path.lexists(path):
        return load_schema_at(path) if given else load_schema(root)
    say(f"groove validate: no schema found at {path} (skipping)")
    if not root.is_dir():
        say(f"warning: NOTHING WAS VALIDATED: {root} is not a folder; check --kb-path")
    elif given:
        say(f"warning: NOTHING WAS VALIDATED: --schema names {path}, and no such file is there")
    return None


def _print(report: Report, output_format: str, *, no_color: bool) -> None:
    from grooveseek.cli.output import paint_for, print_json, print_text

    if output_format == "json":
        from grooveseek.quality.validation.wire import report_to_wire

        print_json(report_to_wire(report))
    elif output_format == "text":
        from grooveseek.quality.validation.text import report_to_text

        print_text(report_to_text(report, paint_for(no_color=no_color)))
    elif report.files:
        from grooveseek.quality.validation.annotations import report_to_annotations

        print_text(report_to_annotations(report))


command = Command(
    _validate,
    [
        kb_path_option(),
        Option(
            "--schema",
            type=PathValue("file"),
            show_default="groove-schema.toml in the folder",
            help="The schema. Where there is none, nothing is validated, nothing printed, and the exit code is 0.",
        ),
        format_option("text", "json", "github"),
        Option("--strict", is_flag=True, help="Report keys that the schema does not declare, too."),
        Option("--fail-fast", is_flag=True, help="Stop after the first file with violations."),
        no_color_option(),
    ],
)
