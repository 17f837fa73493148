"""A game made from tables: what a game to try out need not write itself."""

import importlib
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Self

from ewala.core.game import Game
from ewala.core.game_base import Backend
from ewala.core.move import Move
from ewala.core.options import Option, Value, as_text
from ewala.core.sentences import Sentence
from ewala.core.state import Seat
from ewala.core.text import Cursor, split_fields

__all__ = ["PlainGame"]

HIDDEN = "?"  # what begins like this is written for those who may not know it, and read in views alone


class PlainGame(Game):
    """A game with the texts of its moves in a table, and positions written field by field, `NAME:VALUE`.

    It has an option `players`, the letters of its seats. Each field of its `Rules` has the value of the option of that
    name. Positions are read strictly, but nobody asks whether they could come about.
    """

    move_texts: ClassVar[tuple[str, ...]]  # by their codes
    field_values: ClassVar[Mapping[str, Sequence[object]]] = {}  # what a field's numbers from 0 on stand for, if given
    editions = ("en",)
    endings = ("over",)
    rules_version = 1

    def __init__(self, values: Mapping[str, Value], backend: Backend = "auto") -> None:
        super().__init__(values, backend)
        kernel = importlib.import_module(self.kernel)
        self.seats = tuple(str(values["players"]))
        self.rules = kernel.Rules()
        self._state: Any = kernel.State
        for name, _, _ in kernel.Rules.fields():
            setattr(self.rules, name, len(self.seats) if name == "players" else int(values[name]))

    def with_seats(self, seats: Sequence[Seat]) -> Self:
        return self.with_options(players="".join(seats))

    def ending(self, data: bytes) -> str:
        return self.endings[0]

    def turn_label(self, data: bytes) -> str | None:
        seat = self.engine.to_act(data)
        return self.seats[seat] if seat >= 0 else None

    # --- Moves

    def move_text(self, code: int) -> str:
        return self.move_texts[code]

    def move_code(self, text: str) -> int:
        if text not in self.move_texts or text.startswith(HIDDEN):
            moves = ", ".join(move for move in self.move_texts if not move.startswith(HIDDEN))
            Cursor(text, "MOVE").refuse(Sentence("a move: {moves}", moves=moves))
        return self.move_texts.index(text)

    def read_move(self, text: str) -> Move:
        return self.move(self.move_texts.index(text) if text in self.move_texts else self.move_code(text))

    # --- Positions

    def write_position(self, data: bytes) -> str:
        record = self._state.unpack(data)
        written = [f"{option.name}:{as_text(self.values[option.name])}" for option in self._told()]
        for name, count, _ in self._state.fields():
            numbers = getattr(record, name) if count else [getattr(record, name)]
            written.append(f"{name}:{','.join(self._word(name, number) for number in numbers)}")
        return " ".join(written)

    def _told(self) -> list[Option]:
        """The options that a position's text has: those that may differ."""
        return [option for option in self.options if len(option.choices) != 1]

    def _word(self, field: str, number: int) -> str:
        return str(self.field_values[field][number] if field in self.field_values else number)

    def read_position(self, text: str) -> tuple[Self, bytes]:
        return self._read(text, of_view=False)

    def read_view(self, text: str) -> tuple[Self, bytes]:
        return self._read(text, of_view=True)

    def _read(self, text: str, of_view: bool) -> tuple[Self, bytes]:
        options, fields = self._told(), self._state.fields()
        cursors = split_fields(text, (*(option.name for option in options), *(name for name, _, _ in fields)))
        for cursor in cursors:
            cursor.expect(f"{cursor.field}:")
        values = {option.name: _option(cursor, option) for cursor, option in zip(cursors, options, strict=False)}
        record = self._state()
        for cursor, (name, count, size) in zip(cursors[len(options) :], fields, strict=True):
            numbers = [self._number(cursor, size, of_view)]
            while len(numbers) < count:
                cursor.expect(",")
                numbers.append(self._number(cursor, size, of_view))
            cursor.end()
            setattr(record, name, numbers if count else numbers[0])
        return self.with_options(**values), record.pack()

    def _number(self, cursor: Cursor, size: int, of_view: bool) -> int:
        if cursor.field not in self.field_values:
            most = 2 ** (8 * size - 1) - 1
            return cursor.number(Sentence("a number that has room"), -most, most, signed=True)
        words = [str(value) for value in self.field_values[cursor.field]]
        word = cursor.rest.partition(",")[0]
        if word not in words or (word.startswith(HIDDEN) and not of_view):
            cursor.refuse(Sentence("one of {words}", words=", ".join(words)))
        cursor.expect(word)
        return words.index(word)


def _option(cursor: Cursor, option: Option) -> Value:
    is_flag = isinstance(option.default, bool)
    choices = ("yes", "no") if is_flag else option.choices
    if choices and cursor.rest not in choices:
        cursor.refuse(Sentence("one of {words}", words=", ".join(choices)))
    return cursor.rest == "yes" if is_flag else cursor.rest
