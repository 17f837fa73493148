"""The questions about Kingdom Run, in the order in which a report answers them."""

from ewala.games.kingdom_run.studies import actions, circuits, editions, faces, length, limits, points, seats

__all__ = ["QUESTIONS"]

QUESTIONS = (
    seats.QUESTION,
    faces.QUESTION,
    actions.QUESTION,
    length.QUESTION,
    limits.QUESTION,
    points.QUESTION,
    editions.QUESTION,
    circuits.QUESTION,
)
