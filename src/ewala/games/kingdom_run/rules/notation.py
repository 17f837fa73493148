"""Texts of Kingdom Run: positions and moves, written and strictly read (KR-10)."""

from dataclasses import dataclass
from functools import cache
from typing import Literal

from ewala.core.move import Move
from ewala.core.sentences import Sentence, as_sentence
from ewala.core.spelling import all_texts
from ewala.core.text import Cursor, split_fields
from ewala.games.kingdom_run.rules import codes, dice, payment, spelling
from ewala.games.kingdom_run.rules import state as st
from ewala.games.kingdom_run.rules.nibbles import count
from ewala.games.kingdom_run.rules.state import Rules, State

CLANS = spelling.CLAN_LETTERS
RUNNERS = "KkSsFfGg"  # as a space lists them
ACTIONS = "DCBVL"
TALLY = "DdCcBbVvLl"
PHASES = {"roll": st.ROLL, "keep": st.KEEP, "again": st.AGAIN, "act": st.ACT, "sow": st.SOW, "over": st.OVER}
FIELDS = ("SPACES", "PODIUM", "TOKENS", "PLAYERS", "SEAT", "PHASE")
SOME_FACES = Sentence("one to four faces of D C B V L X")


# --- Moves -------------------------------------------------------------------------------------------------


Action = Literal["roll", "reroll", "take", "stop", "end", "steal", "disband", "catch-up", "bathe", "lull", "awaken"]
_ACTIONS: dict[int, Action] = {
    codes.ROLLED: "roll",
    codes.REROLLED: "reroll",
    codes.TAKEN: "take",
    codes.STOPPED: "stop",
    codes.ENDED: "end",
    codes.STOLEN: "steal",
    codes.DISBANDED: "disband",
    codes.CAUGHT_UP: "catch-up",
    codes.BATHED: "bathe",
    codes.LULLED: "lull",
    codes.AWAKENED: "awaken",
}


@dataclass(frozen=True, slots=True)
class RaceMove(Move):
    """A move of Kingdom Run, with its parts."""

    action: Action
    clan: str = ""  # of the runner, or of the player who is robbed
    space: int = 0  # where the runner stands, from 1
    faces: str = ""  # of the dice rolled, or to roll again


_TEXTS = all_texts(codes.CODES, spelling.spell)
_CODES = {text: code for code, text in _TEXTS.items()}


@cache
def move_of(code: int) -> RaceMove:
    """A move as a value."""
    clan, handful = spelling.clan_of(code), spelling.handful_of(code)
    return RaceMove(
        code,
        _TEXTS[code],
        _ACTIONS[spelling.kind_of(code)],
        CLANS[clan] if clan >= 0 else "",
        spelling.space_of(code) + 1,
        dice.HANDFULS[handful] if handful >= 0 else "",
    )


def read_move(text: str) -> RaceMove:
    """A move as a value, from its text; raises UnreadableText."""
    return move_of(move_code(text))


def move_text(code: int) -> str:
    return _TEXTS[code]


def move_code(text: str) -> int:
    """The code of a move's text; raises UnreadableText."""
    code = _CODES.get(text)
    if code is None:
        _refuse_move(Cursor(text, "MOVE"))
        raise AssertionError(f"readable but unknown: {text!r}")  # pragma: no cover
    return code


def _refuse_move(cursor: Cursor) -> None:
    """Go through a text that is no move, as far as it makes sense."""
    if cursor.skip("!") or cursor.skip("r:"):
        rolled = cursor.text[0] == "!"
        if rolled or not cursor.skip("-"):
            faces = cursor.run_of(dice.LETTERS, SOME_FACES)
            if not 1 <= len(faces) <= st.DICE:
                cursor.at -= len(faces)
                cursor.refuse(SOME_FACES if rolled else "one to four faces of D C B V L X, or '-'")
    elif cursor.skip("V:") or cursor.skip("+"):
        cursor.one_of(CLANS, "a clan: K, S, F or G")
    elif cursor.rest[:1] in tuple("DCBL"):
        action = cursor.one_of("DCBL", "")
        cursor.number(Sentence("a space from 1 to {spaces}", spaces=st.SPACES), 1, st.SPACES)
        if action == "L":
            cursor.one_of(RUNNERS, "a runner: K S F G awake, k s f g asleep")
        else:
            cursor.one_of(CLANS, "a clan: K, S, F or G")
    elif not (cursor.skip(".") or cursor.skip("end")):
        cursor.refuse("a move: !FACES, r:FACES, D, C, B or L with space and clan, +CLAN, V:CLAN, '.' or 'end'")
    cursor.end("the end of the move")


# --- Positions ---------------------------------------------------------------------------------------------


def write_position(s: State, r: Rules) -> str:
    return f"{write_board(s, r)} {write_turn(s, r)}"


def write_board(s: State, r: Rules) -> str:
    """What does not change while dice are rolled and chosen."""
    spaces = "/".join(map(_write_space, s.ground[: r.spaces]))
    podium = "".join([CLANS[clan] for clan in s.podium[: s.arrived]]) or "-"
    tokens = ",".join(map(str, s.tokens[: r.players]))
    return f"{spaces} {podium} {tokens} {_write_players(*r.clan[: r.players])}"


def write_turn(s: State, r: Rules) -> str:
    return f"{CLANS[r.clan[s.seat]]} {_write_phase(s)}"


@cache
def _write_players(*clans: int) -> str:
    return "".join(CLANS[clan] for clan in clans)


@cache
def _write_space(ground: int) -> str:
    runners = ""
    for clan, letter in enumerate(CLANS):
        runners += letter * count(ground, clan)
        runners += letter.lower() * count(ground, clan + st.CLANS)
    return runners or "-"


def _write_phase(s: State) -> str:
    faces = dice.HANDFULS[s.dice] or "-"
    if s.phase == st.ROLL:
        return "roll"
    if s.phase == st.KEEP:
        return f"keep:{faces}"
    if s.phase == st.AGAIN:
        return f"again:{faces}:{payment.dice_to_roll(s)}"
    if s.phase == st.OVER:
        return "over"
    done = _write_done(s.own, s.copied)
    if s.phase == st.ACT:
        return f"act:{faces}:{done}"
    return f"sow:{faces}:{done}:{s.origin + 1}>{s.sown + 1}"


@cache
def _write_done(own: int, copied: int) -> str:
    done = ""
    for action, letter in enumerate(ACTIONS):
        done += letter * count(own, action) + letter.lower() * count(copied, action)
    return done or "-"


@dataclass
class Reading:
    """What a position's text says, before anybody asks whether it could stand."""

    spaces: list[str]
    podium: str
    tokens: list[int]
    players: str
    seat: str
    phase: int
    faces: str = ""
    again: int = 0  # dice about to be rolled again
    done: str = ""
    origin: int = 0  # spaces as written, from 1
    sown: int = 0


def read_position(text: str) -> Reading:
    """Read a position's text strictly; raises UnreadableText."""
    spaces, podium, tokens, players, seat, phase = split_fields(text, FIELDS)
    reading = Reading(
        spaces=_read_spaces(spaces),
        podium="" if podium.skip("-") else _read_clans(podium),
        tokens=_read_tokens(tokens),
        players=_read_clans(players),
        seat=seat.one_of(CLANS, "the clan whose turn it is: K, S, F or G"),
        phase=_read_phase_name(phase),
    )
    podium.end()
    seat.end("one clan")
    _read_phase(phase, reading)
    phase.end("the end of the text")
    return reading


def _read_spaces(cursor: Cursor) -> list[str]:
    spaces = []
    while True:
        runners = "" if cursor.skip("-") else cursor.run_of(RUNNERS, "runners")
        if not runners and cursor.text[cursor.at - 1 : cursor.at] != "-":
            cursor.refuse("runners such as KsFG, or '-' for an empty space")
        spaces.append(runners)
        if not cursor.skip("/"):
            cursor.end(Sentence("'/' and the next space, or runners in the order {order}", order=RUNNERS))
            return spaces


def _read_clans(cursor: Cursor) -> str:
    clans = ""
    while cursor.rest:
        clans += cursor.one_of(CLANS, "a clan: K, S, F or G")
    return clans


def _read_tokens(cursor: Cursor) -> list[int]:
    tokens = [cursor.number("a number of tokens")]
    while cursor.skip(","):
        tokens.append(cursor.number("a number of tokens"))
    cursor.end("',' and the next player's tokens, or the end of the field")
    return tokens


def _read_phase_name(cursor: Cursor) -> int:
    for name, phase in PHASES.items():
        if cursor.skip(name):
            return phase
    cursor.refuse("roll, keep:FACES, again:FACES:n, act:FACES:DONE, sow:FACES:DONE:o>r or over")


def _read_phase(cursor: Cursor, reading: Reading) -> None:
    """What follows the phase's name."""
    if reading.phase in (st.ROLL, st.OVER):
        return
    cursor.expect(":")
    reading.faces = _read_run(cursor, dice.LETTERS, "faces of the dice")
    if reading.phase == st.AGAIN:
        cursor.expect(":", "':' and how many dice are rolled again")
        reading.again = cursor.number("how many dice are rolled again: 1 to 4", 1, st.DICE)
    elif reading.phase in (st.ACT, st.SOW):
        cursor.expect(":", "':' and what has been paid")
        reading.done = _read_run(cursor, TALLY, "what has been paid")
    if reading.phase == st.SOW:
        cursor.expect(":", "':' and the disbanding such as 4>5")
        reading.origin = cursor.number("the space being disbanded", 1)
        cursor.expect(">", "'>' and where the last runner was put")
        reading.sown = cursor.number("where the last runner was put", 1)


def _read_run(cursor: Cursor, order: str, expected: str) -> str:
    if cursor.skip("-"):
        return ""
    return cursor.run_of(order, expected) or cursor.refuse(
        Sentence("{expected} in the order {order}, or '-'", expected=as_sentence(expected), order=order)
    )
