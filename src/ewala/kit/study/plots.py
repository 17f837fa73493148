"""A study's plots, as SVG that takes its colours from the page; what they show stands in the table below them too."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import wraps
from html import escape
from typing import Concatenate, ParamSpec

from ewala.core.sentences import Sentence, Translate
from ewala.kit.phrases import Numeral, per_cent
from ewala.kit.report.drawing import number as round_number
from ewala.kit.report.drawing import short, ticks
from ewala.kit.stats.estimates import Estimate
from ewala.kit.study.figures import Figure, Plot, Row
from ewala.kit.study.words import PER_CENT, UNITS, Label, interval, shown, value, written

P = ParamSpec("P")

_NAMES, _FIGURES = 215, 205
_DESCRIPTION = Sentence("The numbers are in the table below.")
_LINE, _GAP, _HEADING, _LEGEND, _AXIS = 20, 8, 30, 28, 30


@dataclass(frozen=True)
class _Screen:
    """What a plot is drawn for; on a slim one names stand above what they name: nothing is moved sideways."""

    kind: str
    width: int
    slim: bool
    translate: Translate

    def say(self, label: Label, most: int | None = None) -> str:
        """A label in the reader's language, cut to so many letters; ready for SVG."""
        text = shown(label, self.translate)
        return escape(text if most is None else short(text, most))


_SCREENS = (("broad", 760, False), ("slim", 380, True))


def _for_every_screen(draw: Callable[Concatenate[_Screen, P], str]) -> Callable[P, Plot]:
    """From what draws for one screen, a plot for each; the page shows the one that fits."""

    @wraps(draw)
    def plot(*given: P.args, **named: P.kwargs) -> Plot:
        def drawn(translate: Translate) -> str:
            screens = [_Screen(*screen, translate) for screen in _SCREENS]
            return "".join(f'<div class="{screen.kind}">{draw(screen, *given, **named)}</div>' for screen in screens)

        return drawn

    return plot


def dot_figure(
    name: str,
    title: Sentence,
    about: Sentence | Sequence[Sentence],
    rows: Sequence[Row],
    *,
    by: str,
    shown: Sequence[Row] | None = None,
    group: str | None = None,
    series: str | None = None,
    mark: float | Mapping[Label, float] | None = None,
    tones: bool = False,
) -> Figure:
    """A figure with a plot of dots: of all its rows, or of those that are `shown`; the rest as for `dots`.

    If nothing is said, rows are grouped by `players` and have a shape for each `play`, if they have such labels.
    """
    plotted = rows if shown is None else shown
    free = {name for name in plotted[0].labels if name not in (by, group)}
    group = group or ("players" if "players" in free else None)
    series = series or ("play" if "play" in free else None)
    plot = dots(plotted, label=title, name=by, group=group, series=series, mark=mark, tones=tones)
    return Figure(name, title, [about] if isinstance(about, Sentence) else about, rows, plot)


@_for_every_screen
def dots(
    screen: _Screen,
    unordered: Sequence[Row],
    *,
    label: Label,
    name: str,
    group: str | None = None,
    series: str | None = None,
    mark: float | Mapping[Label, float] | None = None,
    tones: bool = False,
) -> str:
    """Points with their intervals on a common scale; a line for each, headings for groups, a shape for each series.

    `name`, `group` and `series` say by which label. `mark` is a dashed line to compare with, for all or for each group.
    With `tones`, what is above or below 0 for sure is coloured so.
    """
    rows = _together(unordered, [label for label in (group, name) if label])
    left, right = (18, 186) if screen.slim else (_NAMES, _FIGURES)
    marks: Mapping[Label, float] = mark if isinstance(mark, Mapping) else {} if mark is None else {"": mark}
    kinds = list(dict.fromkeys(row.labels[series] for row in rows)) if series else []
    low = min([row.estimate.low for row in rows] + list(marks.values()))
    high = max([row.estimate.high for row in rows] + list(marks.values()))
    steps = ticks(low, high)
    first, last = steps[0], steps[-1]
    scale, _, follows, _ = UNITS[rows[0].unit]

    def x(value: float) -> str:
        return f"{left + (screen.width - left - right) * (value - first) / (last - first or 1):.1f}"

    top = y = _LEGEND if len(kinds) > 1 else 6
    drawn: list[str] = []
    before: tuple[Label, Label] | None = None
    begun: dict[Label, list[int]] = {}
    for row in rows:
        here = (row.labels[group] if group else "", row.labels[name])
        if group and (before is None or here[0] != before[0]):
            drawn.append(f'<text class="heading" x="0" y="{y + 20}">{screen.say(here[0])}</text>')
            y += _HEADING
        elif before is not None and here != before:
            y += _GAP
        begun.setdefault(here[0], [y, y])
        if here != before and screen.slim:
            drawn.append(f'<text class="above" x="0" y="{y + 14}">{screen.say(here[1], 48)}</text>')
            y += _LINE
        elif here != before:
            drawn.append(f'<text class="name" x="{left - 14}" y="{y + 15}">{screen.say(here[1], 29)}</text>')
        kind = kinds.index(row.labels[series]) if series else 0
        tone = _tone(row.estimate) if tones else f"s{kind}"
        drawn.append(_dot(row, x, y + _LINE // 2, kind, tone))
        figures = screen.say(_in_figures(row))
        drawn.append(f'<text class="figure" x="{screen.width - right + 14}" y="{y + _LINE // 2 + 5}">{figures}</text>')
        y += _LINE
        begun[here[0]][1] = y
        before = here
    parts = [_begin(screen, label, y + _AXIS), _legend(screen, kinds, left)]
    every = 2 if screen.slim and len(steps) > 5 else 1  # tick has its number
    for n, step in enumerate(steps):
        parts.append(f'<line class="grid" x1="{x(step)}" x2="{x(step)}" y1="{top}" y2="{y + 4}"/>')
        text = screen.say(
            per_cent(round_number(step * scale)) if follows == PER_CENT else Numeral(round_number(step * scale))
        )
        if n % every == 0:
            parts.append(f'<text class="tick" x="{x(step)}" y="{y + 20}">{text}</text>')
    for key, place in marks.items():
        spans = [begun[key]] if key in begun else [[top, y]]
        for start, end in spans:
            parts.append(f'<line class="mark" x1="{x(place)}" x2="{x(place)}" y1="{start - 2}" y2="{end + 2}"/>')
    return "".join([*parts, *drawn]) + "</svg>"


def _together(rows: Iterable[Row], names: Sequence[str]) -> list[Row]:
    """Rows with the same labels of these names after each other, in the order in which each first comes."""
    keys: dict[tuple[Label, ...], list[Row]] = {}
    for row in rows:
        keys.setdefault(tuple(row.labels[name] for name in names), []).append(row)
    heads = list(dict.fromkeys(key[0] for key in keys))
    return [row for key in sorted(keys, key=lambda key: heads.index(key[0])) for row in keys[key]]


def _tone(estimate: Estimate) -> str:
    return {1: "better", -1: "worse", 0: "open"}[estimate.sure_sign]


def _dot(row: Row, x: Callable[[float], str], y: int, kind: int, tone: str) -> str:
    one = row.estimate
    return (
        f'<line class="reach {tone}" x1="{x(one.low)}" x2="{x(one.high)}" y1="{y}" y2="{y}"/>'
        f"{_shape(kind, float(x(one.value)), y, tone)}"
    )


def _in_figures(row: Row) -> Sentence:
    """Without its unit, which would not fit, except for a per cent."""
    number, unit = row.estimate.value, row.unit
    shown = value(number, unit) if UNITS[unit][2] == PER_CENT else written(number, unit)
    return Sentence("{value} ({interval})", value=shown, interval=interval(row.estimate, unit))


def _shape(kind: int, x: float, y: float, tone: str) -> str:
    """A series has a shape as well as a colour."""
    if kind % 3 == 0:
        return f'<circle class="point {tone}" cx="{x:.1f}" cy="{y}" r="5"/>'
    turned = f' transform="rotate(45 {x:.1f} {y})"' if kind % 3 == 1 else ""
    return f'<rect class="point {tone}" x="{x - 4.2:.1f}" y="{y - 4.2:.1f}" width="8.4" height="8.4"{turned}/>'


def _legend(screen: _Screen, kinds: Sequence[Label], left: int) -> str:
    if len(kinds) < 2:
        return ""
    parts, x = [], left
    for n, kind in enumerate(kinds):
        text = screen.say(kind)
        parts.append(_shape(n, x + 6, 11, f"s{n}") + f'<text class="key" x="{x + 18}" y="16">{text}</text>')
        x += 40 + 8 * len(text)
    return "".join(parts)


def _begin(screen: _Screen, label: Label, height: int) -> str:
    text = escape(shown(label, screen.translate), quote=True)
    box = f'viewBox="0 0 {screen.width} {height}" role="img" aria-label="{text}"'
    return f"<svg {box}><title>{text}</title><desc>{screen.say(_DESCRIPTION)}</desc>"


@dataclass(frozen=True)
class Columns:
    """How often each of a few neighbouring values occurs."""

    name: Label
    shares: dict[int, float]


@_for_every_screen
def columns(screen: _Screen, panels: Sequence[Columns], *, label: Label, unit: Label) -> str:
    """A panel for each, one below the other on the same scale; beneath it the values, in `unit`."""
    first = min(min(panel.shares) for panel in panels)
    last = max(max(panel.shares) for panel in panels)
    tallest = max(max(panel.shares.values()) for panel in panels)
    tall, left, room = (84, 4, screen.width - 8) if screen.slim else (84, 170, screen.width - 190)
    under = 34 if screen.slim else 22  # a panel: room for the name of the next, or for a breath
    each = min(room / (last - first + 1), 44)
    parts, y = [_begin(screen, label, (tall + under) * len(panels) + (54 if screen.slim else 34))], 0
    for panel in panels:
        base = y + tall + (under - 8)
        if screen.slim:
            parts.append(f'<text class="above" x="0" y="{y + 14}">{screen.say(panel.name)}</text>')
        else:
            parts.append(f'<text class="name" x="{left - 14}" y="{base - 4}">{screen.say(panel.name)}</text>')
        for many, share in panel.shares.items():
            size, at = tall * share / tallest, left + each * (many - first)
            often = screen.say(per_cent(f"{100 * share:.2f}"))
            parts.append(
                f'<rect class="bin" x="{at + 0.5:.1f}" y="{base - size:.1f}" width="{max(each - 1, 1):.1f}" '
                f'height="{size:.1f}"><title>{many}: {often}</title></rect>'
            )
        parts.append(
            f'<line class="axis" x1="{left}" x2="{left + each * (last - first + 1):.1f}" y1="{base}" y2="{base}"/>'
        )
        y += tall + under
    for step in ticks(first, last):
        if first <= step <= last and step == int(step):
            at = left + each * (step - first + 0.5)
            parts.append(f'<text class="tick" x="{at:.1f}" y="{y + 14}">{step:g}</text>')
    parts.append(f'<text class="key" x="0" y="{y + (36 if screen.slim else 14)}">{screen.say(unit)}</text>')
    return "".join(parts) + "</svg>"


@_for_every_screen
def heat(
    screen: _Screen, rows: Sequence[Row], *, label: Label, down: str, across: str, middle: float, corner: Label
) -> str:
    """A grid of numbers; above `middle` in one colour, below in another, the stronger the farther."""
    names = list(dict.fromkeys(screen.say(row.labels[down]) for row in rows))
    heads = list(dict.fromkeys(screen.say(row.labels[across]) for row in rows))
    far = max(abs(row.estimate.value - middle) for row in rows) or 1
    leaning = max(map(len, heads)) > 2
    left, top, tall = 96 if screen.slim else 140, 84 if leaning else 34, 30
    wide = (screen.width - left - (22 if screen.slim else 36)) / len(heads)
    letters = min(12.5, 1.7 * wide / max(len(screen.say(_cell(row))) for row in rows))
    parts = [_begin(screen, label, top + tall * len(names) + 6)]
    parts.append(f'<text class="key" x="0" y="{top - 8}">{screen.say(corner)}</text>')
    for n, head in enumerate(heads):
        at = f"{left + wide * (n + 0.5):.1f} {top - 10}"
        turned, place = (" rotate(-40)", "start") if leaning else ("", "middle")
        parts.append(f'<text class="head" text-anchor="{place}" transform="translate({at}){turned}">{head}</text>')
    for n, name in enumerate(names):
        parts.append(f'<text class="name" x="{left - 10}" y="{top + tall * n + 20}">{name}</text>')
    for row in rows:
        x = left + wide * heads.index(screen.say(row.labels[across]))
        y = top + tall * names.index(screen.say(row.labels[down]))
        gap = row.estimate.value - middle
        tone = "better" if gap > 0 else "worse"
        parts.append(
            f'<rect class="cell {tone}" x="{x + 1:.1f}" y="{y + 1}" width="{wide - 2:.1f}" height="{tall - 2}" '
            f'style="opacity:{0.7 * abs(gap) / far:.2f}"/>'
            f'<text class="inside" style="font-size:{letters:.1f}px" x="{x + wide / 2:.1f}" y="{y + 20}">'
            f"{screen.say(_cell(row))}</text>"
        )
    return "".join(parts) + "</svg>"


def _cell(row: Row) -> Sentence:
    if row.unit == "share":
        return Numeral(f"{100 * row.estimate.value:.0f}")
    return written(row.estimate.value, row.unit)


@_for_every_screen
def scatter(
    screen: _Screen,
    points: Sequence[tuple[Label, Row, Row, bool]],
    *,
    label: Label,
    across: Label,
    up: Label,
    zero: bool = False,
) -> str:
    """Points with two estimates each, and whether the name is worth telling."""
    left, top, wide, tall = (40, 12, screen.width - 52, 330) if screen.slim else (70, 12, screen.width - 90, 330)
    part, longest = (0.5, 26) if screen.slim else (0.75, 60)  # where names begin to stand to the left, and their length

    def scale(rows: Sequence[Row], from_zero: bool) -> tuple[list[float], float, float]:
        low, high = min(row.estimate.low for row in rows), max(row.estimate.high for row in rows)
        steps = ticks(0 if from_zero else low, high)
        return steps, steps[0], steps[-1]

    xs, x0, x1 = scale([row for _, row, _, _ in points], zero)
    ys, y0, y1 = scale([row for _, _, row, _ in points], False)

    def x(value: float) -> float:
        return left + wide * (value - x0) / (x1 - x0)

    def y(value: float) -> float:
        return top + tall - tall * (value - y0) / (y1 - y0)

    across_scale = UNITS[points[0][1].unit][0]
    parts = [_begin(screen, label, top + tall + (78 if screen.slim else 56))]
    for step in xs:
        parts.append(f'<line class="grid" x1="{x(step):.1f}" x2="{x(step):.1f}" y1="{top}" y2="{top + tall}"/>')
        text = screen.say(Numeral(round_number(step * across_scale)))
        parts.append(f'<text class="tick" x="{x(step):.1f}" y="{top + tall + 18}">{text}</text>')
    for step in ys:
        parts.append(f'<line class="grid" x1="{left}" x2="{left + wide}" y1="{y(step):.1f}" y2="{y(step):.1f}"/>')
        parts.append(
            f'<text class="tick" x="{left - 26}" y="{y(step) + 4:.1f}">{screen.say(Numeral(round_number(step)))}</text>'
        )
    for _, one, other, told in sorted(points, key=lambda point: point[3]):  # those with a name lie on top
        a, b = one.estimate, other.estimate
        tone = "s1" if told else "s0"
        parts.append(
            f'<line class="thin {tone}" x1="{x(a.low):.1f}" x2="{x(a.high):.1f}" y1="{y(b.value):.1f}" '
            f'y2="{y(b.value):.1f}"/><line class="thin {tone}" x1="{x(a.value):.1f}" x2="{x(a.value):.1f}" '
            f'y1="{y(b.low):.1f}" y2="{y(b.high):.1f}"/>'
            f"{_shape(0, x(a.value), round(y(b.value), 1), tone)}"
        )
    above = float("inf")
    for name, one, other, told in sorted(points, key=lambda point: -y(point[2].estimate.value)):
        if told:  # from the bottom up, each above the one before
            at, above = x(one.estimate.value), min(y(other.estimate.value) - 8, above - 15)
            anchor, aside = ("start", 10) if at < left + wide * part else ("end", -10)
            parts.append(
                f'<text class="label" text-anchor="{anchor}" x="{at + aside:.1f}" y="{above:.1f}">'
                f"{screen.say(name, longest)}</text>"
            )
    parts.append(
        f'<text class="key" x="{left + wide}" y="{top + tall + 44}" text-anchor="end">{screen.say(across)} →</text>'
    )
    below = 66 if screen.slim else 44
    parts.append(f'<text class="key" x="{left}" y="{top + tall + below}">↑ {screen.say(up)}</text>')
    return "".join(parts) + "</svg>"
