"""Bots against each other: who is stronger, by how much, and how sure that is. `play_arena` is the way in."""

from ewala.lab.arena.play import ArenaResults, play_arena

__all__ = ["ArenaResults", "play_arena"]
