"""Horizontal bars from 0 to 1, with intervals and the value before."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

_LEFT, _WIDTH, _RIGHT, _STEP, _TOP = 90, 560, 170, 34, 8


@dataclass(frozen=True, slots=True)
class Bar:
    label: str
    value: float
    interval: tuple[float, float] | None = None
    before: float | None = None
    note: str = ""
    """Stands behind the value."""


def bars(entries: Sequence[Bar]) -> str:
    bottom = _TOP + len(entries) * _STEP
    grid = "".join(
        f'<line x1="{_x(tick)}" y1="{_TOP}" x2="{_x(tick)}" y2="{bottom}" stroke="var(--line)"/>'
        f'<text class="soft" x="{_x(tick)}" y="{bottom + 16}" text-anchor="middle">{tick:g}</text>'
        for tick in (0, 0.25, 0.5, 0.75, 1)
    )
    drawn = "".join(_bar(place, entry) for place, entry in enumerate(entries))
    width = _LEFT + _WIDTH + _RIGHT
    return f'<svg viewBox="0 0 {width} {bottom + 22}" role="img">{grid}{drawn}</svg>'


def _bar(place: int, entry: Bar) -> str:
    top = _TOP + place * _STEP
    middle = top + _STEP / 2
    parts = [
        f"<title>{escape(_told(entry))}</title>",
        f'<text x="{_LEFT - 10}" y="{middle + 4}" text-anchor="end">{escape(entry.label)}</text>',
        f'<rect x="{_LEFT}" y="{top + 8}" width="{_x(entry.value) - _LEFT:.1f}" height="{_STEP - 16}" class="bar"/>',
    ]
    if entry.before is not None:
        x = _x(entry.before)
        parts.append(
            f'<line x1="{x}" y1="{top + 4}" x2="{x}" y2="{top + _STEP - 4}" stroke="var(--two)" stroke-width="2.5"/>'
        )
    if entry.interval is not None:
        low, high = map(_x, entry.interval)
        ends = "".join(f"M{x} {middle - 5}V{middle + 5}" for x in (low, high))
        for colour, width in (("card", 4.5), ("ink", 1.6)):
            stroke = f'stroke="var(--{colour})" stroke-width="{width}"'
            parts.append(f'<path d="M{low} {middle}H{high}{ends}" {stroke} fill="none"/>')
    value = f"{entry.value:.3f}" + (f"  {entry.note}" if entry.note else "")
    parts.append(f'<text x="{_LEFT + _WIDTH + 14}" y="{middle + 4}">{escape(value)}</text>')
    return f"<g>{''.join(parts)}</g>"


def _told(entry: Bar) -> str:
    told = f"{entry.label} {entry.value:.4f}"
    if entry.interval is not None:
        told += f", 95 % interval {entry.interval[0]:.4f} to {entry.interval[1]:.4f}"
    return told if entry.before is None else f"{told}, before {entry.before:.4f}"


def _x(value: float) -> float:
    return round(_LEFT + _WIDTH * value, 1)
