"""Good play for many games: the opponents' search at a glance, which solves every turn one turn ahead."""

from ewala.games.chronicles.bots.bot import ChroniclesBot

GOOD_PLAY = ChroniclesBot(iterations=1)  # errs neither by noise nor by whim; looking twice takes ten times as long
