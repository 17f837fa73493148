"""How a study's numbers are written, and its labels and lists of sentences."""

from collections.abc import Sequence

from ewala.core.sentences import Sentence, Translate, as_sentence
from ewala.kit.phrases import Numeral, listed, per_cent
from ewala.kit.stats.estimates import Estimate

Label = Sentence | str  # a plain text is said in other languages if their catalogues have it, as those of `msg` are
PER_CENT, POINTS = "%", "points"
# A unit: by how much its numbers are multiplied, decimals, what follows them, and whether they bear a sign.
UNITS: dict[str, tuple[float, int, str, bool]] = {
    "share": (100, 1, PER_CENT, False),
    "points of share": (100, 2, POINTS, True),  # percentage points
    "difference": (100, 1, POINTS, True),
    "gap": (100, 1, POINTS, False),
    "number": (1, 2, "", False),
    "more": (1, 2, "", True),
    "points": (1, 2, POINTS, False),
    "power": (1, 2, "", True),
    "count": (1, 0, "", False),
}


def heads(*names: str) -> tuple[str, ...]:
    """What rows are labelled by, marked for the catalogues."""
    return names


def value(number: float, unit: str) -> Sentence:
    """`26.6%`, or `1.25 points`."""
    figures, follows = _english(number, unit), UNITS[unit][2]
    if follows == PER_CENT:
        return per_cent(figures)
    return Sentence("{number} points", number=Numeral(figures)) if follows == POINTS else Numeral(figures)


def written(number: float, unit: str) -> Sentence:
    """The same without the unit."""
    return Numeral(_english(number, unit))


def _english(number: float, unit: str) -> str:
    scale, decimals, _, signed = UNITS[unit]
    text = f"{number * scale:{'+' if signed else ''},.{decimals}f}"
    if float(text.replace(",", "")) == 0:
        text = f"{0:.{decimals}f}"
    return text.replace("-", "−")


def interval(estimate: Estimate, unit: str) -> Sentence:
    """`26.5 to 26.7`."""
    return Sentence("{low} to {high}", low=written(estimate.low, unit), high=written(estimate.high, unit))


def said(estimate: Estimate, unit: str) -> Sentence:
    """`26.6% (26.5 to 26.7)`."""
    return Sentence("{value} ({interval})", value=value(estimate.value, unit), interval=interval(estimate, unit))


def counted(number: int) -> Sentence:
    return Numeral(f"{number:,}")


def together(sentences: Sequence[Label]) -> Sentence:
    """One sentence after the other."""
    return listed([as_sentence(sentence) for sentence in sentences], " ")


def shown(label: Label, translate: Translate) -> str:
    return as_sentence(label).said(translate)
