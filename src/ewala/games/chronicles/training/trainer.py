"""How the opponents of The Chronicles of Run learn what a position at the start of a turn is worth.

Positions come of self-play. A fit goes from the last turns backwards: what the positions of a turn are worth is found
by a search that ends in the values just fitted for the turn after it, and near the end of the game exactly.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from ewala.games.chronicles.bots.fitted import fitted_network
from ewala.games.chronicles.bots.kinds import PLAIN_FEATURES
from ewala.games.chronicles.bots.network import Network, network_in
from ewala.games.chronicles.rules.state import State
from ewala.games.chronicles.training import self_play
from ewala.games.chronicles.training.fitting import RECIPE, Layers, fit, fresh_layers, values
from ewala.games.chronicles.training.lessons import SOLVED, marks_of, worths_of
from ewala.games.chronicles.training.self_play import play_deal
from ewala.kit.effort import Watch
from ewala.kit.training import Arrays, Fitted, Trainer, Trial

_KIND = "all"  # layouts share their weights
_SURE = 1e-3  # no chance is given less
STEPS = 256  # of the first layer's weights, from one whole number to the next


class ChroniclesTrainer(Trainer):
    kinds = (_KIND,)

    def recipe(self) -> dict[str, Any]:
        return {
            **RECIPE,
            "positions": {str(turn): many for turn, many in self_play.POSITIONS.items()},
            "whims": list(self_play.WHIMS),
            "solved": SOLVED,
            "steps": STEPS,
        }

    def blank(self) -> Arrays:
        return _halved(fitted_network("plain"))

    def play(self, weights: Arrays, seed: str, games: int) -> Arrays:
        return self_play.gathered(network_in(weights), seed, games)

    def fit(
        self, weights: Arrays, played: Sequence[Arrays], unseen: Sequence[Arrays], seed: int, cores: int, watch: Watch
    ) -> Fitted:
        old, new = network_in(weights), network_in(weights)
        fresh, learned = not old.features[:, PLAIN_FEATURES:].any(), fresh_layers(np.random.default_rng(seed))
        before, after, many = 0.0, 0.0, 0
        turns = sorted(self_play.POSITIONS, reverse=True)
        for done, turn in enumerate(turns):
            watch(done / len(turns))
            seen, other = _positions(played, turn), _positions(unseen, turn)
            start = learned if fresh else Layers(*(array[turn] for array in old))
            if len(seen):
                learned = fit(start, marks_of(seen, new, cores), worths_of(seen, turn, new, cores), seed + turn)
                for whole, part in zip(new, _stepped(learned), strict=True):
                    whole[turn] = part
            counts, worths = marks_of(other, new, cores), worths_of(other, turn, new, cores)
            before += _surprise(Layers(*(array[turn] for array in old)), counts, worths)
            after += _surprise(Layers(*(array[turn] for array in new)), counts, worths)
            many += len(other)
        return Fitted(_halved(new), {_KIND: before / max(many, 1)}, {_KIND: after / max(many, 1)})

    def contest(self, new: Arrays, old: Arrays, seed: str, games: int) -> list[Trial]:
        networks = network_in(new), network_in(old)
        return [Trial(_KIND, play_deal(*networks, f"{seed} {deal}"), 0.5) for deal in range(-(-games // 2))]

    def chosen(self, new: Arrays, old: Arrays, kinds: Sequence[str]) -> Arrays:
        return new if _KIND in kinds else old


def _stepped(layers: Layers) -> Layers:
    """The first layer, nearly all of the weights, in steps: they take a third of the room on their way to a page.

    What that costs in strength is less than a long contest can show (docs/learning.md).
    """
    return layers._replace(features=np.rint(np.asarray(layers.features) * STEPS) / STEPS)


def _halved(network: Network) -> Arrays:
    """Half precision: a weight's third digit changes nothing that a game would show."""
    return {name: array.astype(np.float16) for name, array in network._asdict().items()}


def _positions(tables: Sequence[Arrays], turn: int) -> Any:
    """Those at the start of a turn, as records."""
    bytes_ = np.concatenate([table["states"][table["turns"] == turn] for table in tables])
    return np.ascontiguousarray(bytes_).view(State.dtype()).reshape(-1)


def _surprise(layers: Layers, counts: Any, worths: Any) -> float:
    """How surprised a network is by what a search found: the sum of minus the logarithm of the chance given to it."""
    won, given = (1 + worths) / 2, np.clip((1 + values(layers, counts)) / 2, _SURE, 1 - _SURE)
    return float(-(won * np.log(given) + (1 - won) * np.log(1 - given)).sum())
