"""Flags that several subcommands take."""

from __future__ import annotations

from collections.abc import Sequence
from typing import get_args

from grooveseek.cli.command import Option
from grooveseek.cli.values import Choice, PathValue
from grooveseek.config.keys import ModelId, RerankerId


def kb_path_option() -> Option:
    return Option(
        "--kb-path", type=PathValue("dir"), show_default="kb_path of groove.toml", help="The folder of notes."
    )


def kb_options() -> list[Option]:
    """Which knowledge base, and where its index is."""
    return [
        kb_path_option(),
        Option("--index", type=PathValue("file"), show_default=".groove.db beside the folder", help="The index file."),
    ]


def model_option() -> Option:
    return Option(
        "--model",
        type=Choice(get_args(ModelId)),
        metavar="ID",
        show_default="model of groove.toml",
        help=f"Local embedding model; wins over [embedding]. {_one_of(get_args(ModelId))}",
    )


def reranker_option() -> Option:
    return Option(
        "--reranker",
        type=Choice(get_args(RerankerId)),
        metavar="ID",
        show_default="reranker of groove.toml",
        help=(
            "Model that reads question and result together to order the best results anew. "
            f"{_one_of(get_args(RerankerId))}"
        ),
    )


def _one_of(names: Sequence[str]) -> str:
    return f"One of {', '.join(names)}."


def format_option(*formats: str) -> Option:
    """The first one is the default. The attribute is `output_format`."""
    return Option(
        "--format",
        attribute="output_format",
        type=Choice(formats),
        default=formats[0],
        show_default=True,
        help="How the result is written.",
    )


def no_color_option() -> Option:
    return Option("--no-color", is_flag=True, help="No colours, not even on a terminal.")
