"""`groove tune`: whether other constants of fusion would answer the golden questions better. Applies nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from grooveseek.cli.command import Command, Option
from grooveseek.cli.eval import golden_of, golden_option, k_option, quality_filter_option
from grooveseek.cli.flags import format_option, kb_options, model_option, no_color_option
from grooveseek.cli.values import Whole

if TYPE_CHECKING:
    from grooveseek.quality.tuning.plan import Plan
    from grooveseek.quality.tuning.report import NothingToTune, Report
    from grooveseek.workspace.workspace import Workspace

_NOTHING_TO_TUNE = 2


def _tune(output_format: str, **flags: Any) -> int:
    from grooveseek.cli.output import say
    from grooveseek.cli.workspace import workspace_of
    from grooveseek.config.shown import printable
    from grooveseek.quality.tuning.grid import DEFAULT
    from grooveseek.quality.tuning.notes import about_nothing, about_reach, about_settings
    from grooveseek.quality.tuning.report import NothingToTune

    space = workspace_of(flags)
    plan = _plan(space, flags)
    for line in about_settings(space.search_settings(), fusion_is_default=plan.configured == DEFAULT):
        say(line)
    found = _measured(space, plan)
    if isinstance(found, NothingToTune):
        for line in about_nothing(found):
            say(printable(line))
        if output_format == "json":
            _say_json(found)
        return _NOTHING_TO_TUNE
    for line in about_reach(found):
        say(printable(line))
    _print(found, plan, space, output_format, no_color=flags["no_color"])
    return 0


def _plan(space: Workspace, flags: dict[str, Any]) -> Plan:
    from grooveseek.quality.tuning.grid import Condition
    from grooveseek.quality.tuning.plan import Plan, settled_k, settled_limit

    config = space.loaded.config
    k_values = settled_k(config.eval.k_values if flags["k"] is None else flags["k"])
    limit = settled_limit(flags["limit"], k_values)
    fusion = config.search.fusion
    return Plan(
        golden=golden_of(space, flags["golden"]),
        k_values=k_values,
        limit=limit,
        min_quality=config.quality_filter.in_force if flags["quality_filter"] else 0.0,
        configured=Condition(
            fusion.rrf_k, fusion.bm25_heading_weight, fusion.bm25_context_weight, fusion.bm25_content_weight
        ),
    )


def _measured(space: Workspace, plan: Plan) -> Report | NothingToTune:
    from grooveseek.cli.output import say
    from grooveseek.cli.progress import counting
    from grooveseek.config.shown import printable
    from grooveseek.quality.evaluation.notes import about_golden, about_index
    from grooveseek.quality.measured import measured_index
    from grooveseek.quality.tuning.run import tune

    index = measured_index(space)
    models = space.models(rerank=False, note=say)
    try:
        with index.snapshot() as snapshot, counting("Queries") as progress:
            for line in (*about_index(snapshot), *about_golden(plan.golden, snapshot)):
                say(printable(line))
            return tune(snapshot, models.embedder(), plan, progress)
    finally:
        models.close()
        index.close()


def _say_json(nothing: NothingToTune) -> None:
    import json

    from grooveseek.cli.output import say
    from grooveseek.quality.tuning.wire import nothing_to_wire

    say(json.dumps(nothing_to_wire(nothing)))


def _print(report: Report, plan: Plan, space: Workspace, output_format: str, *, no_color: bool) -> None:
    from grooveseek.cli.output import paint_for, print_json, print_text

    model = space.identity.model
    if output_format == "json":
        from grooveseek.quality.tuning.wire import report_to_wire

        print_json(report_to_wire(report, plan, space.kb.root, model))
    elif output_format == "html":
        from grooveseek.quality.tuning.page import report_to_page

        print_text(report_to_page(report, plan, space.kb.root, model))
    else:
        from grooveseek.quality.tuning.text import report_to_text

        print_text(report_to_text(report, plan, space.kb.root, model, paint_for(no_color=no_color)))


command = Command(
    _tune,
    [
        *kb_options(),
        golden_option(),
        model_option(),
        k_option("Cut-offs of the other metrics; 5 is always among them."),
        Option("--limit", type=Whole(32), show_default="the largest cut-off", help="Hits for each question."),
        quality_filter_option(),
        format_option("text", "json", "html"),
        no_color_option(),
    ],
)
