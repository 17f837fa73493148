"""The questions about Kingdom Run, in the order in which a report answers them."""

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
