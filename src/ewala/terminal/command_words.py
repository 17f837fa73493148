"""The words that a player can type in place of a move, in the reader's language; the English ones are always known."""

from collections.abc import Iterator

from ewala.core.sentences import Sentence
from ewala.kit.screen import Ink

# Command -> the word for it, and what it does.
COMMANDS = {
    "undo": (Sentence("undo"), Sentence("take back your last move of this turn")),
    "moves": (Sentence("moves"), Sentence("list the moves; with D behind it, those that begin with D")),
    "hint": (Sentence("hint"), Sentence("ask the coach; once more, and it tells you the rest of the turn")),
    "board": (Sentence("board"), Sentence("show the board again")),
    "why": (Sentence("why"), Sentence("with a move: whether it is legal, and if not, which rule forbids it")),
    "log": (Sentence("log"), Sentence("show the moves so far")),
    "save": (Sentence("save"), Sentence("say where the game is saved; it is, after every move")),
    "help": (Sentence("help"), Sentence("show this")),
    "quit": (Sentence("quit"), Sentence("leave the game; it can be resumed")),
}


def command_typed(word: str, ink: Ink) -> str | None:
    """The command that somebody calls by this word, in their language or in English."""
    typed = word.lower()
    if typed in COMMANDS:
        return typed
    return next((name for name, (said, _) in COMMANDS.items() if ink.said(said) == typed), None)


def help_lines(ink: Ink) -> Iterator[str]:
    wide = max(len(ink.said(word)) for word, _ in COMMANDS.values())
    for word, about in COMMANDS.values():
        yield f"{ink.said(word):<{wide}}  {ink.said(about)}"
