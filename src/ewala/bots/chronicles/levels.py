"""Five opponents for The Chronicles of Run, from one that lets a child win to the strongest."""

from ewala.bots.chronicles.bot import ChroniclesBot

__all__ = ["LEVELS"]

# By level from 1. A noise of 1 is the difference between a draw and a win: the gentle ones see hardly more than
# whether a bid is a disaster. Only the strongest looks twice; the others decide at a glance.
LEVELS = {
    1: ChroniclesBot(iterations=1, noise=1.6, whim=0.15),
    2: ChroniclesBot(iterations=1, noise=0.8),
    3: ChroniclesBot(iterations=1, noise=0.35),
    4: ChroniclesBot(iterations=1, noise=0.13),
    5: ChroniclesBot(),
}
