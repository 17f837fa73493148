"""`legal` and `why_not` cannot disagree: over every code, in thousands of random positions of every game."""

from functools import cache
from typing import Any

from ewala.core.engine import Compiled
from ewala.core.game import Game
from ewala.core.rng import draw, seeded

GAMES_PLAYED = {"interpreted": 3, "compiled": 80}
LOOKED_AT = {"interpreted": 11, "compiled": 1}  # every so many positions

FINE, DISAGREE, OUT_OF_ORDER, TOO_MANY = -9, -3, -4, -5


def searcher(kernel: Any, draw: Any) -> Any:
    """A function over a kernel's names: plays games and stops in the first position in which something is wrong."""
    legal, why_not, apply, setup, is_over = kernel.legal, kernel.why_not, kernel.apply, kernel.setup, kernel.is_over

    def search(s: Any, r: Any, out: Any, rng: Any, codes: int, most: int, every: int, counts: Any) -> int:
        """The code about which the two disagree, or what else is wrong; FINE when the game is over."""
        setup(s, r)
        while True:
            n = legal(s, r, out)
            counts[0] += 1
            if counts[0] % every == 0 or n == 0:
                counts[1] += 1
                if n > most:
                    return TOO_MANY
                at = 0
                for code in range(-2, codes + 3):
                    listed = at < n and out[at] == code
                    if listed:
                        at += 1
                    if listed != (why_not(s, r, code) == 0):
                        return code
                if at != n:
                    return OUT_OF_ORDER
            if is_over(s):
                return FINE if n == 0 else DISAGREE
            apply(s, r, out[draw(rng, n)])

    return search


@cache
def compiled_search(kernel: str) -> Any:
    import numba

    from ewala.core.compiled import twin

    return numba.njit(searcher(twin(kernel), twin("ewala.core.rng").draw))


def test_legal_lists_each_move_once_in_order_and_agrees_with_why_not(game: Game) -> None:
    engine: Any = game.engine
    search = compiled_search(game.kernel) if isinstance(engine, Compiled) else searcher(engine._kernel, draw)
    codes = engine._kernel
    out, rng, counts = engine._numbers(4 * codes.MOST_MOVES), engine._numbers(1), engine._numbers(2)
    rng[0] = seeded(1)
    for number in range(GAMES_PLAYED[game.backend]):
        holder = engine._load(b"")
        wrong = search(
            engine._record(holder),
            engine._rules,
            out,
            rng,
            codes.CODES,
            codes.MOST_MOVES,
            LOOKED_AT[game.backend],
            counts,
        )
        position = game.write_position(engine._save(holder))
        assert wrong == FINE, f"game {number}: {wrong} in {position}"
    assert counts[1] > GAMES_PLAYED[game.backend]


def test_every_code_of_a_move_is_its_text_and_no_other(plain_game: Game) -> None:
    kernel: Any = plain_game.engine
    texts: dict[str, int] = {}
    for code in range(kernel._kernel.CODES):
        try:
            text = plain_game.move_text(code)
        except KeyError:
            continue
        assert text not in texts, f"{text} is {texts[text]} and {code}"
        texts[text] = code
        if not text.startswith("?"):
            assert plain_game.move_code(text) == code
    assert texts
