"""What a board is worth is the same on a graphics card as on a processor: the same kernels, compiled for both."""

import importlib
from typing import Any

import numpy as np
from graphics_card import needs_card

from ewala.core.compiled import twin
from ewala.core.graphics import GRAPHICS
from ewala.core.machines import COMPILED
from ewala.games.kingdom_run.bots import judge
from ewala.games.kingdom_run.bots.search import TurnSearch
from ewala.games.kingdom_run.bots.values import Values, shipped_values
from ewala.games.kingdom_run.bots.workspace import Workspace
from ewala.games.kingdom_run.rules.game import KingdomRun
from ewala.games.kingdom_run.rules.state import OVER, State

BOARDS = 200
SAME = 1e-5  # of a chance: a card rounds a product and a sum once, a processor each


def boards_of(game: KingdomRun) -> list[bytes]:
    """Where moves of a fixed choice lead: every tenth position."""
    found: list[bytes] = []
    data, step = game.engine.start(), 0
    while len(found) < BOARDS:
        moves = game.engine.legal(data)
        data = game.engine.apply(data, moves[step * 7 % len(moves)])
        step += 1
        if step % 10 == 0:
            found.append(data)
        if State.unpack(data).phase == OVER:
            data = game.engine.start()
    return found


def on_the_card(game: KingdomRun, values: Values, boards: list[bytes]) -> Any:
    cuda: Any = importlib.import_module("numba.cuda")
    judge_board = twin(judge.__name__, GRAPHICS).judge_board

    def judge_all(work: Any, rules: Any, values: Any, chances: Any) -> None:
        for board in range(len(chances)):
            judge_board(work, rules[0], values, board)
            for seat in range(rules[0].players):
                chances[board, seat] = work.shares[seat]

    here = COMPILED.blank(Workspace, boards=len(boards), keys=2)
    for at, board in enumerate(boards):
        COMPILED.put(here.boards, at, board)
    work = Workspace(*map(cuda.to_device, here))
    read = Values(*(part if isinstance(part, int) else cuda.to_device(part) for part in COMPILED.held(values)))
    rules = cuda.to_device(np.frombuffer(game.rules.pack(), type(game.rules).dtype()))
    chances = cuda.to_device(np.zeros((len(boards), len(game.seats))))
    cuda.jit(judge_all)[1, 1](work, rules, read, chances)
    return chances.copy_to_host()


@needs_card
def test_boards_are_worth_the_same_on_a_card() -> None:
    for players in ("KS", "KSF", "KSFG"):
        game = KingdomRun.from_options({"players": players})
        assert isinstance(game, KingdomRun)
        boards = boards_of(game)
        for kind in ("plain", "learned"):
            values = shipped_values(game, kind)
            search = TurnSearch(game, values)
            here = np.array([search.judge(board) for board in boards])
            farthest = np.abs(on_the_card(game, values, boards) - here).max()
            assert farthest <= SAME, f"{players}, {kind}: {farthest}"
