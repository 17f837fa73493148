"""The policies that seats may have in a simulation: compiled ones, and the bots of the roster."""

from collections.abc import Sequence

from ewala.bots.roster import roster
from ewala.core.errors import BadSetup
from ewala.core.game import Game
from ewala.core.sentences import Sentence
from ewala.simulation.rows import GREEDY, UNIFORM

__all__ = ["COMPILED_POLICIES", "policies_of_seats"]

COMPILED_POLICIES = {"uniform": UNIFORM, "greedy": GREEDY}


def policies_of_seats(game: Game, policies: str | Sequence[str]) -> tuple[str, ...]:
    """The policy of each seat: one for all, or one each. Raises BadSetup for others."""
    given = policies.split(",") if isinstance(policies, str) else list(policies)
    if len(given) == 1:
        given *= len(game.seats)
    if len(given) != len(game.seats):
        raise BadSetup(
            "simulate/policies",
            "",
            Sentence(
                "there are {seats} seats, so one policy for all or {seats} policies, not {count}",
                seats=len(game.seats),
                count=len(given),
            ),
        )
    known = [*COMPILED_POLICIES, *(name for name in roster(game.name) if name not in COMPILED_POLICIES)]
    for policy in given:
        if policy not in known:
            raise BadSetup(
                "simulate/policies",
                "",
                Sentence("there is no policy {policy!r}; there are {known}", policy=policy, known=", ".join(known)),
            )
    return tuple(given)
