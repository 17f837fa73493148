"""Every move of Kingdom Run is spelled as the notation says (KR-10), and taken apart into what it was made of."""

from itertools import combinations_with_replacement
from typing import NamedTuple

from ewala.core.spelling import LONGEST, spelled
from ewala.games.kingdom_run.rules import codes, spelling

CLANS = "KSFG"
FACES = "DCBVLX"
SPACES = 32  # as many as a code has room for
NOTHING = -1


class Spelled(NamedTuple):
    text: str
    kind: int
    handful: int = NOTHING
    clan: int = NOTHING
    space: int = NOTHING


def handfuls() -> list[str]:
    """Up to four faces, the fewest first; no face is the first."""
    return ["".join(faces) for size in range(5) for faces in combinations_with_replacement(FACES, size)]


def every_move() -> dict[int, Spelled]:
    moves = {}
    for number, faces in enumerate(handfuls()):
        if faces:
            moves[codes.ROLLED + number] = Spelled(f"!{faces}", codes.ROLLED, number)
        moves[codes.REROLLED + number] = Spelled(f"r:{faces or '-'}", codes.REROLLED, number)
    moves[codes.STOPPED] = Spelled(".", codes.STOPPED)
    moves[codes.ENDED] = Spelled("end", codes.ENDED)
    for clan, letter in enumerate(CLANS):
        moves[codes.TAKEN + clan] = Spelled(f"+{letter}", codes.TAKEN, clan=clan)
        moves[codes.STOLEN + clan] = Spelled(f"V:{letter}", codes.STOLEN, clan=clan)
        for space in range(SPACES):
            for kind, action in [
                (codes.DISBANDED, f"D{space + 1}{letter}"),
                (codes.CAUGHT_UP, f"C{space + 1}{letter}"),
                (codes.BATHED, f"B{space + 1}{letter}"),
                (codes.LULLED, f"L{space + 1}{letter}"),
                (codes.AWAKENED, f"L{space + 1}{letter.lower()}"),
            ]:
                moves[kind + SPACES * clan + space] = Spelled(action, kind, clan=clan, space=space)
    return moves


def spelled_by_the_kernel(code: int) -> Spelled:
    out = [0] * LONGEST
    text = spelled(out, spelling.spell(code, out))
    return Spelled(
        text, spelling.kind_of(code), spelling.handful_of(code), spelling.clan_of(code), spelling.space_of(code)
    )


def test_kr_10_every_move_is_spelled_and_taken_apart() -> None:
    for code, move in every_move().items():
        assert spelled_by_the_kernel(code) == move


def test_kr_10_a_code_that_no_move_has_is_spelled_as_nothing() -> None:
    moves = every_move()
    for code in range(-1, codes.CODES + 1):
        if code not in moves:
            assert spelled_by_the_kernel(code) == Spelled("", NOTHING)


def test_kr_10_moves_are_put_together_from_their_parts() -> None:
    for code, move in every_move().items():
        if move.space != NOTHING:
            assert spelling.runner_move(move.kind, move.clan, move.space) == code
    assert [spelling.theft_from(clan) for clan in range(4)] == [codes.STOLEN + clan for clan in range(4)]
