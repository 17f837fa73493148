"""Things to ask of a game of the Chronicles, as expressions over its row; and what they are called."""

from collections.abc import Callable
from typing import Any

import polars as pl

from ewala.core.sentences import Sentence, msg
from ewala.games.chronicles.present.characters import CHARACTERS
from ewala.games.chronicles.present.names import CHARACTER_NAMES
from ewala.games.chronicles.present.names import ZONES as ZONE_NAMES
from ewala.games.chronicles.rules.layout import PRESETS
from ewala.games.chronicles.rules.state import POWER, ZONES
from ewala.kit.study.brief import Brief, played
from ewala.kit.study.games import Run
from ewala.kit.study.words import Label, heads

SIDES = "OC"
ZONE_WORDS = [
    Sentence("{number} {name} ({power})", number=n, name=name, power=POWER[n - 1])
    for n, name in enumerate(ZONE_NAMES, 1)
]
CHARACTER_WORDS = [
    Sentence("{destiny} {name}, {rune}", destiny=destiny, name=character.name, rune=character.rune)
    for destiny, character in enumerate(CHARACTERS, 1)
]
# The same where room is short.
SHORT_WORDS: dict[Label, Sentence] = {
    words: Sentence("{destiny} {name}", destiny=destiny, name=name)
    for destiny, (words, name) in enumerate(zip(CHARACTER_WORDS, CHARACTER_NAMES, strict=True), 1)
}
LAYOUTS = (msg("block"), msg("ring"), msg("line"))  # for the catalogues, as is the next
# By what rows are labelled.
HEADS = (
    *heads("play", "of the first to bid", "measure", "power", "margin", "rune", "slot", "duel", "duels", "turn"),
    *heads("attacker", "defender", "zone", "bidding second", "what", "layout", "effect", "given"),
)
powers = [int(POWER[zone]) for zone in range(ZONES)]


def labels(run: Run) -> dict[str, Label]:
    return {"play": played(run.policy)}


def layout_runs(brief: Brief) -> list[Run]:
    """The games of each way to play in each layout, the one that is studied first."""
    own = str(brief.game.values["layout"])
    return [
        Run(brief.varied(layout=name), policy, brief.games_of(policy))
        for policy in brief.policies
        for name in dict.fromkeys([own, *PRESETS])
    ]


def win_share(side: str) -> Any:
    """1 for a win, a half for a draw."""
    return pl.col(f"won_{side}") / (pl.col("won_O") + pl.col("won_C"))


def first_bids(side: str) -> Any:
    """Whether a side has the first turn's initiative."""
    return pl.col("initiative") == SIDES.index(side)


def of_first(what: Callable[[str], Any], *, other: bool = False) -> Any:
    """Something of the side that bids first in the first turn, or of the other."""
    one, two = ("C", "O") if other else ("O", "C")
    return pl.when(first_bids("O")).then(what(one)).otherwise(what(two))


def margin() -> Any:
    return (pl.col("power_O").cast(pl.Int64) - pl.col("power_C").cast(pl.Int64)).abs()


def disputed() -> Any:
    """How many zones nobody wins."""
    return over_zones(lambda zone: won_by(zone, 0))


def won_by(zone: int, who: int) -> Any:
    """Whether a zone is won by the attacker, 1, or by the defender, 2; or by nobody, 0."""
    return pl.col(f"victor_of_{zone}") == who


def over_zones(what: Callable[[int], Any]) -> Any:
    """The sum of something over the zones."""
    return pl.sum_horizontal([what(zone).cast(pl.Int64) for zone in range(1, ZONES + 1)])


def over_sides(what: Callable[[str], Any]) -> Any:
    """The sum of something over both sides."""
    return pl.sum_horizontal([what(side).cast(pl.Float64) for side in SIDES])
