"""The questions about Kingdom Run, in the order in which a report answers them."""

from ewala.games.kingdom_run.studies import actions, circuits, editions, length, points, seats

QUESTIONS = (
    seats.ADVANTAGE,
    seats.FAIRNESS,
    actions.FACES,
    actions.ACTIONS,
    length.LENGTH,
    length.RULES,
    points.QUESTION,
    editions.QUESTION,
    circuits.QUESTION,
)
