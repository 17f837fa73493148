"""Kingdom Run's positions spelled (KR-10) where there are no texts but bytes: in a browser.

In Python `notation.write_position` writes them, from pieces that it keeps; the tests hold each against the other.
"""

from ewala.core.kernels import Constants, kernel
from ewala.core.spelling import put, put_number, put_word
from ewala.games.kingdom_run.rules.dice import LETTERS
from ewala.games.kingdom_run.rules.nibbles import count
from ewala.games.kingdom_run.rules.payment import dice_to_roll
from ewala.games.kingdom_run.rules.spelling import CLAN_LETTERS, spell_dice
from ewala.games.kingdom_run.rules.state import ACT, AGAIN, CLANS, COPY, KEEP, OVER, ROLL, Rules, State

__all__ = ["spell_position"]

_CLAN = Constants(map(ord, CLAN_LETTERS))
_ACTION = Constants(map(ord, LETTERS[:COPY]))
_ROLL, _KEEP, _AGAIN = (Constants(map(ord, word)) for word in ("roll", "keep:", "again:"))
_ACT, _SOW, _OVER = (Constants(map(ord, word)) for word in ("act:", "sow:", "over"))
_SMALL = ord("a") - ord("A")  # asleep, or copied
_NONE, _BLANK, _SLASH, _COMMA, _COLON, _TO = map(ord, "- /,:>")


@kernel
def spell_position(s: State, r: Rules, out: list[int]) -> int:
    """Write a position's text; returns how many bytes it has."""
    at = 0
    for space in range(r.spaces):
        if space:
            at = put(out, at, _SLASH)
        at = spell_counts(s.ground[space], s.ground[space] >> 4 * CLANS, _CLAN, out, at)
    at = put(out, at, _BLANK)
    if s.arrived == 0:
        at = put(out, at, _NONE)
    for place in range(s.arrived):
        at = put(out, at, _CLAN[s.podium[place]])
    for seat in range(r.players):
        at = put(out, at, _COMMA if seat else _BLANK)
        at = put_number(out, at, s.tokens[seat])
    at = put(out, at, _BLANK)
    for seat in range(r.players):
        at = put(out, at, _CLAN[r.clan[seat]])
    at = put(out, at, _BLANK)
    at = put(out, at, _CLAN[r.clan[s.seat]])
    return spell_phase(s, out, put(out, at, _BLANK))


@kernel
def spell_counts(large: int, small: int, letters: Constants, out: list[int], at: int) -> int:
    """Write each letter as often as it is counted, large ones before small ones; returns the place after them."""
    before = at
    for kind in range(len(letters)):
        for _ in range(count(large, kind)):
            at = put(out, at, letters[kind])
        for _ in range(count(small, kind)):
            at = put(out, at, letters[kind] + _SMALL)
    return at if at > before else put(out, at, _NONE)


@kernel
def spell_phase(s: State, out: list[int], at: int) -> int:
    """Write what is to be done, with dice and actions so far; returns the place after it."""
    if s.phase == ROLL:
        return put_word(out, at, _ROLL)
    if s.phase == OVER:
        return put_word(out, at, _OVER)
    if s.phase == KEEP:
        return spell_faces(s, out, put_word(out, at, _KEEP))
    if s.phase == AGAIN:
        at = put(out, spell_faces(s, out, put_word(out, at, _AGAIN)), _COLON)
        return put_number(out, at, dice_to_roll(s))
    at = put_word(out, at, _ACT) if s.phase == ACT else put_word(out, at, _SOW)
    at = put(out, spell_faces(s, out, at), _COLON)
    at = spell_counts(s.own, s.copied, _ACTION, out, at)
    if s.phase == ACT:
        return at
    at = put_number(out, put(out, at, _COLON), s.origin + 1)
    return put_number(out, put(out, at, _TO), s.sown + 1)


@kernel
def spell_faces(s: State, out: list[int], at: int) -> int:
    """Write the dice on the table; returns the place after them."""
    after = spell_dice(s.dice, out, at)
    return after if after > at else put(out, at, _NONE)
