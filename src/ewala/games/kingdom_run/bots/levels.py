"""Five levels of Kingdom Run's bots, weakest first; each beats the one before in two games of three or more.

They err as people do. The first sees what counts at once and nothing else; the first two look at one action at a time
and never reroll; the third sees its whole turn; the fourth knows what to reroll; the last also looks at what the next
player will make of it.
"""

from ewala.games.kingdom_run.bots.bot import KingdomRunBot

# A little noise keeps those who see little from playing the same game every time.
LEVELS: dict[str, KingdomRunBot] = {
    "dormouse": KingdomRunBot(actions=1, reroll_width=0, noise=0.03, values="points"),
    "squire": KingdomRunBot(actions=1, reroll_width=0, noise=0.03),
    "ranger": KingdomRunBot(width=6, reroll_width=0, noise=0.06),
    "sorceress": KingdomRunBot(width=20, reroll_width=3, noise=0.1),
    "champion": KingdomRunBot(width=200, reroll_width=60, replies=96),
}

# What people may choose, and one to measure by: the Champion, had it learned nothing.
BOTS = {"plain": KingdomRunBot(width=200, reroll_width=60, replies=96, values="plain"), **LEVELS}
