"""An analysis as a summary for a terminal, whose lines it keeps to."""

from textwrap import wrap

from ewala.server.workshop.analysis_in_words import AnalysisInWords, CostlyInWords

__all__ = ["ITEMS", "PLAIN", "points", "sparkline", "text_of"]

BARS = "▁▂▃▄▅▆▇█"
WIDEST = 72  # columns of a curve
NARROWEST = 60  # columns that are used at least
COSTLIEST = 6
ITEMS = (
    ("start", "start"),
    ("luck", "luck"),
    ("own", "own decisions"),
    ("others", "others' decisions"),
    ("re_estimated", "re-estimated"),
    ("result", "result"),
)
PLAIN = ("start", "result")  # chances, not changes of one


def text_of(analysis: AnalysisInWords, title: str, columns: int = 100) -> str:
    """Each seat's chance along the game, how its result came about, and the costliest decisions."""
    columns = max(NARROWEST, columns)
    names = {seat: f"{seat} {analysis.names[seat]}".strip() for seat in analysis.seats}
    lines = [
        f"{title}{'' if analysis.finished else ', unfinished'}",
        "",
        "Winning chances, from the first position on:",
    ]
    wide = max(len(name) for name in names.values())
    widest = min(WIDEST, max(len(BARS), columns - wide - 4))
    lines += [f"  {names[seat]:{wide}}  {sparkline(analysis.curve[seat], widest)}" for seat in analysis.seats]
    lines += ["", "In points of 100:", *_table(analysis, names, wide)]
    lines += ["", "The costliest decisions:" if analysis.costly else "No decision cost much."]
    for one in analysis.costly[:COSTLIEST]:
        first, *others = _decision(one)
        lines += wrap(first, columns, initial_indent="  ", subsequent_indent="    ", break_on_hyphens=False)
        for line in others:
            lines += wrap(line, columns, initial_indent="    ", subsequent_indent="      ", break_on_hyphens=False)
    return "\n".join(lines) + "\n"


def _table(analysis: AnalysisInWords, names: dict[str, str], wide: int) -> list[str]:
    """A row for each seat, under headings of up to two lines."""
    heads = [("", label) if " " not in label else tuple(label.split(" ")) for _, label in ITEMS]
    widths = [max(7, 2 + max(map(len, head))) for head in heads]
    lines = [
        (f"  {'':{wide}}" + "".join(f"{head[n]:>{width}}" for head, width in zip(heads, widths, strict=True))).rstrip()
        for n in (0, 1)
    ]
    for seat in analysis.seats:
        cells = (points(getattr(analysis.sums[seat], item), plain=item in PLAIN) for item, _ in ITEMS)
        row = (f"{cell:>{width}}" for cell, width in zip(cells, widths, strict=True))
        lines.append(f"  {names[seat]:{wide}}" + "".join(row))
    return lines


def _decision(one: CostlyInWords) -> list[str]:
    best = one.better[0]
    lines = [f"move {one.ply + 1}, {one.words} [{one.move}]  {points(-one.loss)}"]
    if one.in_hindsight is not None:
        lines[0] += f" (in hindsight {points(-one.in_hindsight)})"
    line = " ".join(best.line or [best.move])
    lines.append(f"better: {best.words} [{line}]  {points(best.value, plain=True)} to {points(one.value, plain=True)}")
    if one.reason:
        lines.append(one.reason)
    return lines


def points(chance: float, *, plain: bool = False) -> str:
    """In points of 100, as a change if it is not `plain`."""
    value = round(100 * chance, 1) + 0.0  # no -0.0
    return f"{value:.1f}" if plain else f"{value:+.1f}"


def sparkline(curve: list[float], widest: int = WIDEST) -> str:
    """A bar for each position, or for each of `widest` evenly chosen ones."""
    chosen = curve
    if len(curve) > widest:
        chosen = [curve[round(n * (len(curve) - 1) / (widest - 1))] for n in range(widest)]
    return "".join(BARS[min(len(BARS) - 1, max(0, int(chance * len(BARS))))] for chance in chosen)
