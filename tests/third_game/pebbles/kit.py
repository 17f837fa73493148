"""A race of pebbles, with everything that belongs to it."""

from ewala.kit.game_kit import GameKit, Learning

__all__ = ["KIT"]

KIT = GameKit(
    "pebbles",
    "race-of-pebbles",
    # A turn is three moves; each brings somebody at least one of at most 20 steps nearer, of three pebbles.
    Learning("Pebbles", "race_of_pebbles_v0", fewest=2, most=3, outcomes=6, longest=3 * (3 * 19 + 1)),
    {"game": "rules.game:Pebbles", "actions": "rules.codes:decisions", "sides": "rules.parameters:SIDES"},
)
