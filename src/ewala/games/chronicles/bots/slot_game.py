"""One first bid's slot as a matrix game, with its solution and what of it is worth a deeper look."""

from dataclasses import dataclass, field

from ewala.core.curves import exp

Answer = tuple[int, int]  # the second bidder's rune and slot
Entry = tuple[float, int, int]  # how much a deeper look promises, row and column

EQUAL = 1e-9  # values that differ by less are the same
CLOSE = 0.05  # how far apart values are that a deeper look may well turn round
DULL = 1e-4  # no interest below this
_CURIOSITY = 0.1  # the weight of a choice that is nearly as good as those that are played


@dataclass
class SlotGame:
    """Rows are the first bidder's runes, columns the answers; values are the first bidder's."""

    slot: int
    runes: list[int]
    answers: list[Answer]
    matrix: list[list[float]]
    face_up: bool  # the first bid is made under Clairvoyance: the answer knows it (CR-5.5)
    value: float = 0.0
    x: list[float] = field(default_factory=list)  # the first bidder's probabilities
    y: list[float] = field(default_factory=list)  # the second's; unused when the bid is face up
    deep: list[list[bool]] = field(default_factory=list)  # which entries have had their deeper look

    def __post_init__(self) -> None:
        self.deep = [[False] * len(self.answers) for _ in self.runes]

    def solve_open(self) -> None:
        """Find the value and both optimal strategies of a bid made face up."""
        sure = [min(row) for row in self.matrix]
        self.value = max(sure)
        best = sure.index(self.value)
        self.x = [float(row == best) for row in range(len(self.runes))]
        answer = self.matrix[best].index(self.value)
        self.y = [float(column == answer) for column in range(len(self.answers))]

    def rune_values(self) -> list[float]:
        """What each rune is worth against the second bidder's optimal answer."""
        return [min(row) if self.face_up else dot(row, self.y) for row in self.matrix]

    def answer_values(self, rune: int | None) -> list[float]:
        """What each answer leaves the first bidder: against a rune that is seen, or against the optimal mixture."""
        if rune is not None:
            return self.matrix[self.runes.index(rune)]
        left = [0.0] * len(self.answers)
        for often, row in zip(self.x, self.matrix, strict=True):
            if often > 0:
                for column, value in enumerate(row):
                    left[column] += often * value
        return left

    def wanted(self, *, whole: bool, seen: int | None) -> list[tuple[int, int]]:
        """The entries that its solution rests on and that had no deeper look: in columns, or in rows too.

        Of a rune that is seen, every answer counts, whether or not the first bidder should have bid it.
        """
        found = []
        for i, row in enumerate(self.matrix):
            least = min(row)
            all_of_it = (whole and self.x[i] > 0) or (self.face_up and seen is not None and self.runes[i] == seen)
            for j, value in enumerate(row):
                rests = value == least if self.face_up else self.y[j] > 0
                if (rests or all_of_it) and not self.deep[i][j]:
                    found.append((i, j))
        return found

    def interest(self) -> list[Entry]:
        """The entries that promise something of a deeper look, those that promise most first."""
        rune_values = self.rune_values()
        highest = max(rune_values)
        found: list[Entry] = []
        columns: list[float] = []
        if not self.face_up:
            left = self.answer_values(None)
            lowest = min(left)
            columns = [
                often + _CURIOSITY * exp((lowest - value) / CLOSE) for often, value in zip(self.y, left, strict=True)
            ]
        for i, row in enumerate(self.matrix):
            weight = self.x[i] + _CURIOSITY * exp((rune_values[i] - highest) / CLOSE)
            if self.face_up:
                columns = [exp((rune_values[i] - value) / CLOSE) for value in row]
            for j, column in enumerate(columns):
                if weight * column >= DULL and not self.deep[i][j]:
                    found.append((weight * column, i, j))
        found.sort(key=lambda entry: -entry[0])
        return found

    def look(self, row: int, column: int, value: float) -> None:
        """Take down what a deeper look has found."""
        self.matrix[row][column], self.deep[row][column] = value, True


def dot(values: list[float], chances: list[float]) -> float:
    """The mean of values, in the order in which they stand: a sum must be the same everywhere."""
    mean = 0.0
    for value, chance in zip(values, chances, strict=True):
        mean += value * chance
    return mean
