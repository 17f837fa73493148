"""A move as a value: what is handed around where somebody wants to know more of it than its text."""

from dataclasses import dataclass

__all__ = ["Move", "text_of"]


@dataclass(frozen=True, slots=True)
class Move:
    """A move by its code and its text; each game adds the parts that it names.

    Texts are read and written in a game's `notation.py` alone: whoever wants a part of a move asks for its value
    (`game.read_move(text)`, `state.legal_moves()`), and wherever a move's text is taken its value may be given.
    """

    code: int
    text: str

    def begins(self, start: str) -> bool:
        """Whether the text begins like this, numbers taken whole: 1 begins 1>3a, and not 11>3a."""
        after = self.text[len(start) : len(start) + 1]
        return self.text.startswith(start) and not (start[-1:].isdecimal() and after.isdecimal())

    def __str__(self) -> str:
        return self.text


def text_of(move: Move | str) -> str:
    """A move's text, from its value or as it is."""
    return move.text if isinstance(move, Move) else move
