"""The registered games as contestants: compiled, and as plain Python."""

from ewala.core.engine import Compiled, Rng
from ewala.core.errors import BadSetup
from ewala.games.registry import GAMES, load
from ewala.lab.bench.measure import Contestant, Played

COMPILED, INTERPRETED = "compiled", "interpreted"

# Beside every game at its defaults, compiled: two players, as the peers have.
_VARIANTS: dict[str, list[dict[str, object]]] = {"kingdom-run": [{"players": "KS"}]}


def our_contestants(seed: int) -> list[Contestant]:
    """Every registered game compiled, then every one interpreted."""
    compiled = [
        _contestant(name, options, COMPILED, seed) for name in GAMES for options in [{}, *_VARIANTS.get(name, [])]
    ]
    return compiled + [_contestant(name, {}, INTERPRETED, seed) for name in GAMES]


def _contestant(name: str, options: dict[str, object], way: str, seed: int) -> Contestant:
    game = load(name, backend=way, **options)
    engine = game.fast_engine
    if way == COMPILED and not isinstance(engine, Compiled):
        raise BadSetup("bench/not-compiled", "", "compilation is switched off; unset NUMBA_DISABLE_JIT to measure it")
    rng = Rng(seed)

    def play(games: int) -> Played:
        return Played(games, engine.play_out_many(games, rng))

    return Contestant(f"{game.title}, {len(game.seats)} players", way, True, play)
