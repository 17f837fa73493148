"""Strict reading of one-line texts: fields, and a cursor that says where and why it cannot go on."""

from typing import NoReturn

from ewala.core.errors import UnreadableText
from ewala.core.sentences import Sentence, as_sentence

__all__ = ["Cursor", "split_fields"]

END_OF_FIELD = Sentence("the end of the field")


class Cursor:
    """Reads one field from left to right; every refusal names the field, the column and what was expected."""

    def __init__(self, text: str, field: str, column: int = 1) -> None:
        self.text = text
        self.field = field
        self.at = 0
        self._first = column

    @property
    def column(self) -> int:
        """Where the cursor stands, counted from 1 in the whole text."""
        return self._first + self.at

    @property
    def rest(self) -> str:
        return self.text[self.at :]

    @property
    def letter(self) -> str:
        """The next letter; nothing at the end."""
        return self.text[self.at : self.at + 1]

    def refuse(self, expected: Sentence | str) -> NoReturn:
        found = self.rest[:12] + ("…" if len(self.rest) > 12 else "")
        raise UnreadableText(self.field, self.column, expected, found)

    def skip(self, literal: str) -> bool:
        """Whether `literal` stands here; if so, go past it."""
        found = self.text.startswith(literal, self.at)
        if found:
            self.at += len(literal)
        return found

    def expect(self, literal: str, expected: Sentence | str = "") -> None:
        if not self.skip(literal):
            self.refuse(expected or Sentence("{literal!r}", literal=literal))

    def one_of(self, letters: str, expected: Sentence | str) -> str:
        letter = self.letter
        if not letter or letter not in letters:
            self.refuse(expected)
        self.at += 1
        return letter

    def run_of(self, order: str, expected: Sentence | str) -> str:
        """Letters of `order`, possibly none, possibly repeated, never going back in it."""
        start, least = self.at, 0
        while self.letter and self.letter in order:
            if order.index(self.letter) < least:
                self.refuse(Sentence("{expected}, in the order {order}", expected=as_sentence(expected), order=order))
            least = order.index(self.letter)
            self.at += 1
        return self.text[start : self.at]

    def number(self, expected: Sentence | str, low: int = 0, high: int = 999_999, signed: bool = False) -> int:
        """A number without sign (`signed`: a minus is allowed) or leading zero."""
        start = self.at
        negative = signed and self.skip("-")
        digits = ""
        while self.letter and self.letter in "0123456789":
            digits += self.letter
            self.at += 1
        readable = digits and (digits[0] != "0" or (digits == "0" and not negative)) and len(digits) <= 6
        value = int(digits) * (-1 if negative else 1) if readable else 0
        if not readable or not low <= value <= high:
            self.at = start
            self.refuse(expected)
        return value

    def end(self, expected: Sentence | str = END_OF_FIELD) -> None:
        if self.rest:
            self.refuse(expected)


def split_fields(text: str, names: tuple[str, ...]) -> list[Cursor]:
    """One cursor a field; fields are separated by one space."""
    cursors, column = [], 1
    for name, part in zip(names, text.split(" "), strict=False):
        if not part:
            raise UnreadableText(
                name,
                column,
                Sentence("the field {name} (fields are separated by one space)", name=name),
                text[column - 1 :],
            )
        cursors.append(Cursor(part, name, column))
        column += len(part) + 1
    if len(cursors) < len(names):
        raise UnreadableText(
            names[len(cursors)],
            len(text) + 1,
            Sentence("{count} fields: {names}", count=len(names), names=" ".join(names)),
            "",
        )
    if column <= len(text) or text.endswith(" "):
        raise UnreadableText(names[-1], column - 1, "the end of the text", text[column - 2 :])
    return cursors
