"""The questions about the Chronicles, in the order in which a report answers them."""

from ewala.games.chronicles.studies import clairvoyance, fairness, initiative, layouts, matches, runes, zones

QUESTIONS = (
    initiative.QUESTION,
    fairness.QUESTION,
    runes.QUESTION,
    matches.QUESTION,
    zones.QUESTION,
    clairvoyance.QUESTION,
    layouts.QUESTION,
)
