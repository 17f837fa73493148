"""The questions about Kingdom Run, in the order in which a report answers them."""

from ewala.core.game import Game
from ewala.games.kingdom_run.studies import actions, circuits, editions, faces, fairness, length, limits, points, seats

QUESTIONS = (
    seats.QUESTION,
    fairness.QUESTION,
    faces.QUESTION,
    actions.QUESTION,
    length.QUESTION,
    limits.QUESTION,
    points.QUESTION,
    editions.QUESTION,
    circuits.QUESTION,
)


def by_players(game: Game) -> list[Game]:
    """The game for two, three and four; the first clan begins."""
    return [game.with_options(players=clans, first=clans[0]) for clans in ("KS", "KSF", "KSFG")]
