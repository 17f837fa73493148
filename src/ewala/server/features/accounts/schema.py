"""People, the keys by which they prove who they are, their seats, and how their games ended."""

from sqlalchemy import BigInteger, Column, Double, ForeignKey, Index, Integer, LargeBinary, String, Table

from ewala.server.platform.storage.schema import metadata

# Of people who want it: who they are, by which keys they prove it, and at which seats they have sat.
people = Table(
    "people",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("name", String(100), nullable=False),
    Column("portrait", String(200), nullable=False),
    Column("language", String(5), nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("seen_at", BigInteger, nullable=False),
)

person_keys = Table(
    "person_keys",
    metadata,
    Column("id", String(64), primary_key=True),  # a digest of the public key, or of the code
    Column("person_id", String(16), ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
    Column("kind", String(8), nullable=False),
    Column("public", LargeBinary, nullable=False),
    Column("label", String(60), nullable=False),
    Column("uses", Integer, nullable=False),  # as a passkey counts them itself
    Column("created_at", BigInteger, nullable=False),
    Column("used_at", BigInteger, nullable=False),
    Index("ix_person_keys_person_id", "person_id"),
)

person_seats = Table(
    "person_seats",
    metadata,
    Column("table_id", String(16), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", String(1), primary_key=True),
    Column("person_id", String(16), ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
    Index("ix_person_seats_person_id", "person_id"),
)

# Codes by which somebody is the same person at one device more: good once, for some minutes.
pairings = Table(
    "pairings",
    metadata,
    Column("id", String(64), primary_key=True),  # a digest of the code
    Column("person_id", String(16), ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
    Column("until", BigInteger, nullable=False),
    Index("ix_pairings_person_id", "person_id"),
)

LOCAL = "local"  # how ids of games begin that were played without a server; no table's does, which is shorter

# How games ended at which somebody has said that a seat is theirs: a row for each seat. They stay when their table
# goes. Who is forgotten is not in them any more: rated ones then have a mark in their place, made up for it.
results = Table(
    "results",
    metadata,
    Column("table_id", String(16), primary_key=True),
    Column("seat", String(1), primary_key=True),
    Column("game", String(40), nullable=False),
    Column("players", Integer, nullable=False),
    Column("number", Integer, nullable=False),  # of the seat, from 1, in the order of play
    Column("name", String(100), nullable=False),  # as the table told it
    Column("bot", String(40), nullable=False),
    Column("person_id", String(16)),
    Column("place", Integer, nullable=False),  # from 1; 0 if the game was broken off
    Column("points", Integer, nullable=False),
    Column("rated", Integer, nullable=False),
    Column("started_at", BigInteger, nullable=False),
    Column("ended_at", BigInteger, nullable=False),
    Column("reckoned", Integer),  # as the how-manieth rated game; 0 if it could not be
    Column("mean_before", Double),
    Column("uncertainty_before", Double),
    Column("mean_after", Double),
    Column("uncertainty_after", Double),
    Index("ix_results_person_id", "person_id", "ended_at"),
    Index("ix_results_rated", "rated", "reckoned", "ended_at"),
)
