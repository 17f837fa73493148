"""What an analysis is told with, in a terminal as on a page: parts of a result, and a decision in sentences."""

from ewala.core.sentences import Sentence
from ewala.kit.mistakes import Mistakes
from ewala.kit.numerals import per_cent
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
