"""Kingdom Run's moves taken apart and spelled (KR-10): codes, parts and bytes, in whole numbers alone.

Outside the kernel it is the one place that knows how a move's code is made up of its parts, and its text of letters.
A text is read by looking it up among all that are spelled here, so reading and writing cannot disagree.
"""

from ewala.core.kernels import Constants, kernel
from ewala.core.spelling import put_number
from ewala.games.kingdom_run.rules.codes import (
    AWAKENED,
    DISBANDED,
    ENDED,
    REROLLED,
    ROLLED,
    STOLEN,
    STOPPED,
    TAKEN,
)
from ewala.games.kingdom_run.rules.dice import DIE, FIRST_OF_SIZE, LETTERS, SIZE
from ewala.games.kingdom_run.rules.state import CLANS, DICE, SPACES

__all__ = [
    "CLAN_LETTERS",
    "NOTHING",
    "clan_of",
    "handful_of",
    "kind_of",
    "runner_move",
    "space_of",
    "spell",
    "theft_from",
]

CLAN_LETTERS = "KSFG"  # KR-1.1
NOTHING = -1  # a part that the move does not have
HANDFULS = FIRST_OF_SIZE[DICE + 1]
KIND = SPACES * CLANS  # codes of a kind of action with a runner

_FACE = Constants(map(ord, LETTERS))
_CLAN = Constants(map(ord, CLAN_LETTERS))
_ACTION = Constants(map(ord, "DCBLL"))  # of the kinds from DISBANDED on
_ROLLS, _REROLLS, _NONE = ord("!"), ord("r"), ord("-")
_TAKES, _STEALS, _STOPS, _COLON = ord("+"), ord("V"), ord("."), ord(":")
_END = Constants(map(ord, "end"))
_SMALL = ord("a") - ord("A")


@kernel
def kind_of(code: int) -> int:
    """Where the codes of its kind begin; NOTHING for a code that no move has."""
    if code < REROLLED:
        return ROLLED if 0 < code - ROLLED < HANDFULS else NOTHING
    if code < TAKEN:
        return REROLLED if code - REROLLED < HANDFULS else NOTHING
    if code < STOPPED:
        return TAKEN
    if code <= ENDED:
        return code
    if code < DISBANDED:
        return STOLEN if 0 <= code - STOLEN < CLANS else NOTHING
    return code - (code - DISBANDED) % KIND if code < AWAKENED + KIND else NOTHING


@kernel
def handful_of(code: int) -> int:
    """The dice rolled, or to roll again."""
    kind = kind_of(code)
    return code - kind if kind in (ROLLED, REROLLED) else NOTHING


@kernel
def clan_of(code: int) -> int:
    """The clan of its runner, or of the player who is robbed."""
    kind = kind_of(code)
    if kind in (TAKEN, STOLEN):
        return code - kind
    return (code - kind) // SPACES if kind >= DISBANDED else NOTHING


@kernel
def space_of(code: int) -> int:
    """The space of its runner, from 0."""
    kind = kind_of(code)
    return (code - kind) % SPACES if kind >= DISBANDED else NOTHING


@kernel
def runner_move(kind: int, clan: int, space: int) -> int:
    """The code of a move of a kind with a runner, which `kind_of`, `clan_of` and `space_of` take apart again."""
    return kind + SPACES * clan + space


@kernel
def theft_from(clan: int) -> int:
    """The code of the move that robs the clan's player."""
    return STOLEN + clan


@kernel
def spell(code: int, out: list[int]) -> int:
    """Write a move's text; returns how many bytes it has, 0 for a code that no move has."""
    kind = kind_of(code)
    if kind == ROLLED:
        out[0] = _ROLLS
        return spell_dice(code - ROLLED, out, 1)
    if kind == REROLLED:
        out[0], out[1], out[2] = _REROLLS, _COLON, _NONE
        return spell_dice(code - REROLLED, out, 2) if code > REROLLED else 3
    if kind == TAKEN:
        out[0], out[1] = _TAKES, _CLAN[code - TAKEN]
        return 2
    if kind == STOPPED:
        out[0] = _STOPS
        return 1
    if kind == ENDED:
        out[0], out[1], out[2] = _END[0], _END[1], _END[2]
        return 3
    if kind == STOLEN:
        out[0], out[1], out[2] = _STEALS, _COLON, _CLAN[code - STOLEN]
        return 3
    if kind == NOTHING:
        return 0
    out[0] = _ACTION[(kind - DISBANDED) // KIND]
    at = put_number(out, 1, space_of(code) + 1)
    out[at] = _CLAN[clan_of(code)] + (_SMALL if kind == AWAKENED else 0)
    return at + 1


@kernel
def spell_dice(handful: int, out: list[int], at: int) -> int:
    """Write the faces of a handful; returns the place after them."""
    for die in range(SIZE[handful]):
        out[at] = _FACE[DIE[DICE * handful + die]]
        at += 1
    return at
