"""An analysis as a page of its own: nothing in it is fetched from anywhere."""

from html import escape

from ewala.commands.analysis_text import ITEMS, PLAIN, points
from ewala.report.page import page, table
from ewala.server.workshop.analysis_in_words import AnalysisInWords, CostlyInWords

__all__ = ["page_of"]

WIDTH, HEIGHT, MARGIN = 860, 300, 36
# Told apart by dashes, too.
DASHES = ("", "8 4", "2 4", "10 3 2 3")
STYLE = """
:root { --seat-0: #1f4e9c; --seat-1: #a3330f; --seat-2: #1c6b3c; --seat-3: #6b2d8f; }
@media (prefers-color-scheme: dark) {
  :root { --seat-0: #8db4f2; --seat-1: #f0987b; --seat-2: #7fd0a0; --seat-3: #cfa3ea; }
}
.curve { min-width: 34rem; }
.curve text { fill: var(--ink); }
.curve polyline, .curve .key { fill: none; stroke-width: 2; }
li { margin-bottom: .75rem; overflow-wrap: break-word; }
"""


def page_of(analysis: AnalysisInWords, title: str) -> str:
    names = {seat: f"{analysis.names[seat]} ({seat})" if analysis.names[seat] else seat for seat in analysis.seats}
    sections = [
        f"<h1>{escape(title)}{'' if analysis.finished else ', unfinished'}</h1>",
        f"<h2>Winning chances</h2>\n<div class=wide>{_plot(analysis, names)}</div>",
        "<h2>How the results came about</h2>\n<p>In points of 100. The result is the sum of the others.</p>",
        _table(analysis, names),
        f"<h2>The costliest decisions</h2>\n{_decisions(analysis.costly)}",
    ]
    return page(f"{title}: analysis", sections, more_style=STYLE)


def _plot(analysis: AnalysisInWords, names: dict[str, str]) -> str:
    moves = max(1, len(analysis.steps))

    def at(ply: int, chance: float) -> str:
        x = MARGIN + ply * (WIDTH - 2 * MARGIN) / moves
        return f"{x:.1f},{HEIGHT - MARGIN - chance * (HEIGHT - 2 * MARGIN):.1f}"

    parts = []
    for chance in (0.0, 0.25, 0.5, 0.75, 1.0):
        y = at(0, chance).partition(",")[2]
        parts.append(f'<line x1="{MARGIN}" x2="{WIDTH - MARGIN}" y1="{y}" y2="{y}" class="grid"/>')
        parts.append(f'<text x="4" y="{y}" font-size="12" dominant-baseline="middle">{100 * chance:.0f}</text>')
    for n, seat in enumerate(analysis.seats):
        points = " ".join(at(ply, chance) for ply, chance in enumerate(analysis.curve[seat]))
        parts.append(
            f'<polyline stroke="var(--seat-{n})" stroke-dasharray="{DASHES[n]}" '
            f'points="{points}"><title>{escape(names[seat])}</title></polyline>'
        )
        x = MARGIN + n * (WIDTH - 2 * MARGIN) / len(analysis.seats)
        parts.append(
            f'<line class="key" x1="{x:.0f}" x2="{x + 30:.0f}" y1="12" y2="12" stroke="var(--seat-{n})" '
            f'stroke-dasharray="{DASHES[n]}"/><text x="{x + 36:.0f}" y="16" font-size="13">{escape(names[seat])}</text>'
        )
    for one in analysis.costly:
        across, _, down = at(one.ply + 1, analysis.curve[one.seat][one.ply + 1]).partition(",")
        parts.append(f'<circle cx="{across}" cy="{down}" r="4" fill="var(--seat-{analysis.seats.index(one.seat)})">')
        parts.append(f"<title>{escape(one.words)}</title></circle>")
    label = escape(", ".join(f"{names[s]} {100 * analysis.curve[s][-1]:.0f}" for s in analysis.seats))
    box = f'class="curve" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="At the end: {label}"'
    return f"<svg {box}>{''.join(parts)}</svg>"


def _table(analysis: AnalysisInWords, names: dict[str, str]) -> str:
    body = [
        [names[seat], *(points(getattr(analysis.sums[seat], item), plain=item in PLAIN) for item, _ in ITEMS)]
        for seat in analysis.seats
    ]
    return table(["", *(label for _, label in ITEMS)], body)


def _decisions(costly: list[CostlyInWords]) -> str:
    if not costly:
        return "<p>No decision cost much.</p>"
    items = []
    for one in costly:
        best = one.better[0]
        hindsight = "" if one.in_hindsight is None else f" (in hindsight {points(-one.in_hindsight)})"
        line = escape(" ".join(best.line or [best.move]))
        items.append(
            f"<li>Move {one.ply + 1}: {escape(one.words)} <b>{points(-one.loss)}</b>{hindsight}<br>"
            f"Better: {escape(best.words)} <code>{line}</code> "
            f"({100 * best.value:.1f} to {100 * one.value:.1f})<br>{escape(one.reason)}</li>"
        )
    return f"<ol>{''.join(items)}</ol>"
