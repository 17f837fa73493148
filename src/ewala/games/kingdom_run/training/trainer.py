"""Kingdom Run's part in training: a network for each number of players."""

import random
from collections.abc import Sequence
from typing import Any

import numpy as np

from ewala.games.kingdom_run.bots.search import TurnSearch
from ewala.games.kingdom_run.bots.values import Layers, blank_layers, layers_in, learned_values, plain_values
from ewala.games.kingdom_run.rules.game import KingdomRun
from ewala.games.kingdom_run.training import self_play
from ewala.games.kingdom_run.training.fitting import RECIPE, fit, surprise
from ewala.games.kingdom_run.training.lessons import COLUMNS, TRACE, joined, lessons
from ewala.games.kingdom_run.training.self_play import PLAYERS, any_game
from ewala.kit.effort import Watch
from ewala.kit.training import Arrays, Fitted, Trainer, Trial

AT_A_BOARD = 6  # games that are played by the same rules: making a search ready takes as long as a game


class KingdomRunTrainer(Trainer):
    kinds = ("2", "3", "4")  # players

    def recipe(self) -> dict[str, Any]:
        return {
            **RECIPE,
            "players": list(PLAYERS),
            "trace": list(TRACE.values()),
            "look_width": self_play.LOOK_WIDTH,
            "act_width": self_play.ACT_WIDTH,
            "noise": self_play.NOISE,
            "contest_replies": self_play.REPLIES,
        }

    def blank(self) -> Arrays:
        return {name: array for kind in self.kinds for name, array in _named(kind, blank_layers(int(kind))).items()}

    def play(self, weights: Arrays, seed: str, games: int) -> Arrays:
        rng = random.Random(seed)
        tables: dict[str, list[Arrays]] = {}
        for board in range(-(-games // AT_A_BOARD)):
            players = PLAYERS[board % len(PLAYERS)]
            search = _search(any_game(rng, players), weights)
            stories = [self_play.play_game(search, rng) for _ in range(min(AT_A_BOARD, games - board * AT_A_BOARD))]
            tables.setdefault(str(players), []).append(lessons(search, stories))
        return {f"{kind}_{name}": array for kind, parts in tables.items() for name, array in joined(parts).items()}

    def fit(
        self, weights: Arrays, played: Sequence[Arrays], unseen: Sequence[Arrays], seed: int, cores: int, watch: Watch
    ) -> Fitted:
        fitted, before, after = dict(weights), {}, {}
        for n, kind in enumerate(self.kinds):
            seen, other = _lessons(kind, played), _lessons(kind, unseen)
            if seen is None or other is None:
                continue
            old = layers_in(weights, int(kind))
            new = fit(old, seen, seed, lambda part, n=n: watch((n + part) / len(self.kinds)))  # type: ignore[misc]
            before[kind], after[kind] = surprise(old, other), surprise(new, other)
            fitted.update(_named(kind, new))
        return Fitted(fitted, before, after)

    def contest(self, new: Arrays, old: Arrays, seed: str, games: int) -> list[Trial]:
        trials = []
        for kind in self.kinds:
            rng, players = random.Random(f"{seed} {kind}"), int(kind)
            for start in range(0, games, AT_A_BOARD):
                game = any_game(rng, players)
                searches = _search(game, new), _search(game, old)
                for _ in range(0, min(AT_A_BOARD, games - start), players):
                    trials.append(Trial(kind, self_play.play_deal(*searches, rng), 1 / players))
        return trials

    def chosen(self, new: Arrays, old: Arrays, kinds: Sequence[str]) -> Arrays:
        return {name: (new if name.partition("_")[0] in kinds else old)[name] for name in old}


def _search(game: KingdomRun, weights: Arrays) -> TurnSearch:
    layers = layers_in(weights, len(game.seats))
    return TurnSearch(game, learned_values(game, layers) if np.any(layers.last) else plain_values(game))


def _named(kind: str, layers: Layers) -> Arrays:
    return {f"{kind}_{name}": np.asarray(layer, np.float32) for name, layer in layers._asdict().items()}


def _lessons(kind: str, played: Sequence[Arrays]) -> dict[str, Any] | None:
    parts = [{name: table[f"{kind}_{name}"] for name in COLUMNS} for table in played if f"{kind}_target" in table]
    return joined(parts) if parts else None
