"""A game with its rules settled, and its positions: what every game's `game.py` fills in, and what it gets for it.

Positions are Python values: immutable, hashable, equal when they are the same position of the same game. They and
their game know each other, and so they share a module; state.py has the positions' names.
"""

import hashlib
import os
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import accumulate
from typing import ClassVar, Literal, Self

from ewala.core.dice import Dice
from ewala.core.engine import CHANCE_NODE, OVER_NODE, Compiled, Engine, Interpreted, Rng
from ewala.core.errors import BadSetup, IllegalMove, UnreadableText
from ewala.core.fingerprint import play_of
from ewala.core.move import Move, text_of
from ewala.core.options import Option, Value, as_text, from_text, known_options
from ewala.core.packed import Packed
from ewala.core.pictures import picture_of
from ewala.core.reasons import Reason
from ewala.core.roles import CHANCE, SPECTATOR, Role
from ewala.core.sentences import Sentence, either

__all__ = ["BACKENDS", "Backend", "Game", "Seat", "State", "View", "Viewer"]

Backend = Literal["auto", "interpreted", "compiled"]
BACKENDS: tuple[Backend, ...] = ("auto", "interpreted", "compiled")
NOBODY = -1  # a kernel's viewer that is no seat

LOT = "lot"  # what the option says that dice are to draw before the first position

_DEEPEST = 60  # nobody will see the end of counting deeper
_QUICK_DEPTH = 2  # counting this deep is done before a compiler has started


Seat = str
Viewer = Seat | Literal[Role.SPECTATOR]


@dataclass(frozen=True, slots=True)
class Position:
    """What a state and a view have in common: both can be read, and neither changes."""

    game: "Game"
    data: bytes

    @property
    def text(self) -> str:
        """The position's text."""
        return self.game.write_position(self.data)

    @property
    def to_act(self) -> Seat | Literal[Role.CHANCE] | None:
        """The seat that must decide, `CHANCE`, or None when the game is over."""
        seat = self.game.engine.to_act(self.data)
        if seat == OVER_NODE:
            return None
        return CHANCE if seat == CHANCE_NODE else self.game.seats[seat]

    def moves(self) -> list[str]:
        """The texts of the legal moves; at a chance node of every outcome; none when the game is over."""
        return list(map(self.game.move_text, self.game.engine.legal(self.data)))

    def legal_moves(self) -> list[Move]:
        """What `moves` lists, as values: with their parts."""
        return list(map(self.game.move, self.game.engine.legal(self.data)))

    def chances(self) -> dict[str, Fraction]:
        """At a chance node, each outcome's probability; else nothing."""
        outcomes = self.game.engine.chances(self.data)
        total = sum(weight for _, weight in outcomes)
        return {self.game.move_text(code): Fraction(weight, total) for code, weight in outcomes}

    def check(self, move: Move | str) -> int:
        """The code of a move that is legal here, given by its text or as a value.

        Raises UnreadableText for a text that is no move, IllegalMove for one that the rules forbid here.
        """
        text = text_of(move)
        if not isinstance(text, str):
            raise UnreadableText("MOVE", 1, Sentence("a text"), repr(text)[:12])
        code = self.game.move_code(text)
        reason = self.game.engine.why_not(self.data, code)
        if reason:
            why = self.game.reasons[reason]
            raise IllegalMove(why.code, why.clause, text, why.sentence)
        return code

    def scores(self) -> dict[Seat, int]:
        """Each seat's score as the position stands."""
        return dict(zip(self.game.seats, self.game.scores(self.data), strict=True))

    def winners(self) -> set[Seat]:
        """Who has won, all of them if they share it; nobody before the end."""
        if self.to_act is not None:
            return set()
        _, won = self.game.engine.result(self.data, len(self.game.seats))
        return {seat for seat, wins in zip(self.game.seats, won, strict=True) if wins}

    def explained(self) -> dict[str, object]:
        """What a player at the table would point at: how scores come about, where moves lead. Codes, no sentences."""
        return self.game.explain(self.data)

    @property
    def ending(self) -> str | None:
        """In which of the game's ways it has ended, None before the end."""
        return self.game.ending(self.data) if self.to_act is None else None

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class State(Position):
    """A position with everything in it."""

    def play(self, move: Move | str) -> "State":
        """The position after a move, or after an outcome at a chance node.

        Raises UnreadableText for a text that is no move, IllegalMove for one that the rules forbid here.
        """
        return State(self.game, self.game.engine.apply(self.data, self.check(move)))

    def sample(self, rng: Rng) -> str:
        """An outcome of a chance node, drawn with its probability; raises BadSetup elsewhere."""
        if self.to_act is not CHANCE:
            raise BadSetup("state/no-chance", "", Sentence("nothing is left to chance here"))
        return self.game.move_text(self.game.engine.sample(self.data, _drawing(rng)))

    def view(self, viewer: Viewer) -> "View":
        """What a seat, or the spectator, may know."""
        number = self.game.viewer(viewer)
        known = self.game.engine.redact(self.data, number) if self.game.hides else self.data
        return View(self.game, known, viewer)

    def seen(self, move: Move | str, viewer: Viewer) -> str:
        """The text of a move made here as a viewer sees it at that moment."""
        code = self.game.move_code(text_of(move))
        return self.game.move_text(self.game.engine.seen(self.data, code, self.game.viewer(viewer)))

    def _repr_svg_(self) -> str | None:
        """For notebooks: the picture of all that stands here, as a state knows it."""
        return picture_of(View(self.game, self.data, SPECTATOR))

    def __repr__(self) -> str:
        return f"<State {self.game.name}: {self.text}>"


@dataclass(frozen=True, slots=True)
class View(Position):
    """A position from which everything that the viewer may not know has been taken out."""

    viewer: Viewer

    def observation(self) -> list[int]:
        """The features that a learner in the viewer's place sees."""
        return self.game.engine.observe(self.data, self.game.viewer(self.viewer))

    def determinize(self, rng: Rng) -> State:
        """A full position that the viewer must think possible, each equally likely."""
        return State(self.game, self.game.engine.determinize(self.data, _drawing(rng)))

    def _repr_svg_(self) -> str | None:
        """For notebooks: the picture of what the viewer may know."""
        return picture_of(self)

    def __repr__(self) -> str:
        return f"<View of {self.viewer} {self.game.name}: {self.text}>"


def _drawing(rng: object) -> Rng:
    """What kernels draw with, which Python's own source of chance is not."""
    if not isinstance(rng, Rng):
        raise BadSetup("state/rng", "", Sentence("chance is drawn with ewala.Rng(seed), not with {rng!r}", rng=rng))
    return rng


class Game(ABC):
    """A game with its rules settled. Games are equal when their rules are."""

    name: ClassVar[str]
    title: ClassVar[str]
    editions: ClassVar[tuple[str, ...]]
    endings: ClassVar[tuple[str, ...]]  # the ways in which it can end
    options: ClassVar[tuple[Option, ...]]
    reasons: ClassVar[Mapping[int, Reason]]
    kernel: ClassVar[str]  # the module's name
    edition_options: ClassVar[tuple[str, ...]] = ()  # the options that an edition settles
    lot_option: ClassVar[str] = ""  # the option that names a seat, or leaves it to lot
    hides: ClassVar[bool] = True  # whether there is anything that somebody may not know
    rules_version: ClassVar[int]  # rises when the same parameters come to mean something else
    published_play: ClassVar[str] = ""  # the digest of what rules of this version do; see fingerprint.py

    seats: tuple[Seat, ...]
    rules: Packed

    def __init__(self, values: Mapping[str, Value], backend: Backend = "auto") -> None:
        self.values = dict(values)
        self.backend = backend

    @classmethod
    def from_options(cls, given: Mapping[str, object], backend: str = "auto") -> Self:
        """A game from options, the missing ones at their defaults."""
        if backend not in BACKENDS:
            raise BadSetup(
                "setup/backend",
                "",
                Sentence("backend is {backends}, not {backend!r}", backends=either(BACKENDS), backend=backend),
            )
        return cls(known_options(cls.options, given), backend)

    @classmethod
    def from_parameters(cls, parameters: Mapping[str, str]) -> Self:
        """A game from the parameters of a record's header; all of them must be there."""
        values = {}
        for option in cls.options:
            if option.name not in parameters:
                raise BadSetup("setup/missing-option", option.clause, Sentence("{name} is missing", name=option.name))
            values[option.name] = from_text(option, parameters[option.name])
        return cls(values)

    def parameters(self) -> dict[str, str]:
        """Every rule parameter, as a record's header has it."""
        return {option.name: as_text(self.values[option.name]) for option in self.options}

    @property
    def fingerprint(self) -> str:
        """A short digest of all that decides how a record replays: every parameter, and what the rules do.

        Where they do what they did when their version was published, that need not be said: records from before there
        were digests keep their fingerprints.
        """
        play = play_of(type(self))
        lines = [f"{self.name} {self.rules_version}", *(f"{key}: {value}" for key, value in self.parameters().items())]
        if play != self.published_play:
            lines.append(f"play {play}")
        return hashlib.sha256("\n".join(lines).encode()).hexdigest()[:16]

    @classmethod
    def samples(cls) -> "list[Game]":
        """Games that together make use of all rules: each is played once for a fingerprint."""
        return [cls.from_options({})]

    def with_options(self, **changes: Value) -> Self:
        """The same game with some options changed; another edition brings its own values of what editions differ in."""
        kept = {
            name: value
            for name, value in self.values.items()
            if not ("edition" in changes and name in self.edition_options)
        }
        return self.from_options({**kept, **changes}, self.backend)

    def with_seats(self, seats: Sequence[Seat]) -> Self:
        """The same game with some of its seats only; raises BadSetup where the rules need the others."""
        if tuple(seats) != self.seats:
            raise BadSetup("setup/seats", "", Sentence("all of {seats} play", seats=", ".join(self.seats)))
        return self

    # --- Positions

    def start(self, dice: Dice | None = None) -> State:
        """The first position. Where the rules leave a choice to lot, `dice` draw it, else fresh ones."""
        game = self.drawn_by_lot(dice or Dice.fresh())
        return State(game, game.engine.start())

    @property
    def by_lot(self) -> bool:
        """Whether something is left to lot that is settled before the first position."""
        return self.values.get(self.lot_option) == LOT

    def drawn_by_lot(self, dice: Dice) -> Self:
        """The game with everything settled that the rules leave to lot before the first position."""
        return self.lots()[dice.below(len(self.seats), self.lot_option, 0)] if self.by_lot else self

    def lots(self) -> list[Self]:
        """The games that the lot may make of this one, each equally likely; itself where nothing is left to lot."""
        return [self.with_options(**{self.lot_option: seat}) for seat in self.seats] if self.by_lot else [self]

    def undrawn(self) -> Self:
        """The game as it was before the lot settled it."""
        return self.with_options(**{self.lot_option: LOT})

    def parse(self, text: str) -> State:
        """A position from its text; seats or layout come from it.

        Raises UnreadableText where it does not follow the grammar, BadSetup where it could not stand.
        """
        if not isinstance(text, str):
            raise UnreadableText("POSITION", 1, Sentence("a text"), repr(text)[:12])
        game, data = self.read_position(text)
        return State(game, data)

    def perft(self, state: State, depth: int, *, progress: Callable[[int, int], None] | None = None) -> int:
        """The number of paths of exactly `depth` moves from a position, chance moves included.

        `progress`, if given, is called with how many of the position's own moves are counted, and their number.
        """
        if isinstance(depth, bool) or not isinstance(depth, int) or not 0 <= depth <= _DEEPEST:
            raise BadSetup(
                "perft/depth",
                "",
                Sentence("a depth is from 0 to {deepest}, not {depth!r}", deepest=_DEEPEST, depth=depth),
            )
        if not isinstance(state, State) or type(state.game) is not type(self):
            sentence = Sentence("the position is one of {game}, not {state!r}", game=self.title, state=state)
            raise BadSetup("perft/position", "", sentence)
        engine = state.game.engine if depth <= _QUICK_DEPTH else state.game.fast_engine
        if depth < 2:
            return engine.perft(state.data, depth)
        paths = 0
        moves = engine.legal(state.data)
        for n, move in enumerate(moves, 1):
            paths += engine.perft(engine.apply(state.data, move), depth - 1)
            if progress:
                progress(n, len(moves))
        return paths

    def scores(self, data: bytes) -> list[int]:
        """The scores as they stand, by seat; a game in which they stay for a while keeps them."""
        return self.engine.scores(data, len(self.seats))

    def outcomes(self, data: bytes) -> tuple[list[int], list[int]]:
        """The outcomes of a chance node, and the sums of their weights; a game in which they recur keeps them."""
        outcomes = self.engine.chances(data)
        return [code for code, _ in outcomes], list(accumulate(weight for _, weight in outcomes))

    def viewer(self, viewer: Viewer) -> int:
        """A viewer as the kernel counts them."""
        if viewer is SPECTATOR:
            return NOBODY
        if not isinstance(viewer, str) or viewer not in self.seats:
            raise BadSetup(
                "setup/seat",
                "",
                Sentence(
                    "the seats are {seats} (or SPECTATOR), not {viewer!r}", seats=", ".join(self.seats), viewer=viewer
                ),
            )
        return self.seats.index(viewer)

    def check_seat(self, seat: object) -> None:
        """Raises BadSetup if nobody can sit there."""
        if seat not in self.seats:
            there = ", ".join(self.seats)
            raise BadSetup("setup/seat", "", Sentence("the seats are {seats}, not {seat!r}", seats=there, seat=seat))

    # --- Engines

    @cached_property
    def engine(self) -> Engine:
        """The engine for single positions: at once, without a compiler, unless the backend says otherwise."""
        return self._compiled if self.backend == "compiled" else self.interpreted

    @cached_property
    def fast_engine(self) -> Engine:
        """The engine for millions of positions: compiled, unless the backend says otherwise."""
        disabled = os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")
        return self.interpreted if self.backend == "interpreted" or disabled else self._compiled

    @cached_property
    def interpreted(self) -> Interpreted:
        return Interpreted(self.kernel, self.rules)

    @cached_property
    def _compiled(self) -> Engine:
        return Compiled(self.kernel, self.rules)

    # --- What a game fills in

    @abstractmethod
    def write_position(self, data: bytes) -> str: ...

    @abstractmethod
    def read_position(self, text: str) -> tuple[Self, bytes]: ...

    @abstractmethod
    def move_text(self, code: int) -> str: ...

    @abstractmethod
    def move_code(self, text: str) -> int: ...

    def move(self, code: int) -> Move:
        """A move as a value; a game whose moves have parts names them."""
        return Move(code, self.move_text(code))

    def read_move(self, text: str) -> Move:
        """A move as a value, from its text, also as one sees it who may not know all of it; raises UnreadableText."""
        return self.move(self.move_code(text))

    @abstractmethod
    def ending(self, data: bytes) -> str:
        """In which of `endings` a finished game ended."""

    def explain(self, data: bytes) -> dict[str, object]:
        """What there is to point at in a position, as far as it is known there; ready for JSON."""
        return {}

    @abstractmethod
    def turn_label(self, data: bytes) -> str | None:
        """If a turn begins here, what a record calls it."""

    def __reduce__(self) -> tuple[type[Self], tuple[dict[str, Value], Backend]]:
        """Rules alone travel: engines, and whatever else is kept, are made anew where somebody needs them."""
        return type(self), (self.values, self.backend)

    def __deepcopy__(self, memo: object) -> Self:
        """Itself: its rules never change, and copies of a position would each make engines of their own."""
        return self

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and other.values == self.values

    def __hash__(self) -> int:
        return hash((self.name, *sorted(self.values.items())))

    def __repr__(self) -> str:
        return f"ewala.load({self.name!r}, {', '.join(f'{key}={value!r}' for key, value in self.values.items())})"
