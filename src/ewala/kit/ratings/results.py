"""A finished game, as far as ratings go: who had which seat, and which place they came to.

Who left early is here as a person like any other: the place is the seat's, whoever stood in to the end. So to leave is
worth what the stand-in makes of the position, neither a defeat nor a way out of one.
"""

from dataclasses import dataclass

from ewala.core.errors import EwalaError

FEWEST = 2  # players
MOST = 4


class BadResult(EwalaError):
    """A game that cannot be rated as it was handed in."""


@dataclass(frozen=True, slots=True)
class Result:
    """One seat's."""

    who: str  # a person, by whatever tells people apart; or a bot's name
    seat: int  # from 1, in the order in which the seats come to act
    place: int  # from 1; who draws share one: 1, 2, 2, 4
    bot: bool = False


@dataclass(frozen=True, slots=True)
class RatedGame:
    """All seats' results of one game."""

    game: str
    results: tuple[Result, ...]

    def __post_init__(self) -> None:
        """Results by seat, so that it makes no difference in which order they come; refused if they cannot be true."""
        object.__setattr__(self, "results", tuple(sorted(self.results, key=lambda result: result.seat)))
        self._check()

    def _check(self) -> None:
        count = len(self.results)
        if not FEWEST <= count <= MOST:
            raise BadResult(
                "rating/players",
                "{count} played: a game is rated from {fewest} to {most}",
                count=count,
                fewest=FEWEST,
                most=MOST,
            )
        seats = [result.seat for result in self.results]
        if seats != list(range(1, count + 1)):
            raise BadResult(
                "rating/seats",
                "the seats are {seats}: each from 1 to {count} has one result",
                seats=_list(seats),
                count=count,
            )
        places = [result.place for result in self.results]
        right = [1 + sum(other < place for other in places) for place in places]
        if places != right:
            raise BadResult(
                "rating/places",
                "the places are {places}: they would be {right}, one more than come before",
                places=_list(places),
                right=_list(right),
            )
        people = [result.who for result in self.results if not result.bot]
        for who in people:
            if people.count(who) > 1:
                raise BadResult("rating/twice", "{who!r} has two seats: in a rated game a person has one", who=who)


def _list(numbers: list[int]) -> str:
    return ", ".join(map(str, numbers))
