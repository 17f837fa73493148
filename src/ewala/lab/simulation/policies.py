"""The policies that seats may have in a simulation: compiled ones, good play, and the bots of the roster."""

from collections.abc import Sequence

from ewala.core.errors import BadSetup
from ewala.core.game import Game
from ewala.core.sentences import Sentence
from ewala.games.given_bots import OBJECT, GivenBot, entry_given, named, several
from ewala.games.registry import kit_of
from ewala.games.roster import roster
from ewala.kit.bot import Chooser
from ewala.lab.simulation.rows import GREEDY, UNIFORM

COMPILED_POLICIES = {"uniform": UNIFORM, "greedy": GREEDY}
GOOD = "good"  # as the game's kit plays well


def policies_of_seats(
    game: Game, policies: GivenBot | Sequence[GivenBot]
) -> tuple[tuple[str, ...], dict[str, Chooser]]:
    """The policy of each seat: one for all, or one each; and the objects among them, by name. Raises BadSetup for
    others."""
    given, objects = named(policies.split(",") if isinstance(policies, str) else several(policies, 1))
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
    good = [GOOD] if kit_of(game.name).good_play() else []
    known = [*COMPILED_POLICIES, *good, *(name for name in roster(game.name) if name not in COMPILED_POLICIES)]
    for policy in given:
        if ":" in policy and not policy.startswith(OBJECT):
            entry_given(game.name, policy)
        elif policy not in known and policy not in objects:
            raise BadSetup(
                "simulate/policies",
                "",
                Sentence("there is no policy {policy!r}; there are {known}", policy=policy, known=", ".join(known)),
            )
    return tuple(given), objects
