"""Lines from 0 to 1 over a few steps, told apart by colour, dash and a name at their end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

_LEFT, _WIDTH, _RIGHT, _HEIGHT, _TOP = 40, 620, 160, 220, 10
_STROKES = (("var(--one)", ""), ("var(--two)", "7 4"), ("var(--three)", "2 4"))
_LABEL_GAP = 14


@dataclass(frozen=True, slots=True)
class Line:
    name: str
    values: Sequence[float]


def lines(series: Sequence[Line], steps: Sequence[str], breaks: frozenset[int] = frozenset()) -> str:
    """At most three series of equal length. `steps` name the points; no line is drawn into a step of `breaks`."""
    bottom = _TOP + _HEIGHT
    grid = "".join(
        f'<line x1="{_LEFT}" y1="{_y(tick)}" x2="{_LEFT + _WIDTH}" y2="{_y(tick)}" stroke="var(--line)"/>'
        f'<text class="soft" x="{_LEFT - 8}" y="{_y(tick) + 4}" text-anchor="end">{tick:g}</text>'
        for tick in (0, 0.25, 0.5, 0.75, 1)
    )
    marks = "".join(
        f'<line x1="{x}" y1="{_TOP}" x2="{x}" y2="{bottom}" stroke="var(--soft)" stroke-dasharray="1 5"/>'
        for x in (_x(place, len(steps)) - _WIDTH / max(1, len(steps) - 1) / 2 for place in sorted(breaks))
    )
    ends = "".join(
        f'<text class="soft" x="{_x(place, len(steps))}" y="{bottom + 18}" text-anchor="{anchor}">{escape(text)}</text>'
        for place, anchor, text in ((0, "start", steps[0]), (len(steps) - 1, "end", steps[-1]))
    )
    drawn = "".join(
        _line(line, stroke, steps, breaks) for line, stroke in zip(series, _STROKES[: len(series)], strict=True)
    )
    size = f"0 0 {_LEFT + _WIDTH + _RIGHT} {bottom + 26}"
    told = f'role="img" aria-label="{escape(", ".join(line.name for line in series))} over {len(steps)} runs"'
    return f'<svg class="newest" viewBox="{size}" {told}>{grid}{marks}{ends}{drawn}{_names(series)}</svg>'


def _line(line: Line, stroke: tuple[str, str], steps: Sequence[str], breaks: frozenset[int]) -> str:
    colour, dash = stroke
    path = " ".join(
        f"{'M' if place == 0 or place in breaks else 'L'}{_x(place, len(steps))} {_y(value)}"
        for place, value in enumerate(line.values)
    )
    points = "".join(
        f'<circle cx="{_x(place, len(steps))}" cy="{_y(value)}" r="4" fill="{colour}">'
        f"<title>{escape(f'{steps[place]}: {line.name} {value:.4f}')}</title></circle>"
        for place, value in enumerate(line.values)
    )
    dashes = f' stroke-dasharray="{dash}"' if dash else ""
    return f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="2"{dashes}/>{points}'


def _names(series: Sequence[Line]) -> str:
    """Beside the last points, moved apart where these lie together."""
    order = sorted(range(len(series)), key=lambda place: -series[place].values[-1])
    drawn, lowest = [], 0.0
    for place in order:
        lowest = max(_y(series[place].values[-1]) + 4, lowest + _LABEL_GAP)
        text = f"{series[place].name} {series[place].values[-1]:.3f}"
        drawn.append(
            f'<text x="{_LEFT + _WIDTH + 12}" y="{lowest}" style="fill:{_STROKES[place][0]}">{escape(text)}</text>'
        )
    return "".join(drawn)


def _x(place: int, count: int) -> float:
    return round(_LEFT + _WIDTH * (place / (count - 1) if count > 1 else 0.5), 1)


def _y(value: float) -> float:
    return round(_TOP + _HEIGHT * (1 - value), 1)
