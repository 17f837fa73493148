"""Five opponents for The Chronicles of Run, from one that lets a child win to the strongest."""

from ewala.games.chronicles.bots.bot import ChroniclesBot

__all__ = ["LEVELS"]

# A noise of 1 is the difference between a draw and a win: the gentle ones see hardly more than
# whether a bid is a disaster. Only the strongest looks twice; the others decide at a glance.
LEVELS = {
    "novice": ChroniclesBot(iterations=1, noise=1.6, whim=0.15),
    "minstrel": ChroniclesBot(iterations=1, noise=0.8),
    "mercenary": ChroniclesBot(iterations=1, noise=0.35),
    "warlord": ChroniclesBot(iterations=1, noise=0.13),
    "oracle": ChroniclesBot(),
}
