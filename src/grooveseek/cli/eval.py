"""`groove eval`: how well golden questions are answered, and whether that got worse."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from grooveseek.cli.command import Command, Option
from grooveseek.cli.flags import format_option, kb_options, model_option, no_color_option, reranker_option
from grooveseek.cli.search import ranking_options
from grooveseek.cli.values import PathValue, Whole, Wholes

if TYPE_CHECKING:
    from pathlib import Path

    from grooveseek.quality.evaluation.comparison import Comparison
    from grooveseek.quality.evaluation.plan import Plan
    from grooveseek.quality.evaluation.record import Run
    from grooveseek.quality.golden.set import GoldenSet
    from grooveseek.search.settings import SearchSettings
    from grooveseek.workspace.workspace import Workspace


def _eval(output_format: str, **flags: Any) -> int:
    from grooveseek.cli.output import say
    from grooveseek.cli.workspace import workspace_of
    from grooveseek.config.shown import printable
    from grooveseek.quality.evaluation.comparison import Comparison, usable_threshold
    from grooveseek.quality.evaluation.history import History
    from grooveseek.quality.evaluation.notes import about_findings, about_gate

    space = workspace_of(flags)
    config = space.loaded.config.eval
    history = None if flags["no_history"] else History(space.kb.root)
    plan = _plan(space, golden_of(space, flags["golden"]), flags)
    # Before the searches, so that a history that is refused does not cost them.
    earlier = history.read(_warn) if history else ()
    run = _measured(space, plan)
    previous = earlier[0] if earlier and not flags["no_diff"] else None
    threshold = usable_threshold(config.regression_threshold, _warn)
    comparison = Comparison(run, previous, threshold) if previous else None
    _print(run, comparison, earlier, output_format, no_color=flags["no_color"])
    for line in about_findings(run):
        say(printable(line))
    if history:
        history.add(run, config.history_size, _warn)
    if not flags["fail_on_regression"]:
        return 0
    for line in about_gate(comparison, _why_nothing_is_compared(flags)):
        say(line)
    return 1 if comparison and any(comparison.regressions()) else 0


def golden_of(space: Workspace, given: Path | None) -> GoldenSet:
    """The golden set that a flag, `groove.toml` or the knowledge base gives."""
    from grooveseek.cli.workspace import expanded
    from grooveseek.quality.golden.set import GOLDEN_NAME, load_golden

    return load_golden(expanded(given) or space.loaded.config.eval.golden or space.kb.root / GOLDEN_NAME)


def _warn(line: str) -> None:
    from grooveseek.cli.output import say
    from grooveseek.config.shown import printable

    say(printable(f"warning: {line}"))


def _plan(space: Workspace, golden: GoldenSet, flags: dict[str, Any]) -> Plan:
    from grooveseek.cli.output import say
    from grooveseek.quality.evaluation.plan import Plan, capped_limit, normalised, settled_limit

    raw_k = space.loaded.config.eval.k_values if flags["k"] is None else flags["k"]
    wanted = settled_limit(flags["limit"], raw_k)
    limit = capped_limit(wanted)
    if limit != wanted:
        say(f"note: --limit {wanted} is over what one search returns; {limit} is used")
    if 0 in raw_k:
        say("note: at a cut-off of 0 every metric is 0")
    reranker = space.reranker.id if space.reranker else None
    return Plan(golden, _settings(space, flags), normalised(raw_k), limit, reranker)


def _settings(space: Workspace, flags: dict[str, Any]) -> SearchSettings:
    """The configured search with the flags of this run folded in."""
    from dataclasses import replace

    from grooveseek.search.request import Diversity

    settings = space.search_settings()
    mmr = settings.mmr if flags["mmr"] is None else flags["mmr"]
    given = [
        flag for flag in ("--mmr-lambda", "--mmr-same-doc-penalty") if flags[flag[2:].replace("-", "_")] is not None
    ]
    if given and not mmr:
        _warn(f"{' and '.join(given)}: ignored, because MMR is off for this run")
    lambda_, penalty = flags["mmr_lambda"], flags["mmr_same_doc_penalty"]
    default = settings.diversity
    return replace(
        settings,
        min_quality=settings.min_quality if flags["quality_filter"] else 0.0,
        mmr=mmr,
        diversity=Diversity(
            default.lambda_ if lambda_ is None else lambda_, default.same_doc_penalty if penalty is None else penalty
        ),
        parent_retriever=settings.parent_retriever if flags["parent_retriever"] is None else flags["parent_retriever"],
    )


def _measured(space: Workspace, plan: Plan) -> Run:
    from datetime import UTC, datetime

    from grooveseek.cli.output import say
    from grooveseek.cli.progress import counting
    from grooveseek.config.shown import printable
    from grooveseek.quality.evaluation.notes import about_golden, about_index
    from grooveseek.quality.evaluation.run import evaluate
    from grooveseek.quality.measured import measured_index

    index = measured_index(space)
    models = space.models(note=say)
    try:
        with index.snapshot() as snapshot, counting("Queries") as progress:
            for line in (*about_index(snapshot), *about_golden(plan.golden, snapshot)):
                say(printable(line))
            return evaluate(snapshot, models, plan, datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"), progress)
    finally:
        models.close()
        index.close()


def _why_nothing_is_compared(flags: dict[str, Any]) -> str | None:
    return next(
        (f"{flag} was given" for flag in ("--no-history", "--no-diff") if flags[flag[2:].replace("-", "_")]), None
    )


def _print(
    run: Run, comparison: Comparison | None, earlier: tuple[Run, ...], output_format: str, *, no_color: bool
) -> None:
    from grooveseek.cli.output import paint_for, print_json, print_text

    if output_format == "json":
        from grooveseek.quality.evaluation.wire import run_to_wire

        print_json(run_to_wire(run, comparison))
    elif output_format == "html":
        from grooveseek.quality.evaluation.page import run_to_page

        print_text(run_to_page(run, comparison, earlier))
    else:
        from grooveseek.quality.evaluation.text import run_to_text

        print_text(run_to_text(run, comparison, paint_for(no_color=no_color)))


def golden_option() -> Option:
    return Option(
        "--golden",
        type=PathValue("file"),
        show_default="[eval] of groove.toml, else .groove-eval.yml in the folder",
        help="The questions with the documents that answer them.",
    )


def k_option(text: str) -> Option:
    return Option("--k", type=Wholes(32), show_default="[eval] of groove.toml", help=text)


def quality_filter_option() -> Option:
    return Option(
        "--quality-filter", is_flag=True, help="Leave out chunks of low quality, as a search does; otherwise none is."
    )


command = Command(
    _eval,
    [
        *kb_options(),
        golden_option(),
        model_option(),
        reranker_option(),
        k_option("Cut-offs to report."),
        Option("--limit", type=Whole(32), show_default="the largest cut-off", help="Hits for each question."),
        *ranking_options(),
        quality_filter_option(),
        format_option("text", "json", "html"),
        Option("--no-history", is_flag=True, help="Neither read nor write the file of earlier runs."),
        Option("--no-diff", is_flag=True, help="Show and judge no comparison with the run before."),
        Option(
            "--fail-on-regression",
            is_flag=True,
            help="Exit with 1 where a metric fell, against the run before, by more than [eval] of groove.toml allows.",
        ),
        no_color_option(),
    ],
)
