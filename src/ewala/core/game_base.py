"""What a game is, but for its positions as values: options, who it is, engines, and texts by codes and bytes.

game.py adds the positions. They and their game know each other, and so they share a module; what knows nothing of
them stands here.
"""

import hashlib
import os
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import accumulate
from typing import ClassVar, Literal, Self

from ewala.core.dice import Dice
from ewala.core.engine import Compiled, Engine, Interpreted
from ewala.core.errors import BadSetup
from ewala.core.fingerprint import play_of
from ewala.core.move import Move
from ewala.core.options import Option, Value, as_text, from_text, known_options
from ewala.core.packed import Packed
from ewala.core.reasons import Reason
from ewala.core.roles import SPECTATOR, Seat, Viewer
from ewala.core.sentences import either

__all__ = ["BACKENDS", "LOT", "Backend", "GameBase"]

Backend = Literal["auto", "interpreted", "compiled"]
BACKENDS: tuple[Backend, ...] = ("auto", "interpreted", "compiled")
NOBODY = -1  # a kernel's viewer that is no seat

LOT = "lot"  # what the option says that dice are to draw before the first position


class GameBase(ABC):
    """What stands in `Game`, but for positions as values: these are bytes here, and moves are codes."""

    name: ClassVar[str]  # in commands, records and addresses
    title: ClassVar[str]  # for people
    editions: ClassVar[tuple[str, ...]]
    endings: ClassVar[tuple[str, ...]]  # the ways in which it can end
    options: ClassVar[tuple[Option, ...]]
    reasons: ClassVar[Mapping[int, Reason]]  # why a move is refused, by the number that `why_not` gives
    kernel: ClassVar[str]  # the module's name
    tally: ClassVar[str] = ""  # likewise, if what is noted in simulations is not in the kernel
    edition_options: ClassVar[tuple[str, ...]] = ()  # the options that an edition settles
    lot_option: ClassVar[str] = ""  # the option that names a seat, or leaves it to lot
    hides: ClassVar[bool] = True  # whether there is anything that somebody may not know
    rules_version: ClassVar[int]  # rises when the same parameters come to mean something else
    published_play: ClassVar[str] = ""  # the digest of what rules of this version do; see fingerprint.py

    seats: tuple[Seat, ...]  # by their letters; a kernel counts them from 0
    rules: Packed  # the `Rules` that the kernel reads

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
                "backend is {backends}, not {backend!r}",
                backends=either(BACKENDS),
                backend=backend,
            )
        return cls(known_options(cls.options, given), backend)

    @classmethod
    def for_people(cls, given: Mapping[str, object]) -> Self:
        """A game that people are to play: whatever may be left to lot is, unless somebody has chosen."""
        return cls.from_options({cls.lot_option: LOT, **given} if cls.lot_option else given)

    @classmethod
    def from_parameters(cls, parameters: Mapping[str, str]) -> Self:
        """A game from the parameters of a record's header; all of them must be there."""
        values = {}
        for option in cls.options:
            if option.name not in parameters:
                raise BadSetup("setup/missing-option", option.clause, "{name} is missing", name=option.name)
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
    def samples(cls) -> list[Self]:
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
            raise BadSetup("setup/seats", "", "all of {seats} play", seats=", ".join(self.seats))
        return self

    # --- Drawn by lot

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

    # --- Positions, as bytes

    def scores(self, data: bytes) -> list[int]:
        """The scores as they stand, by seat. A game where they stay the same for some moves may keep them."""
        return self.engine.scores(data, len(self.seats))

    def outcomes(self, data: bytes) -> tuple[list[int], list[int]]:
        """The outcomes of a chance node, and running sums of their weights. A game where they recur may keep them."""
        outcomes = self.engine.chances(data)
        return [code for code, _ in outcomes], list(accumulate(weight for _, weight in outcomes))

    def viewer(self, viewer: Viewer) -> int:
        """The number by which a kernel knows a viewer: a seat's place among the seats, NOBODY for the spectator."""
        if viewer is SPECTATOR:
            return NOBODY
        if not isinstance(viewer, str) or viewer not in self.seats:
            raise BadSetup(
                "setup/seat",
                "",
                "the seats are {seats} (or SPECTATOR), not {viewer!r}",
                seats=", ".join(self.seats),
                viewer=viewer,
            )
        return self.seats.index(viewer)

    def check_seat(self, seat: object) -> None:
        """Raises BadSetup if nobody can sit there."""
        if seat not in self.seats:
            there = ", ".join(self.seats)
            raise BadSetup("setup/seat", "", "the seats are {seats}, not {seat!r}", seats=there, seat=seat)

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

    def read_view(self, text: str) -> tuple[Self, bytes]:
        """The same for the text of a view. A game whose texts say that something is not known reads that, too."""
        return self.read_position(text)

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
