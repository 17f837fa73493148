"""Which rune beats which?"""

from typing import TYPE_CHECKING

from ewala.core.sentences import Sentence, msg
from ewala.games.chronicles.rules.state import ZONES
from ewala.games.chronicles.studies.columns import CHARACTER_WORDS, SHORT_WORDS
from ewala.kit.phrases import per_cent
from ewala.kit.stats.estimates import proportion
from ewala.kit.study.brief import Brief, Question, played
from ewala.kit.study.figures import Answer, Figure, Row
from ewala.kit.study.games import Games
from ewala.kit.study.plots import heat
from ewala.kit.study.words import Label

if TYPE_CHECKING:
    import polars as pl

_TITLE = Sentence("Which rune beats which?")
_ATTACK, _DEFENCE, _EVEN = msg("attacker defeats"), msg("defender defeats"), msg("disputed")
_SETTLED = 0.98


def _answer(brief: Brief, games: Games) -> Answer:
    counts = _counts(games.of(brief.main_run()))
    rows = []
    for attack, attacker in enumerate(CHARACTER_WORDS, 1):
        for defend, defender in enumerate(CHARACTER_WORDS, 1):
            won, lost, even = (counts.get((attack, defend, who), 0) for who in (1, 2, 0))
            if won + lost + even:
                here: dict[str, Label] = {"attacker": attacker, "defender": defender}
                for what, count in ((_ATTACK, won), (_DEFENCE, lost), (_EVEN, even)):
                    rows.append(Row({**here, "duel": what}, proportion(count, won + lost + even), "share"))
    wins = [row for row in rows if row.labels["duel"] == _ATTACK]
    shown = [
        Row({who: SHORT_WORDS[row.labels[who]] for who in ("attacker", "defender")}, row.estimate, row.unit)
        for row in wins
    ]
    pairs = len(wins)
    settled = sum(row.estimate.value >= _SETTLED for row in rows)
    short = Sentence(
        "Of {pairs} pairs of an attacker and a defender, {settled} end the same way in at least {share} of their "
        "duels; in the other {open} Keera’s neighbourhood decides more often.",
        pairs=pairs,
        settled=settled,
        share=per_cent(f"{100 * _SETTLED:.0f}"),
        open=pairs - settled,
    )
    return Answer(
        "matches",
        _TITLE,
        short,
        (
            Figure(
                "matches",
                Sentence("Attacker against defender"),
                [
                    Sentence(
                        "In how many per cent of the duels the attacker, at the left, defeats the defender, above; "
                        "played {play}. Duels that are disputed or won by the defender are in the table.",
                        play=played(brief.main),
                    )
                ],
                rows,
                heat(shown, label=_TITLE, down="attacker", across="defender", middle=0.5, corner=Sentence("attacker")),
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
