"""Texts of the race: positions and moves, written and strictly read (RP-5)."""

from ewala.core.sentences import Sentence
from ewala.core.text import Cursor, split_fields
from pebbles.rules import codes
from pebbles.rules.state import FACES, GUESS, HANDS, HIDE, LEFT, OVER, ROLL, State

__all__ = ["Reading", "move_code", "move_text", "read_position", "seen_code", "write_position"]

HAND_LETTERS = "LR"
FIELDS = ("LENGTH", "LEGS", "PLAYERS", "STEPS", "TURN")
LEGS = ("plain", "long")
UNKNOWN = "?"

_CODES = {f"!{n + 1}": codes.ROLLED + n for n in range(FACES)}
_CODES |= {f"hide:{HAND_LETTERS[n]}": codes.HID + n for n in range(HANDS)}
_CODES |= {f"guess:{HAND_LETTERS[n]}": codes.GUESSED + n for n in range(HANDS)}
_TEXTS = {code: text for text, code in _CODES.items()} | {codes.HIDDEN: "?hide"}  # the last is seen, never played


def move_text(code: int) -> str:
    return _TEXTS[code]


def move_code(text: str) -> int:
    """The code of a move's text; raises UnreadableText."""
    if text not in _CODES:
        Cursor(text, "MOVE").refuse(Sentence("a move: {moves}", moves=", ".join(_CODES)))
    return _CODES[text]


def seen_code(text: str) -> int:
    """The same, also of a move as one sees it who may not know all of it."""
    return codes.HIDDEN if text == _TEXTS[codes.HIDDEN] else move_code(text)


def write_position(s: State, length: str, long_legs: bool, players: str) -> str:
    steps = ",".join(map(str, s.steps[: len(players)]))
    return f"{length} {LEGS[long_legs]} {players} {steps} {_write_turn(s, players)}"


def _write_turn(s: State, players: str) -> str:
    letters = f"-{HAND_LETTERS}{UNKNOWN}"
    turn = {
        HIDE: "{who}:hide",
        GUESS: "{who}:guess:{hand}",
        ROLL: "{who}:roll:{hand}:{guess}",
        OVER: "over",
    }[s.phase]
    return turn.format(who=players[s.hider], hand=letters[s.hand], guess=letters[s.guess])


class Reading:
    """What a position's text says, before anybody asks whether it could stand."""

    def __init__(self, text: str) -> None:
        length, legs, players, steps, turn = split_fields(text, FIELDS)
        self.length = _one_of(length, ("8", "12", "20"))
        self.long_legs = _one_of(legs, LEGS) == "long"
        self.players = _one_of(players, ("ABC", "AB", "AC", "BC"))
        self.steps = [steps.number("steps")]
        while len(self.steps) < len(self.players):
            steps.expect(",", "',' and the steps of the next pebble")
            self.steps.append(steps.number("steps"))
        steps.end()
        self.phase, self.hider, self.hand, self.guess = OVER, 0, 0, 0
        if not turn.skip("over"):
            self._read_turn(turn)
        turn.end("the end of the text")

    def _read_turn(self, turn: Cursor) -> None:
        who = Sentence("who has the nut, one of {players}, or 'over'", players=self.players)
        self.hider = self.players.index(turn.one_of(self.players, who))
        turn.expect(":")
        if turn.skip("hide"):
            self.phase = HIDE
            return
        self.phase = ROLL if turn.skip("roll:") else GUESS
        if self.phase == GUESS:
            turn.expect("guess:", "hide, guess:HAND or roll:HAND:GUESS")
        self.hand = LEFT + HAND_LETTERS.index(turn.one_of(HAND_LETTERS, "a hand: L or R"))
        if self.phase == ROLL:
            turn.expect(":")
            self.guess = LEFT + HAND_LETTERS.index(turn.one_of(HAND_LETTERS, "a hand: L or R"))


def read_position(text: str) -> Reading:
    """Read a position's text strictly; raises UnreadableText."""
    return Reading(text)


def _one_of(cursor: Cursor, words: tuple[str, ...]) -> str:
    if cursor.rest not in words:
        cursor.refuse(Sentence("one of {words}", words=", ".join(words)))
    return cursor.rest
