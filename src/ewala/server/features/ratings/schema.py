"""Ratings, which could be computed again from the results."""

from sqlalchemy import Column, Double, ForeignKey, Index, Integer, String, Table

from ewala.server.platform.storage.schema import metadata

# What these results make of people: it could be reckoned again.
ratings = Table(
    "ratings",
    metadata,
    Column("person_id", String(16), ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("game", String(40), primary_key=True),
    Column("players", Integer, primary_key=True),
    Column("mean", Double, nullable=False),
    Column("uncertainty", Double, nullable=False),
    Column("games", Integer, nullable=False),
    Index("ix_ratings_game", "game", "players"),
)
