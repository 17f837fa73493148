"""Fill the cache of machine code with what the tests need, once, before several processes ask for it at once."""

import sys

from ewala.envs.vector import VectorEnv
from ewala.games.registry import GAMES, kit_of
from ewala.games.warm_up import main as warm_bots
from ewala.lab.simulation import simulate


def main() -> int:
    for name in GAMES:
        simulate(name, "greedy", 1)
        env = VectorEnv(name, 1)
        env.reset(seed=1)
        env.step(env.random_actions())
        kit_of(name).compile_training()
    return warm_bots()  # last: it marks the cache as filled


if __name__ == "__main__":
    sys.exit(main())
