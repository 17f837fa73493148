"""Ratings of people. What stands here is what others may use."""

from ewala.server.features.ratings.store import RatingBook

__all__ = ["RatingBook"]
