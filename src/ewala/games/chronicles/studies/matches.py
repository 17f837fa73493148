"""Which rune beats which?"""

from typing import TYPE_CHECKING

from ewala.games.chronicles.rules.state import ZONES
from ewala.games.chronicles.studies.columns import CHARACTER_WORDS
from ewala.kit.study.brief import Brief, Question, played
from ewala.kit.study.figures import Answer, Figure, Row
from ewala.kit.study.games import Games
from ewala.kit.study.plots import heat
from ewala.stats.estimates import proportion

if TYPE_CHECKING:
    import polars as pl

__all__ = ["QUESTION"]

_TITLE = "Which rune beats which?"
_SETTLED = 0.98


def _answer(brief: Brief, games: Games) -> Answer:
    counts = _counts(games.of(brief.main_run()))
    rows = []
    for attack, attacker in enumerate(CHARACTER_WORDS, 1):
        for defend, defender in enumerate(CHARACTER_WORDS, 1):
            won, lost, even = (counts.get((attack, defend, who), 0) for who in (1, 2, 0))
            if won + lost + even:
                here = {"attacker": attacker, "defender": defender}
                for what, count in (("attacker defeats", won), ("defender defeats", lost), ("disputed", even)):
                    rows.append(Row({**here, "duel": what}, proportion(count, won + lost + even), "share"))
    wins = [row for row in rows if row.labels["duel"] == "attacker defeats"]
    shown = [
        Row(
            {"attacker": row.labels["attacker"].split(",")[0], "defender": row.labels["defender"].split(",")[0]},
            row.estimate,
            row.unit,
        )
        for row in wins
    ]
    pairs = len(wins)
    settled = sum(row.estimate.value >= _SETTLED for row in rows)
    short = (
        f"Of {pairs} pairs of an attacker and a defender, {settled} end the same way in at least 98 % of their "
        f"duels; in the other {pairs - settled} Keera’s neighbourhood decides more often."
    )
    return Answer(
        "matches",
        _TITLE,
        short,
        (
            Figure(
                "matches",
                "Attacker against defender",
                "In how many per cent of the duels the attacker, at the left, defeats the defender, above; played "
                f"{played(brief.main)}. Duels that are disputed or won by the defender are in the table.",
                rows,
                heat(shown, label=_TITLE, down="attacker", across="defender", middle=0.5, corner="attacker"),
            ),
        ),
    )


def _counts(table: "pl.LazyFrame") -> dict[tuple[int, int, int], int]:
    """How many duels of each attacker and defender ended how, over all zones."""
    import polars as pl

    found: dict[tuple[int, int, int], int] = {}
    for zone in range(1, ZONES + 1):
        attack, defend = (pl.col(f"character_in_{zone}{slot}") % 16 for slot in "ad")
        counts = (
            table.group_by(attack.alias("attack"), defend.alias("defend"), pl.col(f"victor_of_{zone}").alias("victor"))
            .len()
            .collect(engine="streaming")
        )
        for one, two, victor, count in counts.iter_rows():
            found[one, two, victor] = found.get((one, two, victor), 0) + count
    return found


QUESTION = Question("matches", _TITLE, lambda brief: [brief.main_run()], _answer)
