"""Club evenings: who sits where in which round, who is paired at once, and how everybody stands.

Nothing here knows a game, a server, a database or a page: people are names, results come in, seats and standings go
out (docs/evenings.md).
"""

from ewala.server.features.evenings.pairing.free import Waiting, tables_at_once
from ewala.server.features.evenings.pairing.past import Past, Played
from ewala.server.features.evenings.pairing.rounds import Round, rounds_to_come
from ewala.server.features.evenings.pairing.sizes import Sizes, Tables, tables_for
from ewala.server.features.evenings.pairing.standings import PAUSE, Standing, standings

__all__ = [
    "PAUSE",
    "Past",
    "Played",
    "Round",
    "Sizes",
    "Standing",
    "Tables",
    "Waiting",
    "rounds_to_come",
    "standings",
    "tables_at_once",
    "tables_for",
]
