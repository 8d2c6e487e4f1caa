"""The results page."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from benchmarks.quality.asked import AskedSet
from benchmarks.quality.rotation import Gain, Turn
from benchmarks.quality.scores import METRICS, MRR, NDCG, Table, interval, rankings, table
from benchmarks.quality.trust import CUT, Pair

from grooveseek.search.votes import RULES, Rules

CUTS = (0.3, 0.6, 0.9, 1.2, CUT, 1.8, 2.1, 2.4, 2.7)

_HEAD = """# Retrieval quality

Made by `scripts/quality`; do not edit. Measured on the knowledge bases and questions that the tests use, with the
default model and configuration, ten hits a question.

- **cranfield**: 1,400 abstracts on aerodynamics, judged questions, English. **jaquad**: encyclopedia articles cut into
  paragraphs, questions of readers, Japanese; the paragraph is expected.
- **vue**: a documentation in English and Japanese. *Known items*: titles, headings and first sentences of sections.
  *Names*: names of code that stand on one page alone. *Paraphrases*: questions written by hand in words that the pages
  mostly do not use (`tests/questions`). *Other language*: the same questions, to be answered from the pages of the
  other language alone.

*words* is the leg by words alone, *meaning* the leg by vectors alone, *equal votes* plain reciprocal rank fusion of
both, *answered* what a search returns. Means with 95 % intervals (bootstrap over questions, 2,000 resamples, the same
ones for all rows of a set).
"""

_ROTATION = """\
Of 27 settings of three constants (standard deviations that are a whole vote by meaning, least and greatest vote by
words) the one was taken that gains most on average over the better leg on the sets of two knowledge bases, of those
that lose on none of them (mean of both metrics), and tried on the third. The better leg is chosen for each metric by
its mean. The last rows are the constants in use.
"""

_TRUST = """Every knowledge base is asked its own questions, a sample of those of the two others, everyday questions and
random letters. The constants were fitted on two knowledge bases and used on the third: the area under the curve of
every pair, that of the best signal alone, the difference, and both shares at the recommended cut. Questions that are
to be answered from pages in another language are listed, but nothing was fitted on them: many of their answers are not
found either. *Other language* has the pages of both in one knowledge base and a filter that lets those in the other one
through; below it stand knowledge bases of one language alone, asked in the other.
"""

_CURVE = """The curve with the constants in use, mean over all sets and pairs; `min_confidence_ratio` is the cut.
"""


_ONE_LANGUAGE = {"vue/en": "English pages of vue, in Japanese", "vue/ja": "Japanese pages of vue, in English"}

Curve = Sequence[tuple[float, float, float]]


def page(
    sets: Sequence[AskedSet], turns: Sequence[Turn], gains: Sequence[Gain], trust: Sequence[Pair], curve: Curve
) -> str:
    parts = [
        _HEAD,
        "## Answers\n",
        *_answers(sets),
        "## Answered against each leg and against equal votes\n",
        "Differences of means, question by question.\n",
        *_differences(sets),
        "## How the votes were chosen\n",
        *_rotation(turns, gains),
        "## Low confidence\n",
        *_trust(trust, curve),
    ]
    return "\n".join(parts).rstrip() + "\n"


def _answers(sets: Sequence[AskedSet]) -> Iterable[str]:
    for asked in sets:
        yield f"### {asked.name}\n"
        tables = {name: table(asked, ranking) for name, ranking in rankings(asked).items()}
        yield "| script | questions | ranking | " + " | ".join(METRICS) + " |"
        yield "|---|---|---|" + "---|" * len(METRICS)
        for script, rows in _by_script(asked):
            for name, values in tables.items():
                cells = " | ".join(_with_interval(values[rows, metric]) for metric in range(len(METRICS)))
                yield f"| {script} | {len(rows)} | {name} | {cells} |"
        yield ""


def _by_script(asked: AskedSet) -> list[tuple[str, list[int]]]:
    scripts: dict[str, list[int]] = {}
    for row, each in enumerate(asked.asked):
        scripts.setdefault(each.question.script, []).append(row)
    everything = [("both", list(range(len(asked.asked))))] if len(scripts) > 1 else []
    return [*everything, *scripts.items()]


def _with_interval(values: Table) -> str:
    found = interval(values.tolist())
    return f"{found.mean:.3f} ({found.low:.3f}-{found.high:.3f})"


def _differences(sets: Sequence[AskedSet]) -> Iterable[str]:
    yield "| set | compared with | MRR@10 | nDCG@10 |"
    yield "|---|---|---|---|"
    for asked in sets:
        tables = {name: table(asked, ranking) for name, ranking in rankings(asked).items()}
        answered = tables.pop("answered")
        for name, values in tables.items():
            cells = " | ".join(_difference(answered[:, metric] - values[:, metric]) for metric in (MRR, NDCG))
            yield f"| {asked.name} | {name} | {cells} |"
    yield ""


def _difference(values: Table) -> str:
    found = interval(values.tolist())
    mark = "**" if found.low > 0 or found.high < 0 else ""
    return f"{mark}{found.mean:+.3f}{mark} ({found.low:+.3f} to {found.high:+.3f})"


def _rotation(turns: Sequence[Turn], gains: Sequence[Gain]) -> Iterable[str]:
    yield _ROTATION
    yield "| chosen without | constants | set | MRR@10 over the better leg | nDCG@10 |"
    yield "|---|---|---|---|---|"
    for turn in turns:
        for gain in turn.gains:
            yield f"| {turn.held_out} | {_rules(turn.chosen)} | {gain.name} | {gain.mrr:+.3f} | {gain.ndcg:+.3f} |"
    for gain in gains:
        yield f"| - | {_rules(RULES)} | {gain.name} | {gain.mrr:+.3f} | {gain.ndcg:+.3f} |"
    yield ""


def _rules(rules: Rules) -> str:
    return f"{rules.spreads:g}, {rules.doubted:g}, {rules.trusted:g}"


def _trust(trust: Sequence[Pair], curve: Curve) -> Iterable[str]:
    yield _TRUST
    yield "| asked | questions of | area | best single signal | gain over it | own answers trusted | others doubted |"
    yield "|---|---|---|---|---|---|---|"
    for pair in trust:
        single = f"{pair.best_single[0]} {pair.best_single[1]:.3f}"
        asked = _ONE_LANGUAGE.get(pair.base) or (f"{pair.base}, other language" if pair.across else pair.base)
        gain = f"{pair.gain.mean:+.3f} ({pair.gain.low:+.3f} to {pair.gain.high:+.3f})"
        yield f"| {asked} | {pair.others} | {pair.area:.3f} | {single} | {gain} | {pair.kept:.0%} | {pair.caught:.0%} |"
    yield f"\n{_summary([pair for pair in trust if not pair.across])}\n"
    yield _CURVE
    yield "| cut | own answers trusted | others doubted |"
    yield "|---|---|---|"
    for cut, kept, caught in curve:
        yield f"| {cut:g}{' (recommended)' if cut == CUT else ''} | {kept:.1%} | {caught:.1%} |"


def _summary(pairs: Sequence[Pair]) -> str:
    areas, singles = ([each.area for each in pairs], [each.best_single[1] for each in pairs])
    kept, caught = (np.mean([each.kept for each in pairs]), np.mean([each.caught for each in pairs]))
    return (
        f"Within a language: mean area {np.mean(areas):.3f}, least {min(areas):.3f}; of the best single signal of each "
        f"pair {np.mean(singles):.3f} and {min(singles):.3f}. Own answers trusted {kept:.0%}, others doubted "
        f"{caught:.0%}."
    )
