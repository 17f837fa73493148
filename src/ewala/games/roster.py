"""The bots that can take a seat, by game and name: two plain ones to measure by, and the game's own, gentlest first."""

from functools import cache

from ewala.core.errors import BadSetup
from ewala.core.sentences import Sentence
from ewala.games.registry import kit_of
from ewala.kit.bot import MOMENT, Entry
from ewala.kit.plain_bots import GreedyBot, RandomBot

__all__ = ["entry_called", "levels", "roster", "stand_in", "strongest", "title_of"]

PLAIN = (
    Entry(
        "random",
        Sentence("Blind Chance"),
        Sentence("Plays any move, each as likely as the others."),
        0,
        MOMENT,
        RandomBot,
    ),
    Entry("greedy", Sentence("Plain Greed"), Sentence("Takes what counts most at once."), 0, MOMENT, GreedyBot),
)


@cache
def roster(game: str) -> dict[str, Entry]:
    """Who plays a game, by name; the plain ones first."""
    return {entry.name: entry for entry in (*PLAIN, *kit_of(game).opponents())}


def entry_called(game: str, name: str) -> Entry:
    """The bot of that name that plays that game."""
    bots = roster(game)
    if name not in bots:
        raise BadSetup(
            "setup/bot", "", "there is no bot {name!r}; the bots are {bots}", name=name, bots=", ".join(bots)
        )
    return bots[name]


def title_of(game: str, name: str) -> Sentence:
    """What people call a bot; a name that no bot of the game has stands for itself."""
    entry = roster(game).get(name)
    return entry.title if entry else Sentence("{name}", name=name)


def levels(game: str) -> list[Entry]:
    """The game's own bots, gentlest first."""
    return [entry for entry in roster(game).values() if entry.level]


def strongest(game: str) -> Entry:
    """The game's strongest bot; of a game without bots of its own, the greedy one."""
    return list(roster(game).values())[-1]


def stand_in(game: str) -> str:
    """The bot that plays for a person who is away: of middling strength, so that nobody gains or loses much by it."""
    own = levels(game)
    return own[len(own) // 2].name if own else strongest(game).name
