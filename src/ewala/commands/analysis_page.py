"""An analysis as a page of its own: nothing in it is fetched from anywhere."""

from html import escape

from ewala.commands.analysis_text import ITEMS
from ewala.server.told_analysis import CostlyTold, Told

__all__ = ["page_of"]

WIDTH, HEIGHT, MARGIN = 860, 300, 36
# Dark enough on white, and told apart by dashes, too.
COLOURS = ("#1f4e9c", "#a3330f", "#1c6b3c", "#6b2d8f")
DASHES = ("", "8 4", "2 4", "10 3 2 3")
STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 56rem; margin: 2rem auto; padding: 0 1rem; color: #1b1b1b; }
table { border-collapse: collapse; }
th, td { padding: .25rem .75rem; text-align: right; border-bottom: 1px solid #ccc; }
th:first-child, td:first-child { text-align: left; } svg { width: 100%; height: auto; } li { margin-bottom: .75rem; }
"""


def page_of(analysis: Told, title: str) -> str:
    names = {seat: f"{analysis.names[seat]} ({seat})" if analysis.names[seat] else seat for seat in analysis.seats}
    return f"""<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>{escape(title)}: analysis</title>
<style>{STYLE}</style></head>
<body>
<h1>{escape(title)}{"" if analysis.finished else ", unfinished"}</h1>
<h2>Winning chances</h2>
{_plot(analysis, names)}
<h2>How the results came about</h2>
<p>In points of 100. The result is the sum of the others.</p>
{_table(analysis, names)}
<h2>The costliest decisions</h2>
{_decisions(analysis.costly)}
</body>
</html>
"""


def _plot(analysis: Told, names: dict[str, str]) -> str:
    moves = max(1, len(analysis.steps))

    def at(ply: int, chance: float) -> str:
        x = MARGIN + ply * (WIDTH - 2 * MARGIN) / moves
        return f"{x:.1f},{HEIGHT - MARGIN - chance * (HEIGHT - 2 * MARGIN):.1f}"

    parts = []
    for chance in (0.0, 0.25, 0.5, 0.75, 1.0):
        y = at(0, chance).partition(",")[2]
        parts.append(f'<line x1="{MARGIN}" x2="{WIDTH - MARGIN}" y1="{y}" y2="{y}" stroke="#ddd"/>')
        parts.append(f'<text x="4" y="{y}" font-size="12" dominant-baseline="middle">{100 * chance:.0f}</text>')
    for n, seat in enumerate(analysis.seats):
        points = " ".join(at(ply, chance) for ply, chance in enumerate(analysis.curve[seat]))
        parts.append(
            f'<polyline fill="none" stroke="{COLOURS[n]}" stroke-width="2" stroke-dasharray="{DASHES[n]}" '
            f'points="{points}"><title>{escape(names[seat])}</title></polyline>'
        )
        x = MARGIN + n * (WIDTH - 2 * MARGIN) / len(analysis.seats)
        parts.append(
            f'<line x1="{x:.0f}" x2="{x + 30:.0f}" y1="12" y2="12" stroke="{COLOURS[n]}" stroke-width="2" '
            f'stroke-dasharray="{DASHES[n]}"/><text x="{x + 36:.0f}" y="16" font-size="13">{escape(names[seat])}</text>'
        )
    for one in analysis.costly:
        across, _, down = at(one.ply + 1, analysis.curve[one.seat][one.ply + 1]).partition(",")
        colour = COLOURS[analysis.seats.index(one.seat)]
        parts.append(f'<circle cx="{across}" cy="{down}" r="4" fill="{colour}">')
        parts.append(f"<title>{escape(one.words)}</title></circle>")
    label = escape(", ".join(f"{names[s]} {100 * analysis.curve[s][-1]:.0f}" for s in analysis.seats))
    return f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="At the end: {label}">{"".join(parts)}</svg>'


def _table(analysis: Told, names: dict[str, str]) -> str:
    heads = "".join(f"<th>{escape(label)}</th>" for _, label in ITEMS)
    rows = []
    for seat in analysis.seats:
        cells = "".join(
            f"<td>{round(100 * getattr(analysis.sums[seat], item), 1) + 0.0:+.1f}</td>" for item, _ in ITEMS
        )
        rows.append(f"<tr><td>{escape(names[seat])}</td>{cells}</tr>")
    return f"<table><thead><tr><th></th>{heads}</tr></thead><tbody>{''.join(rows)}</tbody></table>"


def _decisions(costly: list[CostlyTold]) -> str:
    if not costly:
        return "<p>No decision cost much.</p>"
    items = []
    for one in costly:
        best = one.better[0]
        hindsight = "" if one.in_hindsight is None else f" (in hindsight {-100 * one.in_hindsight:+.1f})"
        line = escape(" ".join(best.line or [best.move]))
        items.append(
            f"<li>Move {one.ply + 1}: {escape(one.words)} <b>{-100 * one.loss:+.1f}</b>{hindsight}<br>"
            f"Better: {escape(best.words)} <code>{line}</code> "
            f"({100 * best.value:.1f} to {100 * one.value:.1f})<br>{escape(one.reason)}</li>"
        )
    return f"<ol>{''.join(items)}</ol>"
