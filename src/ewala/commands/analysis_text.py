"""An analysis as a summary for a terminal, whose lines it keeps to."""

from textwrap import wrap

from ewala.core.sentences import Sentence, Translate, english
from ewala.kit.mistakes import Mistakes
from ewala.kit.phrases import per_cent
from ewala.tables.analysis_in_words import AnalysisInWords, CostlyInWords

CHANCES = Sentence("Winning chances")
RESULTS = Sentence("How the results came about")
COSTLIEST = Sentence("The costliest decisions")
NOTHING_COSTLY = Sentence("No decision cost much.")
ITEMS = {
    "start": Sentence("At the start"),
    "luck": Sentence("Luck"),
    "own": Sentence("Own mistakes"),
    "others": Sentence("Others' mistakes"),
    "re_estimated": Sentence("The coach's second thoughts"),
    "result": Sentence("At the end"),
}
PLAIN = ("start", "result")  # chances, not changes of one
_SIZES = {"slip": Sentence("Slip"), "mistake": Sentence("Mistake"), "blunder": Sentence("Blunder")}


def percent(chance: float, *, plain: bool = False) -> Sentence:
    """A winning chance, or as a change of one if it is not `plain`."""
    value = round(100 * chance, 1) + 0.0  # no -0.0
    return per_cent(f"{value:.1f}" if plain else f"{value:+.1f}")


def titled(analysis: AnalysisInWords, title: str) -> Sentence:
    return Sentence("{game}" if analysis.finished else "{game}, unfinished", game=title)


def summed(mistakes: Mistakes, name: str) -> Sentence:
    """How well somebody decided, and how many mistakes of each size they made."""
    return Sentence(
        "{name}: accuracy {accuracy}; blunders {blunders}, mistakes {mistakes}, slips {slips}; "
        "a decision cost {average} on average.",
        name=name,
        accuracy=percent(mistakes.accuracy, plain=True),
        blunders=mistakes.blunders,
        mistakes=mistakes.mistakes,
        slips=mistakes.slips,
        average=percent(mistakes.average, plain=True),
    )


def decided(one: CostlyInWords) -> Sentence:
    """`Slip, move 3: Ada keeps all dice.`"""
    return Sentence("{size}, move {number}: {words}", number=one.ply + 1, size=_SIZES[one.size], words=one.words)


def cost(one: CostlyInWords) -> Sentence:
    """`-3.2% (in hindsight -1.0%)`."""
    if one.in_hindsight is None:
        return percent(-one.loss)
    return Sentence("{loss} (in hindsight {hindsight})", loss=percent(-one.loss), hindsight=percent(-one.in_hindsight))


def better(one: CostlyInWords) -> Sentence:
    return Sentence("Better: {words}", words=one.better[0].words)


def instead(one: CostlyInWords) -> Sentence:
    """`52.0% instead of 48.8%`."""
    return Sentence(
        "{better} instead of {chance}",
        better=percent(one.better[0].value, plain=True),
        chance=percent(one.value, plain=True),
    )


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
