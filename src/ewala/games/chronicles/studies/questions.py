"""The questions about the Chronicles, in the order in which a report answers them."""

from ewala.games.chronicles.studies import clairvoyance, initiative, layouts, runes, zones

QUESTIONS = (
    initiative.INITIATIVE,
    initiative.FAIRNESS,
    runes.RUNES,
    runes.MATCHES,
    zones.QUESTION,
    clairvoyance.QUESTION,
    layouts.QUESTION,
)
