"""Adapters: the games as other people's frameworks want them."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ewala.core.extras import need

if TYPE_CHECKING:
    from ewala.core.game import Game
    from ewala.envs.single import SingleEnv
    from ewala.games.given_bots import GivenBot

__all__ = ["against"]


def against(
    game: "str | Game", bots: "GivenBot | Sequence[GivenBot]" = "random", seat: str | int = 0, **more: Any
) -> "SingleEnv":
    """A Gymnasium environment with a learner in a seat, and bots in the others: of the roster, or your own.

    `against("GAME", ["random", "greedy"], "A", players="ABC")`; `more` is what `SingleEnv` takes, and the game's
    options. Raises BadSetup if Gymnasium is not installed.
    """
    need("gymnasium", "Gymnasium", "envs", "envs/missing")
    from ewala.envs.single import SingleEnv

    return SingleEnv(game, bots, seat, **more)


def __getattr__(name: str) -> Any:
    """The games under the names by which PettingZoo knows them."""
    from ewala.games.registry import GAMES, kit_of

    for game in GAMES:
        if kit_of(game).learning.module == name:
            from ewala.envs.aec import Agents

            return Agents(game)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
