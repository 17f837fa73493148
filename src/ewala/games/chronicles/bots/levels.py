"""Five opponents for The Chronicles of Run, from one that lets a child win to the strongest."""

from ewala.games.chronicles.bots.bot import ChroniclesBot

# The gentle ones err as people do, by what they do not look at: beyond this turn's power, at hands, at which zones
# touch. Only the strongest looks twice; the others decide at a glance.
LEVELS = {
    "novice": ChroniclesBot(values="lead", turns_exact=1, iterations=1, whim=0.15),
    "minstrel": ChroniclesBot(values="hope", turns_exact=1, iterations=1),
    "mercenary": ChroniclesBot(values="plain", turns_exact=2, iterations=1, noise=0.1),
    "warlord": ChroniclesBot(turns_exact=2, iterations=1),
    "oracle": ChroniclesBot(),
}

# What people may choose, and one to measure by: the Oracle, had it learned nothing.
BOTS = {"plain": ChroniclesBot(values="plain", turns_exact=2), **LEVELS}


def good_play() -> ChroniclesBot:
    """Good play for many games: it errs neither by noise nor by whim; looking twice takes ten times as long."""
    return ChroniclesBot(iterations=1)
