"""The games of a simulation on an NVIDIA card: one game a thread, the same games as on a processor."""

import importlib
import importlib.util
from collections.abc import Sequence
from types import ModuleType
from typing import Any

import numpy as np

from ewala.core.compiled import bound_twin, twin
from ewala.core.errors import BadSetup
from ewala.core.extras import how_to_install
from ewala.core.game import Game
from ewala.core.graphics import GRAPHICS
from ewala.core.sentences import Sentence
from ewala.lab.simulation.players import COMPILED_POLICIES, ROWS, Player, tally_name

_THREADS = 128  # of a block
_BLOCKS_EACH = 16  # of a multiprocessor: as many threads as it can hold
# Sums need few registers: with 64 a multiprocessor holds 1,024 threads, and waits for memory less than it would gain
# from more registers (docs/speed.md).
_REGISTERS = 64
_LAUNCH = "ewala.lab.simulation.launch"


def need_card() -> Any:
    """`numba.cuda`, or one clear error where there is none or no card."""
    if importlib.util.find_spec("numba_cuda") is None:
        command = how_to_install("cuda")
        raise BadSetup("simulate/cuda", "", Sentence("a graphics card needs numba-cuda: {command}", command=command))
    cuda: Any = importlib.import_module("numba.cuda")
    if not cuda.is_available():
        raise BadSetup("simulate/cuda", "", Sentence("no NVIDIA card is found; the backend 'cpu' needs none"))
    return cuda


class GraphicsPlayer(Player):
    """Rows come back from the card a piece at a time; `totals` are added up on it."""

    piece = 1 << 18

    def __init__(self, game: Game, policies: Sequence[str], seed: int, start: bytes | None = None) -> None:
        self._cuda = need_card()
        for policy in policies:
            if policy not in COMPILED_POLICIES:
                known = ", ".join(COMPILED_POLICIES)
                sentence = Sentence("on a card the policies are {known}, not {policy!r}", known=known, policy=policy)
                raise BadSetup("simulate/policies", "", sentence)
        super().__init__(game, policies, seed, start)
        launch = _launch(game)
        self._rows = self._cuda.jit(launch.rows)
        self._totals = self._cuda.jit(max_registers=_REGISTERS)(launch.totals)
        self._rules = self._cuda.to_device(np.frombuffer(game.rules.pack(), type(game.rules).dtype()))
        self._start = self._cuda.to_device(np.frombuffer(self.start, twin(game.kernel, GRAPHICS).State.dtype()))
        self._empty = self._cuda.to_device(np.zeros(1, self.dtype))
        self._policies = self._cuda.to_device(np.array([COMPILED_POLICIES[policy] for policy in policies], np.int64))

    def play(self, first: int, games: int) -> "np.ndarray[Any, Any]":
        rows = self._cuda.device_array(games, self.dtype)
        blocks = -(-games // _THREADS)
        self._rows[blocks, _THREADS](rows, self._empty, self._start, self._rules, self._policies, self.key, first)
        played: np.ndarray[Any, Any] = rows.copy_to_host()
        return played

    def totals(self, first: int, games: int) -> "Totals":
        """Play as `uniform` does and bring nothing back but sums."""
        sums = self._cuda.to_device(np.zeros(1 + 2 * len(self.policies), np.int64))
        card = self._cuda.get_current_device()
        blocks = min(-(-games // _THREADS), card.MULTIPROCESSOR_COUNT * _BLOCKS_EACH)
        self._totals[blocks, _THREADS](sums, self._start, self._rules, self.key, first, games)
        found = [int(value) for value in sums.copy_to_host()]
        seats = len(self.policies)
        return Totals(games, found[0], found[1 : 1 + seats], found[1 + seats :])


class Totals:
    """Sums over many games: moves, and each seat's scores and wins."""

    def __init__(self, games: int, moves: int, scores: list[int], wins: list[int]) -> None:
        self.games, self.moves, self.scores, self.wins = games, moves, scores, wins


def _launch(game: Game) -> ModuleType:
    """`launch.py` bound to a game; a card's functions cannot be kept on disk, so each process compiles them."""
    names = vars(twin(game.kernel, GRAPHICS)) | vars(bound_twin(ROWS, game.kernel, tally_name(game), target=GRAPHICS))
    spec = importlib.util.find_spec(_LAUNCH)
    assert spec is not None
    assert spec.loader is not None
    made = importlib.util.module_from_spec(spec)
    made.__dict__.update({name: value for name, value in names.items() if not name.startswith("__")})
    made.__dict__.update(STATE=_type_of(names["State"].dtype()), OUT=2 * len(game.seats))
    spec.loader.exec_module(made)
    return made


def _type_of(dtype: Any) -> Any:
    import numba

    return numba.from_dtype(dtype)
