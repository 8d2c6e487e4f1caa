"""Horizontal bars from 0 to 1, with intervals and the value before. Names and values are text, whatever the width."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

_WIDTH, _HEIGHT = 1000, 34
"""Of the drawing of one bar, which is stretched to the room there is; so its lines must not be scaled."""

_TICKS = (0, 0.25, 0.5, 0.75, 1)


@dataclass(frozen=True, slots=True)
class Bar:
    label: str
    value: float
    interval: tuple[float, float] | None = None
    before: float | None = None
    note: str = ""
    """Stands behind the value."""


def bars(entries: Sequence[Bar]) -> str:
    ticks = "".join(f'<i style="left:{100 * tick:g}%">{tick:g}</i>' for tick in _TICKS)
    return f'<div class="bars">{"".join(map(_bar, entries))}<div class="ticks">{ticks}</div></div>'


def _bar(entry: Bar) -> str:
    value = f"{entry.value:.3f}" + (f" {entry.note}" if entry.note else "")
    return f"<b>{escape(entry.label)}</b><span>{escape(value)}</span>{_drawing(entry)}"


def _drawing(entry: Bar) -> str:
    middle = _HEIGHT // 2
    parts = [f"<title>{escape(_told(entry))}</title>"]
    parts += [_upright(tick, (0, _HEIGHT), "line", 1) for tick in _TICKS]
    parts.append(f'<rect y="8" width="{_x(entry.value)}" height="{_HEIGHT - 16}" fill="var(--one)"/>')
    if entry.before is not None:
        parts.append(_upright(entry.before, (4, _HEIGHT - 4), "two", 2.5))
    if entry.interval is not None:
        low, high = entry.interval
        # Light below dark, so that it is seen on the bar and beside it.
        for colour, width in (("card", 4.5), ("ink", 1.6)):
            parts.append(_line(f"M{_x(low)} {middle}H{_x(high)}", colour, width))
            parts += [_upright(end, (middle - 5, middle + 5), colour, width) for end in entry.interval]
    size = f'viewBox="0 0 {_WIDTH} {_HEIGHT}" preserveAspectRatio="none"'
    return f'<svg {size} role="img">{"".join(parts)}</svg>'


def _upright(value: float, ends: tuple[int, int], colour: str, width: float) -> str:
    return _line(f"M{_x(value)} {ends[0]}V{ends[1]}", colour, width)


def _line(path: str, colour: str, width: float) -> str:
    return f'<path d="{path}" stroke="var(--{colour})" stroke-width="{width}" vector-effect="non-scaling-stroke"/>'


def _told(entry: Bar) -> str:
    told = f"{entry.label} {entry.value:.4f}"
    if entry.interval is not None:
        told += f", 95 % interval {entry.interval[0]:.4f} to {entry.interval[1]:.4f}"
    return told if entry.before is None else f"{told}, before {entry.before:.4f}"


def _x(value: float) -> str:
    return f"{_WIDTH * value:g}"
