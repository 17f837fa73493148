"""An analysis as a page of its own: nothing in it is fetched from anywhere."""

from html import escape

from ewala.commands.analysis_text import (
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
from ewala.core.sentences import Sentence, Translate
from ewala.kit.phrases import listed, per_cent
from ewala.kit.report.page import page, table
from ewala.locale.languages import LANGUAGES, translator
from ewala.tables.analysis_in_words import AnalysisInWords, CostlyInWords

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


def page_of(analysis: AnalysisInWords, title: str, language: str = LANGUAGES[0]) -> str:
    translate = translator(language)
    names = {seat: f"{analysis.names[seat]} ({seat})" if analysis.names[seat] else seat for seat in analysis.seats}
    about = Sentence("In winning chance. The end is the sum of the others.")

    def text(sentence: Sentence) -> str:
        return escape(sentence.said(translate))

    sections = [
        f"<h1>{text(titled(analysis, title))}</h1>",
        f"<h2>{text(CHANCES)}</h2>\n<div class=wide>{_plot(analysis, names, translate)}</div>",
        f"<h2>{text(RESULTS)}</h2>\n<p>{text(about)}</p>",
        _table(analysis, names, translate),
        *(f"<p>{text(summed(analysis.mistakes[seat], names[seat]))}</p>" for seat in analysis.seats),
        f"<h2>{text(COSTLIEST)}</h2>\n{_decisions(analysis.costly, translate)}",
    ]
    head = Sentence("{game}: analysis", game=title).said(translate)
    return page(head, sections, more_style=STYLE, language=language)


def _plot(analysis: AnalysisInWords, names: dict[str, str], translate: Translate) -> str:
    moves = max(1, len(analysis.steps))

    def at(ply: int, chance: float) -> str:
        x = MARGIN + ply * (WIDTH - 2 * MARGIN) / moves
        return f"{x:.1f},{HEIGHT - MARGIN - chance * (HEIGHT - 2 * MARGIN):.1f}"

    parts = []
    for chance in (0.0, 0.25, 0.5, 0.75, 1.0):
        y = at(0, chance).partition(",")[2]
        parts.append(f'<line x1="{MARGIN}" x2="{WIDTH - MARGIN}" y1="{y}" y2="{y}" class="grid"/>')
        tick = per_cent(f"{100 * chance:.0f}").said(translate)
        parts.append(f'<text x="4" y="{y}" font-size="12" dominant-baseline="middle">{tick}</text>')
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
    ends = [
        Sentence("{name} {chance}", name=names[seat], chance=per_cent(f"{100 * analysis.curve[seat][-1]:.0f}"))
        for seat in analysis.seats
    ]
    label = escape(Sentence("At the end: {chances}", chances=listed(ends)).said(translate))
    box = f'class="curve" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{label}"'
    return f"<svg {box}>{''.join(parts)}</svg>"


def _table(analysis: AnalysisInWords, names: dict[str, str], translate: Translate) -> str:
    body = [
        [
            names[seat],
            *(percent(getattr(analysis.sums[seat], item), plain=item in PLAIN).said(translate) for item in ITEMS),
        ]
        for seat in analysis.seats
    ]
    return table(["", *(label.said(translate) for label in ITEMS.values())], body)


def _decisions(costly: list[CostlyInWords], translate: Translate) -> str:
    if not costly:
        return f"<p>{escape(NOTHING_COSTLY.said(translate))}</p>"

    def text(sentence: Sentence) -> str:
        return escape(sentence.said(translate))

    items = []
    for one in costly:
        best = one.better[0]
        line = escape(" ".join(best.line or [best.move]))
        items.append(
            f"<li>{text(decided(one))} <b>{text(cost(one))}</b><br>"
            f"{text(better(one))} <code>{line}</code> "
            f"({text(instead(one))})<br>{escape(one.reason)}</li>"
        )
    return f"<ol>{''.join(items)}</ol>"
