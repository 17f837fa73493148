"""What an opponent is held against to see how far from perfect it plays, and what comes of that, as a table."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from math import sqrt

from ewala.kit.bot import Bot, Budget
from ewala.kit.stats.estimates import Z

__all__ = ["Column", "Contender", "Figure", "Findings", "Sampling", "Yardstick", "mean_with_reach"]

Figure = str | int | float | None  # None: there is nothing to say


@dataclass(frozen=True, slots=True)
class Contender:
    """An opponent that is measured, and how long it may think about a decision."""

    label: str
    bot: Bot
    budget: Budget


@dataclass(frozen=True, slots=True)
class Sampling:
    """How much is looked at, and where chance begins."""

    samples: int
    seed: int
    watch: Callable[[float], None]  # told which part of the work is done


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table: its name for programs, its head for people, and how its figures are written."""

    name: str
    head: str
    form: str = ""


@dataclass(frozen=True, slots=True)
class Findings:
    """A table, a row for each opponent, and what to know when reading it."""

    title: str
    columns: Sequence[Column]
    rows: list[dict[str, Figure]] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def cells(self, row: dict[str, Figure]) -> list[str]:
        """A row as people read it."""
        figures = [(row.get(column.name), column.form) for column in self.columns]
        return ["–" if figure is None else format(figure, form) for figure, form in figures]


@dataclass(frozen=True, slots=True)
class Yardstick:
    """One way to measure opponents; it gives a table again for each row that it has added."""

    name: str
    about: str
    samples: int  # if nothing is said
    measure: Callable[[Sequence[Contender], Sampling], Iterator[Findings]]


def mean_with_reach(numbers: Sequence[float]) -> tuple[float, float]:
    """The mean, and how far its 95 % interval reaches either way."""
    many = len(numbers)
    mean = sum(numbers) / many
    if many == 1:
        return mean, 0.0
    spread = sum((number - mean) ** 2 for number in numbers) / (many - 1)
    return mean, Z * sqrt(spread / many)
