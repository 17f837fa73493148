"""Kingdom Run as the project's other parts see it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import ClassVar, Self

from ewala.core.game import Game
from ewala.core.game_base import LOT, Backend
from ewala.core.options import Value
from ewala.core.state import Seat
from ewala.games.kingdom_run.rules import codes, ending, notation, payment
from ewala.games.kingdom_run.rules.circuit import read_circuit
from ewala.games.kingdom_run.rules.dice import HANDFULS
from ewala.games.kingdom_run.rules.explanation import explain
from ewala.games.kingdom_run.rules.parameters import EDITIONS, OPTIONS, check_players, make_rules
from ewala.games.kingdom_run.rules.positions import build_position
from ewala.games.kingdom_run.rules.reasons import REASONS
from ewala.games.kingdom_run.rules.state import CLANS, ROLL, SPACES, Rules, State


@dataclass(slots=True)
class _Board:
    """The last board that was written or counted."""

    stands: tuple[list[int], int, list[int], list[int]]  # what it is made of; nobody changes it any more
    text: str
    scores: list[int] | None = None


class KingdomRun(Game):
    name = "kingdom-run"
    title = "Kingdom Run"
    editions = tuple(EDITIONS)
    # KR-8.1; KR-8.2 with two players; KR-8.2 with more.
    endings = ("podium-full", "player-finished", "everyone-finished")
    options = OPTIONS
    reasons = REASONS
    kernel = "ewala.games.kingdom_run.rules.kernel"
    tally = "ewala.games.kingdom_run.rules.tally"
    hides = False
    lot_option = "first"  # KR-3.4
    edition_options = ("direction", "copies_apart", "rob_finished")
    rules_version = 1
    published_play = "17c357f94670eb2a"

    rules: Rules
    _outcomes: ClassVar[dict[int, tuple[list[int], list[int]]]] = {}  # of a roll of so many dice

    def __init__(self, values: Mapping[str, Value], backend: Backend = "auto") -> None:
        circuit = read_circuit(str(values["circuit"]))
        players = str(values["players"])
        first = str(values["first"]) or players[:1]
        check_players(players, first)
        super().__init__({**values, "circuit": circuit.text, "first": first}, backend)
        self.circuit = circuit
        self.seats = tuple(players)
        self.rules = make_rules(self.values, circuit)
        self._board: _Board | None = None

    @classmethod
    def from_options(cls, given: Mapping[str, object], backend: str = "auto") -> Self:
        """An edition sets the parameters in which rulebooks differ; each can still be given by itself."""
        edition = EDITIONS.get(str(given.get("edition", "en")))
        return super().from_options({**(asdict(edition) if edition else {}), **given}, backend)

    def with_seats(self, seats: Sequence[Seat]) -> Self:
        """With fewer clans; if the one that was to begin is not among them, the first of them does (KR-3.1, KR-3.4)."""
        first = str(self.values["first"])
        return self.with_options(players="".join(seats), first=first if first in [*seats, LOT] else "")

    @classmethod
    def samples(cls) -> list[Self]:
        """Games of several editions, numbers of players, boards and house rules: together they use every rule."""
        return [
            cls.from_options({"edition": "en"}),
            cls.from_options({"edition": "fr", "players": "SG", "circuit": "C',A',B'", "may_pass": True}),
        ]

    def write_position(self, data: bytes) -> str:
        s = self._look(data)
        return f"{self._board_of(s).text} {notation.write_turn(s, self.rules)}"

    def scores(self, data: bytes) -> list[int]:
        board = self._board_of(self._look(data))
        if board.scores is None:
            board.scores = super().scores(data)
        return board.scores

    def _board_of(self, s: State) -> _Board:
        """The board, which stays as it is while dice are rolled and chosen."""
        stands = s.ground, s.arrived, s.podium, s.tokens
        board = self._board
        if board is None or board.stands != stands:
            board = self._board = _Board(stands, notation.write_board(s, self.rules))
        return board

    def read_position(self, text: str) -> tuple[Self, bytes]:
        reading = notation.read_position(text)
        game = self
        if reading.players != self.values["players"]:
            check_players(reading.players, reading.players[:1])
            game = self.with_options(players=reading.players, first=reading.players[0])
        return game, build_position(reading, game.rules).pack()

    def outcomes(self, data: bytes) -> tuple[list[int], list[int]]:
        """The outcomes of a roll, kept, as they depend on nothing but the number of dice."""
        dice = payment.dice_to_roll(self._look(data))
        if dice not in self._outcomes:
            self._outcomes[dice] = super().outcomes(data)
        return self._outcomes[dice]

    def move_text(self, code: int) -> str:
        return notation.move_text(code)

    def move_code(self, text: str) -> int:
        return notation.move_code(text)

    def move(self, code: int) -> notation.RaceMove:
        return notation.move_of(code)

    def read_move(self, text: str) -> notation.RaceMove:
        return notation.read_move(text)

    def ending(self, data: bytes) -> str:
        s = State.unpack(data)
        if s.arrived == self.rules.places:
            return "podium-full"
        finished = [ending.finished(s, self.rules, seat) for seat in range(len(self.seats))]
        return "everyone-finished" if all(finished) else "player-finished"

    def explain(self, data: bytes) -> dict[str, object]:
        return explain(State.unpack(data), self.rules)

    def turn_label(self, data: bytes) -> str | None:
        s = self._look(data)
        return self.seats[s.seat] if s.phase == ROLL else None

    def _look(self, data: bytes) -> State:
        """A position, to be read and left as it is."""
        state = self.interpreted.look(data)
        assert isinstance(state, State)
        return state


def decisions(game: KingdomRun) -> Iterator[int]:
    """Dice to roll again, disbanding on, ending the turn, robbing a clan, and the actions with a runner."""
    yield from range(codes.REROLLED, codes.REROLLED + len(HANDFULS))
    yield from range(codes.TAKEN, codes.ENDED + 1)
    yield from range(codes.STOLEN, codes.STOLEN + CLANS)
    for clan in range(codes.DISBANDED, codes.CODES, SPACES):
        yield from range(clan, clan + game.rules.spaces)


def largest_feature(game: KingdomRun) -> int:
    """What a space or a place on the podium is worth may be anything."""
    return max(127, *game.circuit.values, *game.circuit.podium)
