"""Which player a simulation takes."""

import os
from collections.abc import Mapping, Sequence
from types import MappingProxyType

from ewala.core.game import Game
from ewala.kit.bot import Chooser
from ewala.lab.simulation.engines import CompiledPlayer, InterpretedPlayer, Player
from ewala.lab.simulation.policies import COMPILED_POLICIES
from ewala.lab.simulation.roster_player import RosterPlayer


def player_for(
    game: Game,
    policies: Sequence[str],
    seed: int,
    objects: Mapping[str, Chooser] = MappingProxyType({}),
    start: bytes | None = None,
    order: str | None = None,
) -> Player:
    """The quickest player for these policies; `objects` are bots that were handed over, by name.

    Games begin with the position `start`, or where the rules have it. Another `order` of play than the rules' own is
    kept to one decision at a time, whatever the policies.
    """
    if order is not None or not all(policy in COMPILED_POLICIES for policy in policies):
        return RosterPlayer(game, policies, seed, objects, start, order)
    disabled = os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")
    plain = game.backend == "interpreted" or disabled
    return (InterpretedPlayer if plain else CompiledPlayer)(game, policies, seed, start)
