"""The bots that can take a seat, by name."""

import random
from typing import Protocol

from ewala.bots.greedy_bot import GreedyBot
from ewala.bots.random_bot import RandomBot
from ewala.core.errors import BadSetup
from ewala.core.sentences import Sentence
from ewala.core.state import View

__all__ = ["DEFAULT_BOT", "ROSTER", "Bot", "bot_called"]


class Bot(Protocol):
    """Chooses a move from what its seat may know."""

    def choose(self, view: View, *, rng: random.Random) -> str: ...


ROSTER: dict[str, Bot] = {"random": RandomBot(), "greedy": GreedyBot()}
DEFAULT_BOT = "greedy"  # plays for whoever is away


def bot_called(name: str) -> Bot:
    if name not in ROSTER:
        raise BadSetup(
            "setup/bot",
            "",
            Sentence("there is no bot {name!r}; the bots are {bots}", name=name, bots=", ".join(ROSTER)),
        )
    return ROSTER[name]
