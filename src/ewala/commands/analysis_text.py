"""An analysis as a summary for a terminal, whose lines it keeps to."""

from textwrap import wrap

from ewala.commands.analysis_words import (
    CHANCES,
    COSTLIEST,
    ITEMS,
    NOTHING_COSTLY,
    PLAIN,
    RESULTS,
    better,
    cost,
    decided,
    instead,
    percent,
    summed,
    titled,
)
from ewala.core.sentences import Sentence, Translate, english
from ewala.tables.analysis_in_words import AnalysisInWords, CostlyInWords

BARS = "▁▂▃▄▅▆▇█"
WIDEST = 72  # columns of a curve
NARROWEST = 60  # columns that are used at least
MOST = 6  # decisions that are told
HEAD = 3  # lines of a heading


def text_of(analysis: AnalysisInWords, title: str, columns: int = 100, translate: Translate = english) -> str:
    """Each seat's chance along the game, how its result came about, and the costliest decisions."""
    columns = max(NARROWEST, columns)
    names = {seat: f"{seat} {analysis.names[seat]}".strip() for seat in analysis.seats}
    lines = [
        titled(analysis, title).said(translate),
        "",
        Sentence("{chances}, from the first position on:", chances=CHANCES).said(translate),
    ]
    wide = max(len(name) for name in names.values())
    widest = min(WIDEST, max(len(BARS), columns - wide - 4))
    lines += [f"  {names[seat]:{wide}}  {sparkline(analysis.curve[seat], widest)}" for seat in analysis.seats]
    results = Sentence("{results}, in winning chance:", results=RESULTS).said(translate)
    lines += ["", results, *_table(analysis, names, wide, translate), ""]
    for seat, name in names.items():
        lines += wrap(summed(analysis.mistakes[seat], name).said(translate), columns, subsequent_indent="  ")
    costly = Sentence("{what}:", what=COSTLIEST) if analysis.costly else NOTHING_COSTLY
    lines += ["", costly.said(translate)]
    for one in analysis.costly[:MOST]:
        first, *others = _decision(one, translate)
        lines += wrap(first, columns, initial_indent="  ", subsequent_indent="    ", break_on_hyphens=False)
        for line in others:
            lines += wrap(line, columns, initial_indent="    ", subsequent_indent="      ", break_on_hyphens=False)
    return "\n".join(lines) + "\n"


def _table(analysis: AnalysisInWords, names: dict[str, str], wide: int, translate: Translate) -> list[str]:
    """A row for each seat, under headings of up to three lines."""
    heads = [_headed(label.said(translate)) for label in ITEMS.values()]
    widths = [max(7, 2 + max(map(len, head))) for head in heads]
    lines = [
        (f"  {'':{wide}}" + "".join(f"{head[n]:>{width}}" for head, width in zip(heads, widths, strict=True))).rstrip()
        for n in range(HEAD)
    ]
    lines = [line for line in lines if line]
    for seat in analysis.seats:
        cells = (percent(getattr(analysis.sums[seat], item), plain=item in PLAIN).said(translate) for item in ITEMS)
        row = (f"{cell:>{width}}" for cell, width in zip(cells, widths, strict=True))
        lines.append(f"  {names[seat]:{wide}}" + "".join(row))
    return lines


def _headed(label: str) -> list[str]:
    """A heading as narrow as its lines allow, at their bottom."""
    narrowest = max(map(len, label.split()))
    folded = next(lines for width in range(narrowest, len(label) + 1) if len(lines := wrap(label, width)) <= HEAD)
    return [""] * (HEAD - len(folded)) + folded


def _decision(one: CostlyInWords, translate: Translate) -> list[str]:
    best = one.better[0]
    line = " ".join(best.line or [best.move])
    lines = [
        f"{decided(one).said(translate)} [{one.move}]  {cost(one).said(translate)}",
        f"{better(one).said(translate)} [{line}]  {instead(one).said(translate)}",
    ]
    if one.reason:
        lines.append(one.reason)
    return lines


def sparkline(curve: list[float], widest: int = WIDEST) -> str:
    """A bar for each position, or for each of `widest` evenly chosen ones."""
    chosen = curve
    if len(curve) > widest:
        chosen = [curve[round(n * (len(curve) - 1) / (widest - 1))] for n in range(widest)]
    return "".join(BARS[min(len(BARS) - 1, max(0, int(chance * len(BARS))))] for chance in chosen)
