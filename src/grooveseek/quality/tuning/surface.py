"""Drawings of what was measured: the mean score of every condition, and how far each question can be moved."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from grooveseek.quality.tuning.grid import DEFAULT_PLACE, POSITIONS, RRF_KS, WEIGHTS, Condition
from grooveseek.quality.tuning.validation import NEGLIGIBLE, Scores

_CELL, _GAP, _LEFT, _TOP = 23, 20, 84, 40
_PANEL = len(WEIGHTS) * _CELL
_RANGES_WIDTH, _RANGES_HEIGHT = 760, 200


def surface(means: Sequence[float], chosen: int) -> str:
    """A square for each constant of fusion and weight of the context; in it heading upwards and content to the right.

    Blue is above the default, orange below, and the stronger the further.
    """
    largest = max(max(abs(mean - means[DEFAULT_PLACE]) for mean in means), NEGLIGIBLE)
    parts = []
    for column, k in enumerate(RRF_KS):
        x = _LEFT + column * (_PANEL + _GAP)
        parts.append(f'<text x="{x + _PANEL / 2}" y="{_TOP - 12}" text-anchor="middle">rrf_k {k:g}</text>')
        for row, context in enumerate(WEIGHTS):
            y = _TOP + row * (_PANEL + _GAP)
            if not column:
                parts.append(
                    f'<text x="{_LEFT - 12}" y="{y + _PANEL / 2 + 4}" text-anchor="end">context {context:g}</text>'
                )
            parts += [
                _cell(Condition(k, heading, context, content), means, chosen, largest, (x, y))
                for heading in WEIGHTS
                for content in WEIGHTS
            ]
    width = _LEFT + len(RRF_KS) * (_PANEL + _GAP)
    height = _TOP + len(WEIGHTS) * (_PANEL + _GAP)
    told = 'role="img" aria-label="mean nDCG@5 of every condition"'
    return f'<svg viewBox="0 0 {width} {height}" {told}>{"".join(parts)}</svg>'


def _cell(
    condition: Condition, means: Sequence[float], chosen: int, largest: float, corner: tuple[float, float]
) -> str:
    place = POSITIONS[condition]
    change = means[place] - means[DEFAULT_PLACE]
    x = corner[0] + WEIGHTS.index(condition.content) * _CELL
    y = corner[1] + (len(WEIGHTS) - 1 - WEIGHTS.index(condition.heading)) * _CELL
    colour = "one" if change > 0 else "two"
    marks = "".join(mark for mark, marked in (("D", DEFAULT_PLACE), ("C", chosen)) if place == marked)
    label = (
        f'<text x="{x + _CELL / 2}" y="{y + _CELL / 2 + 4}" text-anchor="middle" class="mark">{marks}</text>'
        if marks
        else ""
    )
    told = (
        f"heading {condition.heading:g}, context {condition.context:g}, content {condition.content:g}, "
        f"rrf_k {condition.rrf_k:g}: {means[place]:.4f} ({change:+.4f})"
    )
    return (
        f'<g><title>{told}</title><rect x="{x}" y="{y}" width="{_CELL - 1}" height="{_CELL - 1}" fill="var(--track)"/>'
        f'<rect x="{x}" y="{y}" width="{_CELL - 1}" height="{_CELL - 1}" fill="var(--{colour})" '
        f'fill-opacity="{abs(change) / largest:.2f}"/>{label}</g>'
    )


def ranges(scores: Scores, ids: Sequence[str]) -> str:
    """For each question that can be moved, its worst and best score over all conditions, and the default's."""
    rows = [
        (float(row[DEFAULT_PLACE]), float(row.min()), float(row.max()), name)
        for row, name in zip(scores, ids, strict=True)
        if row.max() - row.min() > NEGLIGIBLE
    ]
    rows.sort()
    step = _RANGES_WIDTH / max(len(rows), 1)
    parts = [
        f'<line x1="40" y1="{_y(tick)}" x2="{40 + _RANGES_WIDTH}" y2="{_y(tick)}" stroke="var(--line)"/>'
        f'<text class="soft" x="32" y="{_y(tick) + 4}" text-anchor="end">{tick:g}</text>'
        for tick in (0, 0.5, 1)
    ]
    for place, (default, low, high, name) in enumerate(rows):
        x = round(40 + (place + 0.5) * step, 1)
        parts.append(
            f"<g><title>{escape(name)}: {low:.3f} to {high:.3f}, default {default:.3f}</title>"
            f'<line x1="{x}" y1="{_y(low)}" x2="{x}" y2="{_y(high)}" stroke="var(--one)" '
            f'stroke-width="{min(6.0, step * 0.6):.1f}" stroke-opacity=".55"/>'
            f'<circle cx="{x}" cy="{_y(default)}" r="{min(3.0, max(1.5, step * 0.4)):.1f}" fill="var(--ink)"/></g>'
        )
    told = 'role="img" aria-label="from worst to best nDCG@5, question by question"'
    return f'<svg viewBox="0 0 {50 + _RANGES_WIDTH} {_RANGES_HEIGHT + 20}" {told}>{"".join(parts)}</svg>'


def _y(value: float) -> float:
    return round(10 + _RANGES_HEIGHT * (1 - value), 1)
