"""The bots that can take a seat, by game and name: five levels, gentlest first, and two plain ones to measure by."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from ewala.bots.greedy_bot import GreedyBot
from ewala.bots.protocol import Bot, Budget
from ewala.bots.random_bot import RandomBot
from ewala.core.errors import BadSetup
from ewala.core.sentences import Sentence

__all__ = ["ROSTER", "Entry", "entry_called", "levels", "stand_in", "strongest", "title_of"]

MOMENT = Budget(seconds=0.1)  # what a decision takes at most
SECOND = Budget(seconds=1.0)  # of the strongest


@dataclass(frozen=True, slots=True)
class Entry:
    """A bot of the roster: who it is, and how it comes to the table."""

    name: str
    title: Sentence
    about: Sentence  # what playing against it is like
    level: int  # from 1, the gentlest, to 5; 0 for the two that only serve to measure by
    budget: Budget
    load: Callable[[], Bot]  # a search is compiled code: it is loaded when somebody wants to play against it

    @property
    def bot(self) -> Bot:
        return _loaded(self.load)


@cache
def _loaded(load: Callable[[], Bot]) -> Bot:
    return load()


def _kingdom_run(name: str) -> Callable[[], Bot]:
    def load() -> Bot:
        from ewala.bots.kingdom_run.levels import LEVELS

        return LEVELS[name]

    return load


def _chronicles(name: str) -> Callable[[], Bot]:
    def load() -> Bot:
        from ewala.bots.chronicles.levels import LEVELS

        return LEVELS[name]

    return load


_PLAIN = (
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
_KINGDOM_RUN = (
    Entry(
        "dormouse",
        Sentence("The Dormouse"),
        Sentence("Half asleep and easily distracted: a good first opponent."),
        1,
        MOMENT,
        _kingdom_run("dormouse"),
    ),
    Entry(
        "squire",
        Sentence("The Squire"),
        Sentence("Keen, but thinks of one action at a time and never rolls again."),
        2,
        MOMENT,
        _kingdom_run("squire"),
    ),
    Entry(
        "ranger",
        Sentence("The Ranger"),
        Sentence("Plans a whole turn ahead and knows every shortcut."),
        3,
        MOMENT,
        _kingdom_run("ranger"),
    ),
    Entry(
        "sorceress",
        Sentence("The Sorceress"),
        Sentence("Knows which dice are worth another roll. She seldom errs."),
        4,
        MOMENT,
        _kingdom_run("sorceress"),
    ),
    Entry(
        "champion",
        Sentence("The Champion"),
        Sentence("Thinks of your next turn as well as of its own, and gives nothing away."),
        5,
        SECOND,
        _kingdom_run("champion"),
    ),
)
_CHRONICLES = (
    Entry(
        "novice",
        Sentence("The Novice"),
        Sentence("Lays runes as they come to hand, and is glad of every zone."),
        1,
        MOMENT,
        _chronicles("novice"),
    ),
    Entry(
        "minstrel",
        Sentence("The Minstrel"),
        Sentence("Sees the great blunders, and sings of all the others."),
        2,
        MOMENT,
        _chronicles("minstrel"),
    ),
    Entry(
        "mercenary",
        Sentence("The Mercenary"),
        Sentence("Fights well for a zone, less well for the war."),
        3,
        MOMENT,
        _chronicles("mercenary"),
    ),
    Entry(
        "warlord",
        Sentence("The Warlord"),
        Sentence("Weighs every bid against every answer, and bluffs."),
        4,
        MOMENT,
        _chronicles("warlord"),
    ),
    Entry(
        "oracle",
        Sentence("The Oracle"),
        Sentence("Has seen the last turns before you bid. It cannot be read."),
        5,
        SECOND,
        _chronicles("oracle"),
    ),
)

ROSTER: dict[str, dict[str, Entry]] = {
    game: {entry.name: entry for entry in (*_PLAIN, *levels)}
    for game, levels in (("kingdom-run", _KINGDOM_RUN), ("chronicles-of-run", _CHRONICLES))
}


def entry_called(game: str, name: str) -> Entry:
    """The bot of that name that plays that game."""
    bots = ROSTER[game]
    if name not in bots:
        raise BadSetup(
            "setup/bot",
            "",
            Sentence("there is no bot {name!r}; the bots are {bots}", name=name, bots=", ".join(bots)),
        )
    return bots[name]


def title_of(game: str, name: str) -> Sentence:
    """What people call a bot; a name that no bot of the game has stands for itself."""
    entry = ROSTER[game].get(name)
    return entry.title if entry else Sentence("{name}", name=name)


def levels(game: str) -> list[Entry]:
    """The five levels, gentlest first."""
    return [entry for entry in ROSTER[game].values() if entry.level]


def strongest(game: str) -> Entry:
    return levels(game)[-1]


def stand_in(game: str) -> str:
    """Who plays for whoever is away: neither a gift nor a punishment."""
    return levels(game)[2].name
