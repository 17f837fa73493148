"""Answers to the daily puzzle, counted."""

from sqlalchemy import Column, Integer, String, Table

from ewala.server.platform.storage.schema import metadata

# How often a choice was made in the position of a day; who made it is nowhere.
day_choices = Table(
    "day_choices",
    metadata,
    Column("day", Integer, primary_key=True, autoincrement=False),  # counted from the year 1, as Python does
    Column("game", String(40), primary_key=True),
    Column("choice", String(16), primary_key=True),
    Column("times", Integer, nullable=False),
)
