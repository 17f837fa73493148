"""Drawings of reports, as SVG that stands by itself: intervals on a common scale, and how a quantity is spread."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from math import ceil, floor, log10

_WIDTH, _NAMES, _FIGURES, _ROW = 720, 222, 200, 30
_TOP, _BOTTOM = 8, 30
_MOST_BINS = 30


@dataclass(frozen=True, slots=True)
class Bar:
    """A value with its interval; its `figure` stands beside it."""

    name: str
    value: float
    low: float | None
    high: float | None
    figure: str
    tone: int = 0  # 1: better than what it is measured by, -1: worse


def intervals(
    bars: Sequence[Bar],
    *,
    label: str,
    scale: float = 1.0,
    mark: float | None = None,
    suffix: str = "",
    within: tuple[float, float] | None = None,
) -> str:
    """Each bar's point and interval; `mark` is a line to compare them with, `within` the whole scale."""
    ends = [end for bar in bars for end in (bar.value, bar.low, bar.high, mark) if end is not None]
    marks = ticks(*(within or (min(ends), max(ends))))
    first, last = within or (min(marks[0], *ends), max(marks[-1], *ends))
    height = _TOP + _ROW * len(bars) + _BOTTOM

    def x(value: float) -> str:
        room = _WIDTH - _NAMES - _FIGURES
        return f"{_NAMES + room * (value - first) / (last - first or 1):.1f}"

    base = height - _BOTTOM + 4
    parts = [f'<svg viewBox="0 0 {_WIDTH} {height}" role="img" aria-label="{escape(label, quote=True)}">']
    for tick in marks:
        if first <= tick <= last:
            parts.append(f'<line class="grid" x1="{x(tick)}" x2="{x(tick)}" y1="{_TOP}" y2="{base}"/>')
            parts.append(f'<text class="tick" x="{x(tick)}" y="{base + 18}">{number(tick * scale)}{suffix}</text>')
    if mark is not None:
        parts.append(f'<line class="mark" x1="{x(mark)}" x2="{x(mark)}" y1="{_TOP}" y2="{base}"/>')
    for n, bar in enumerate(bars):
        y = _TOP + _ROW * n + _ROW // 2
        tone = {1: "better", -1: "worse", 0: "open"}[bar.tone]
        name = short(bar.name, 28)
        parts.append(f'<text class="name" x="{_NAMES - 14}" y="{y + 5}">{escape(name)}</text>')
        if bar.low is not None and bar.high is not None:
            parts.append(f'<line class="reach {tone}" x1="{x(bar.low)}" x2="{x(bar.high)}" y1="{y}" y2="{y}"/>')
        parts.append(f'<circle class="point {tone}" cx="{x(bar.value)}" cy="{y}" r="5.5"/>')
        parts.append(f'<text class="figure" x="{_WIDTH - _FIGURES + 16}" y="{y + 5}">{escape(bar.figure)}</text>')
    return "".join(parts) + "</svg>"


def spread(values: Sequence[int], *, label: str) -> str:
    """How often each range of values occurs."""
    low, high = min(values), max(values)
    width = max(1, ceil((high - low + 1) / _MOST_BINS))
    bins = Counter((value - low) // width for value in values)
    many, tall, room = max(bins) + 1, 110, _WIDTH - 40
    base = tall + 10
    each = min(room / many, 40)
    parts = [f'<svg viewBox="0 0 {_WIDTH} {tall + 40}" role="img" aria-label="{escape(label, quote=True)}">']
    for number in range(many):
        size, at = tall * bins[number] / max(bins.values()), 21 + each * number
        parts.append(
            f'<rect class="bin" x="{at:.1f}" y="{base - size:.1f}" width="{each - 2:.1f}" height="{size:.1f}"/>'
        )
    parts.append(f'<line class="axis" x1="20" x2="{20 + each * many:.1f}" y1="{base}" y2="{base}"/>')
    for tick in ticks(low, high):
        at = 20 + each * (tick - low + 0.5) / width
        if low <= tick <= high and tick == int(tick):
            parts.append(f'<text class="tick" x="{at:.1f}" y="{base + 20}">{tick:g}</text>')
    return "".join(parts) + "</svg>"


def ticks(low: float, high: float) -> list[float]:
    """About five round numbers from the one at or below `low` to the one at or above `high`."""
    step = 10 ** floor(log10(max(high - low, 1e-9)))
    for part in (0.1, 0.2, 0.25, 0.5, 1.0, 2.0):
        if (high - low) / (step * part) <= 6:
            step *= part
            break
    return [n * step for n in range(floor(low / step), ceil(high / step) + 1)]


def number(value: float) -> str:
    return f"{round(value, 6):g}".replace("-", "−")


def short(text: str, most: int) -> str:
    return text if len(text) <= most else text[: most - 1] + "…"
