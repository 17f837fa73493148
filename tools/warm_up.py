"""Fill the cache of machine code with what the tests need, once, before several processes ask for it at once."""

import sys

from ewala.envs.vector import VectorEnv
from ewala.games.chronicles.bots.fitted import fitted_network
from ewala.games.chronicles.rules.state import TURNS
from ewala.games.chronicles.rules.state import State as Board
from ewala.games.chronicles.training.lessons import SOLVED, marks_of, worths_of
from ewala.games.chronicles.training.self_play import gathered
from ewala.games.registry import GAMES
from ewala.games.warm_up import main as warm_bots
from ewala.lab.simulation import simulate

SOLVED_FROM = TURNS - SOLVED + 1


def main() -> int:
    for name in GAMES:
        simulate(name, "greedy", 1)
        env = VectorEnv(name, 1)
        env.reset(seed=1)
        env.step(env.random_actions())
    _compile_training()
    return warm_bots()  # last: it marks the cache as filled


def _compile_training() -> None:
    """What opponents learn from: the Chronicles' quick games, and the positions that are solved for them."""
    plain = fitted_network("plain")
    met = gathered(plain, "1", 1)
    for turn in (SOLVED_FROM - 1, SOLVED_FROM):
        states = met["states"][met["turns"] == turn].reshape(-1).view(Board.dtype())
        worths_of(states, turn, plain)
        marks_of(states, plain)


if __name__ == "__main__":
    sys.exit(main())
