"""Everything that can be wrong with what a person or a program hands in, as one small tree::

    EwalaError (a ValueError)       code, and a sentence that says what was wrong and what would be right
    ├── UnreadableText              field, column (from 1), expected
    ├── BadSetup                    clause: rules, a board or a position that cannot stand
    │   └── NotInstalled            in core.extras, an ImportError too: a package is missing
    ├── IllegalMove                 clause that forbids it, move
    ├── NotYourTurn
    ├── StaleMove
    ├── MatchOver
    ├── CannotUndo                  in play.match: the last move stands
    ├── NotPossible                 in play.table: the table is not in a state for it
    ├── BadResult                   in ratings.results: a finished game that cannot be rated as it was handed in
    ├── NotAsPromised               in core.witness: what is shown of the dice is not what was shown before
    └── DamagedRecord               in core.record: line (from 1), move, clause, and `record`: what stands before it

Codes are stable: programs and translations go by them, the sentences may change.
"""

from typing import Any

from ewala.core.sentences import Sentence, as_sentence

__all__ = [
    "BadSetup",
    "EwalaError",
    "IllegalMove",
    "MatchOver",
    "NotYourTurn",
    "StaleMove",
    "UnreadableText",
]


class EwalaError(ValueError):
    """Base of all errors that input can cause."""

    def __init__(self, code: str, sentence: Sentence | str, **blanks: object) -> None:
        self.sentence = as_sentence(sentence, **blanks)
        super().__init__(str(self.sentence))
        self.code = code

    def __reduce__(self) -> tuple[Any, ...]:
        """As it is, from one process to another: an error that cannot be read there would leave a pool waiting."""
        return _as_it_was, (type(self), self.args, self.__dict__)


def _as_it_was(kind: type[EwalaError], args: tuple[object, ...], about: dict[str, object]) -> EwalaError:
    error = kind.__new__(kind, *args)
    error.__dict__.update(about)
    return error


class UnreadableText(EwalaError):
    """A text that does not follow its grammar: where it stops being readable, and what should stand there."""

    def __init__(self, field: str, column: int, expected: Sentence | str, found: str) -> None:
        wanted = as_sentence(expected)
        there = Sentence("{found!r}", found=found) if found else Sentence("nothing")
        sentence = Sentence("{field}, column {column}: expected {expected}, found {there}", field=field, column=column)
        sentence.blanks |= {"expected": wanted, "there": there}
        super().__init__("text/unreadable", sentence)
        self.field = field
        self.column = column
        self.expected = str(wanted)


class BadSetup(EwalaError):
    """Rules or a position that can be read but cannot stand."""

    def __init__(self, code: str, clause: str, sentence: Sentence | str, **blanks: object) -> None:
        why = as_sentence(sentence, **blanks)
        super().__init__(code, Sentence("{why} ({clause})", why=why, clause=clause) if clause else why)
        self.clause = clause


class IllegalMove(EwalaError):
    """A move that the rules forbid here, with the clause that does."""

    def __init__(self, code: str, clause: str, move: str, sentence: Sentence | str) -> None:
        why = as_sentence(sentence)
        super().__init__(code, Sentence("{move}: {why} ({clause})", move=move, why=why, clause=clause))
        self.clause = clause
        self.move = move


class NotYourTurn(EwalaError):
    """Somebody else has to act."""

    def __init__(self, sentence: Sentence | str, **blanks: object) -> None:
        super().__init__("move/not-your-turn", sentence, **blanks)


class StaleMove(EwalaError):
    """The move was meant for an earlier position."""

    def __init__(self, sentence: Sentence | str, **blanks: object) -> None:
        super().__init__("move/stale", sentence, **blanks)


class MatchOver(EwalaError):
    """The game has ended."""

    def __init__(self, sentence: Sentence | str, **blanks: object) -> None:
        super().__init__("match/over", sentence, **blanks)
