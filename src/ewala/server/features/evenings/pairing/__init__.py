"""Club evenings: who sits where in which round, who is paired at once, and how everybody stands.

Nothing here knows a game, a server, a database or a page: people are names, results come in, seats and standings go
out (docs/evenings.md).
"""

from ewala.server.features.evenings.pairing.past import PAUSE, Past, Played, Standing, standings
from ewala.server.features.evenings.pairing.rounds import (
    PATIENCE,
    Round,
    Sizes,
    Tables,
    Waiting,
    rounds_to_come,
    tables_at_once,
    tables_for,
)

__all__ = [
    "PATIENCE",
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
