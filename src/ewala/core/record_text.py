"""The text of a record, strictly read; record_writing.py writes it."""

import re
from collections.abc import Callable
from contextlib import suppress
from typing import NoReturn

from ewala.core.dice import SECRET_BYTES
from ewala.core.errors import EwalaError, IllegalMove
from ewala.core.game import Game
from ewala.core.options import as_text
from ewala.core.record import FIRST_LINES, TAGS, DamagedRecord, Record, result_text
from ewala.core.sentences import Sentence, as_sentence, either
from ewala.core.state import State

__all__ = ["read_record"]

_HEX = re.compile(f"[0-9a-f]{{{2 * SECRET_BYTES}}}")


def read_record(text: str, find_game: Callable[[str], type[Game]]) -> Record:
    """A record from its text; raises DamagedRecord. `find_game` knows games by name."""
    return _Reader(text, find_game).read()


class _Reader:
    """Reads line by line, so that each refusal knows its line and keeps what stands before it."""

    def __init__(self, text: str, find_game: Callable[[str], type[Game]]) -> None:
        self.find_game = find_game
        self.lines = text.removeprefix("\ufeff").replace("\r\n", "\n").split("\n")
        self.line = 0  # the number of the line being read, from 1
        self.record: Record | None = None

    def refuse(
        self, code: str, sentence: Sentence | str, *, move: str = "", clause: str = "", **blanks: object
    ) -> NoReturn:
        """Raise the error for this line; `move` is a blank of the sentence, too."""
        said = as_sentence(sentence, move=move, **blanks) if move or blanks else sentence
        raise DamagedRecord(f"record/{code}", max(self.line, 1), said, record=self.record, move=move, clause=clause)

    def read(self) -> Record:
        if not self.lines or self.lines[0] not in FIRST_LINES:
            first_line = either(map(repr, FIRST_LINES))
            self.refuse("first-line", "a record's first line is {first_line}", first_line=first_line)
        self.line = 1
        self._check_printable()
        header, header_lines = self._read_header()
        self.record = self._begin(header, header_lines)
        self._read_turns(self.record)
        self._check_result(self.record, header, header_lines)
        return self.record

    def _check_printable(self) -> None:
        """What a terminal would take as a command has no place in a text for people.

        Lines below are dropped before the refusal, so that all above can be replayed.
        """
        for number, text in enumerate(self.lines, 1):
            if not text.isprintable():
                above = "\n".join(self.lines[: number - 1])
                try:
                    self.record = _Reader(above, self.find_game).read()
                except DamagedRecord as error:
                    self.record = error.record
                self.line = number
                self.refuse("unprintable", "a record holds printable characters only")

    def _read_header(self) -> tuple[dict[str, str], dict[str, int]]:
        header: dict[str, str] = {}
        lines: dict[str, int] = {}
        for number, text in enumerate(self.lines[1:], 2):
            self.line = number
            if not text:
                return header, lines
            key, colon, value = text.partition(": ")
            if not colon:
                self.refuse(
                    "header",
                    "expected 'name: value' or a blank line after the header, found {text!r}",
                    text=_short(text),
                )
            if key in header:
                self.refuse("header", "{key!r} is there twice", key=_short(key))
            header[key] = value
            lines[key] = self.line
        self.line += 1
        self.refuse("header", "the header ends with a blank line")

    def _begin(self, header: dict[str, str], lines: dict[str, int]) -> Record:
        """The empty record that the header describes."""
        rest = dict(header)
        for needed in ("game", "rules", "result"):
            if needed not in rest:
                self.refuse("header", "the header has no line {needed!r}", needed=needed)
        self.line = lines["game"]
        try:
            kind = self.find_game(rest.pop("game"))
            parameters = {option.name: rest.pop(option.name) for option in kind.options if option.name in rest}
            self.line = lines.get(_culprit(kind, parameters), self.line)
            game = kind.from_parameters(parameters)
        except EwalaError as error:
            self.refuse("rules", error.sentence, clause=getattr(error, "clause", ""))
        self.line = lines["rules"]
        if rest.pop("rules") != game.fingerprint:
            self.refuse(
                "fingerprint",
                "the rules above have the fingerprint {fingerprint}: the header was changed, or the rules were",
                fingerprint=game.fingerprint,
            )
        record = Record(game, self._read_start(game, rest, lines), header_lines=lines)
        rest.pop("result")
        for key, value in rest.items():
            self.line = lines[key]
            self._read_header_line(record, key, value)
        if bool(record.promises) != (self.lines[0] == FIRST_LINES[1]):
            self.line = 1
            self.refuse(
                "first-line", "records with promises begin with {first_line!r}, no others do", first_line=FIRST_LINES[1]
            )
        return record

    def _read_start(self, game: Game, rest: dict[str, str], lines: dict[str, int]) -> State:
        if "start" not in rest:
            start = game.start()
            if start.game != game:
                self.refuse("rules", "the lot for who begins is drawn before the first move: a record names the seat")
            return start
        self.line = lines["start"]
        try:
            start = game.parse(rest.pop("start"))
        except EwalaError as error:
            self.refuse("start", error.sentence, clause=getattr(error, "clause", ""))
        if start.game != game:
            self.refuse("start", "the start position has other seats or another layout than the header")
        return start

    def _read_header_line(self, record: Record, key: str, value: str) -> None:
        word, _, seat = key.partition(" ")
        if word in ("seat", "entropy") and seat in record.game.seats:
            (record.seats if word == "seat" else record.entropy)[seat] = value
        elif record.game.lot_option and (key, value) == (f"{record.game.lot_option} drawn", "by lot"):
            record.by_lot = True
        elif key in ("commitment", "secret"):
            setattr(record, key, self._digits(key, value))
        elif word == "promise" and seat in record.game.seats:
            record.promises[seat] = self._digits(word, value)
        elif key in TAGS:
            record.tags[key] = value
        else:
            self.refuse(
                "header", "a record has no header line {key!r} with {value!r}", key=_short(key), value=_short(value)
            )

    def _digits(self, key: str, value: str) -> str:
        if not _HEX.fullmatch(value):
            self.refuse("header", "a {key} is {digits} hexadecimal digits", key=key, digits=2 * SECRET_BYTES)
        return value

    def _read_turns(self, record: Record) -> None:
        state = record.start
        first = self.lines.index("") + 1
        for number, text in enumerate(self.lines[first:], first + 1):
            self.line = number
            if text.startswith("#"):
                comment = text[1:].removeprefix(" ")
                record.comments.setdefault(len(record.moves), []).append(comment)
            elif text.strip():
                state = self._read_turn(record, state, text)

    def _read_turn(self, record: Record, state: State, text: str) -> State:
        label, colon, moves = text.rstrip(" ").partition(": ")
        expected = state.game.turn_label(state.data) or "…"
        if state.to_act is None:
            self.refuse("after-the-end", "the game is over before {text!r}", text=_short(text))
        if not colon or label != expected:
            self.refuse(
                "turn",
                "expected the moves of {expected!r} as '{expected}: …', found {text!r}",
                expected=expected,
                text=text,
            )
        for number, move in enumerate(moves.split(" ")):
            if number and state.game.turn_label(state.data):
                self.refuse("turn", "{move} belongs to the next turn, on a line of its own", move=move)
            try:
                state = state.play(move)
            except IllegalMove as error:
                self.refuse(
                    "illegal-move",
                    "move {count}, {error}",
                    count=len(record.moves) + 1,
                    error=error.sentence,
                    move=move,
                    clause=error.clause,
                )
            except EwalaError as error:
                self.refuse(
                    "unreadable-move",
                    "move {count}, {move}: {error}",
                    count=len(record.moves) + 1,
                    move=move,
                    error=error.sentence,
                )
            record.moves.append(move)
            record.lines.append(self.line)
        return state

    def _check_result(self, record: Record, header: dict[str, str], lines: dict[str, int]) -> None:
        found = result_text(record.state)
        if header["result"] != found:
            self.line = lines["result"]
            self.refuse(
                "result",
                "the header says {result!r}, the moves lead to {found!r}",
                result=_short(header["result"]),
                found=found,
            )


def _culprit(kind: type[Game], parameters: dict[str, str]) -> str:
    """The parameter that makes the others impossible: with its default in its place they would stand."""
    for option in kind.options:
        with suppress(EwalaError):
            kind.from_parameters({**parameters, option.name: as_text(option.default)})
            return option.name
    return ""


def _short(text: str) -> str:
    """The beginning of a text, enough to recognise it."""
    return text if len(text) <= 60 else text[:60] + "…"
