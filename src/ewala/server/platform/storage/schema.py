"""The database: tables with their keys, and the events of each, in order; analyses, which could be made again; people
who want a lasting place; what the host has ordered; and what the server has to know of its own past."""

from sqlalchemy import (
    BigInteger,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
)

metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "ix": "ix_%(table_name)s_%(column_0_name)s",
    }
)

tables = Table(
    "tables",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("status", String(8), nullable=False),
    Column("listed", Integer, nullable=False),
    Column("created_at", BigInteger, nullable=False),  # milliseconds
    Column("touched_at", BigInteger, nullable=False),
    Column("host_digest", String(64), nullable=False),
    Column("watch_digest", String(64), nullable=False),
    Column("secret", LargeBinary, nullable=False),  # of the dice
    Column("wakes_at", BigInteger),  # when a clock runs out, or a start is waited for no longer
    Column("outage", Integer, nullable=False, server_default="0"),  # the last one before the last change
    Column("doomed_at", BigInteger),  # service time at which it was marked to be removed
    Column("seal", String(64)),  # of the game that is being played (openings.Marks); none before and after
    Column("opening", String(64)),
    Index("ix_tables_open", "status", "listed", "created_at"),
    Index("ix_tables_wakes_at", "status", "wakes_at"),
    Index("ix_tables_touched_at", "touched_at"),
    Index("ix_tables_seal", "seal"),
    Index("ix_tables_opening", "opening"),
)

seat_keys = Table(
    "seat_keys",
    metadata,
    Column("table_id", String(16), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", String(1), primary_key=True),
    Column("digest", String(64), nullable=False),
)

events = Table(
    "events",
    metadata,
    Column("table_id", String(16), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seq", Integer, primary_key=True),
    Column("body", LargeBinary, nullable=False),  # JSON
)

analyses = Table(
    "analyses",
    metadata,
    Column("id", String(32), primary_key=True),  # coach.analyse.fingerprint_of
    Column("made_at", BigInteger, nullable=False),
    Column("body", LargeBinary, nullable=False),  # JSON, in no language
    Column("record", Text),  # what it is of: coach.analyse.subject_of; older ones have neither
    Column("iterations", Integer),  # how closely it was looked at
    Index("ix_analyses_made_at", "made_at"),
)

# Times in which nobody could move: the server was down, or its database away. Clocks leave them out.
outages = Table(
    "outages",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("since", BigInteger, nullable=False),
    Column("until", BigInteger, nullable=False),
)

# `alive_at`: the last sign of life; `served`: for how long the server has run in all, in milliseconds.
service = Table(
    "service",
    metadata,
    Column("name", String(16), primary_key=True),
    Column("value", BigInteger, nullable=False),
)

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

# How often a choice was made in the position of a day; who made it is nowhere.
day_choices = Table(
    "day_choices",
    metadata,
    Column("day", Integer, primary_key=True, autoincrement=False),  # counted from the year 1, as Python does
    Column("game", String(40), primary_key=True),
    Column("choice", String(16), primary_key=True),
    Column("times", Integer, nullable=False),
)

# Who looks into the lobby, and has not left since: they are shown there.
lobby = Table(
    "lobby",
    metadata,
    Column("person_id", String(16), ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("seen_at", BigInteger, nullable=False),
    Index("ix_lobby_seen_at", "seen_at"),
)

# Who is asked by whom to come to a table.
invitations = Table(
    "invitations",
    metadata,
    Column("table_id", String(16), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("person_id", String(16), ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("by_id", String(16), ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
    Column("kind", String(10), nullable=False),  # challenge, or rematch
    Column("at", BigInteger, nullable=False),
    Column("declined", Integer, nullable=False, server_default="0"),
    Index("ix_invitations_person_id", "person_id"),
    Index("ix_invitations_by_id", "by_id"),
)

# From whom somebody does not want to be asked again.
unwelcome = Table(
    "unwelcome",
    metadata,
    Column("person_id", String(16), ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("by_id", String(16), ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
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

# Browsers at which somebody wants to be told something, even while the page is closed.
push_subscriptions = Table(
    "push_subscriptions",
    metadata,
    Column("id", String(64), primary_key=True),  # a digest of the endpoint
    Column("person_id", String(16), ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
    Column("key_id", String(64), ForeignKey("person_keys.id", ondelete="CASCADE"), nullable=False),  # of the device
    Column("endpoint", String(1000), nullable=False),  # where its push service takes messages
    Column("public", LargeBinary, nullable=False),  # by these two messages are encrypted
    Column("auth", LargeBinary, nullable=False),
    Column("label", String(60), nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("failures", Integer, nullable=False),  # in a row
    Column("not_before", BigInteger, nullable=False),  # when it is tried again
    Index("ix_push_subscriptions_person_id", "person_id"),
    Index("ix_push_subscriptions_key_id", "key_id"),
)

# Programs of people's own that are told the same: one for each.
webhooks = Table(
    "webhooks",
    metadata,
    Column("person_id", String(16), ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("address", String(1000), nullable=False),
    Column("secret", String(64), nullable=False),  # by which what is sent is signed
    Column("created_at", BigInteger, nullable=False),
    Column("failures", Integer, nullable=False),  # in a row
    Column("not_before", BigInteger, nullable=False),  # when it is tried again
)

# Where they are written to; with `lookup` who has lost their devices is found again.
mail_addresses = Table(
    "mail_addresses",
    metadata,
    Column("person_id", String(16), ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("address", String(254), nullable=False),  # none until the first was shown to be theirs
    Column("lookup", String(254), nullable=False),  # the same in small letters
    Column("origin", String(300), nullable=False),  # of the page that letters lead to
    Column("asked", String(254), nullable=False),  # where a code was sent, until it was shown
    Column("code_digest", String(64), nullable=False),
    Column("code_until", BigInteger, nullable=False),
    Column("tries", Integer, nullable=False),  # that are left at that
    Column("failures", Integer, nullable=False),  # in a row
    Column("not_before", BigInteger, nullable=False),  # when the next letter may go there
    Index("ix_mail_addresses_lookup", "lookup"),
)

# What they want to be told there, and when not.
person_wishes = Table(
    "person_wishes",
    metadata,
    Column("person_id", String(16), ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("body", LargeBinary, nullable=False),  # JSON
    Column("told_at", BigInteger, nullable=False),  # when they were last told something; 0 if never
)

# What they are to be told, and were: that a game waits for their move of this number, or they are asked to play.
notices = Table(
    "notices",
    metadata,
    Column("table_id", String(16), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", String(1), primary_key=True),  # none of an invitation
    Column("kind", String(12), primary_key=True),
    Column("person_id", String(16), ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("ply", Integer, nullable=False),
    Column("asked_by", String(40), nullable=False),  # what whoever invites is called
    Column("due_at", BigInteger, nullable=False),  # not before
    Column("told_at", BigInteger),
    Index("ix_notices_person_id", "person_id"),
    Index("ix_notices_due_at", "told_at", "due_at"),
)

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

# What this server alone knows, made at its first start.
secrets = Table(
    "secrets",
    metadata,
    Column("name", String(16), primary_key=True),
    Column("value", LargeBinary, nullable=False),
)

# Club evenings: their happenings in order, and who may speak as whom.
evenings = Table(
    "evenings",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("created_at", BigInteger, nullable=False),
    Column("touched_at", BigInteger, nullable=False),
    Column("about", LargeBinary, nullable=False),  # JSON: what its tables are laid by
    Index("ix_evenings_touched_at", "touched_at"),
)

evening_keys = Table(
    "evening_keys",
    metadata,
    Column("evening_id", String(16), ForeignKey("evenings.id", ondelete="CASCADE"), primary_key=True),
    Column("who", String(16), primary_key=True),  # empty: who leads it
    Column("digest", String(64), nullable=False),
)

evening_events = Table(
    "evening_events",
    metadata,
    Column("evening_id", String(16), ForeignKey("evenings.id", ondelete="CASCADE"), primary_key=True),
    Column("seq", Integer, primary_key=True),
    Column("body", LargeBinary, nullable=False),  # JSON
)

# What was done at the host's desk, numbered one after another: by the last number processes know what they have missed.
acts = Table(
    "acts",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
    Column("what", String(24), nullable=False),
    Column("subject", String(24), nullable=False),  # a table, a person, or nothing
    Column("before", Text, nullable=False),
    Column("after", Text, nullable=False),
    Index("ix_acts_subject", "subject"),
)

# What holds by it.
announcements = Table(
    "announcements",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),  # the act's
    Column("at", BigInteger, nullable=False),
    Column("until", BigInteger),  # for good, if none
    Column("language", String(5), nullable=False),
    Column("text", Text, nullable=False),
)

orders = Table(
    "orders",
    metadata,
    Column("name", String(16), primary_key=True),
    Column("value", LargeBinary, nullable=False),  # JSON
)

muted_people = Table(
    "muted_people",
    metadata,
    Column("person_id", String(16), ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("at", BigInteger, nullable=False),
)

muted_seats = Table(
    "muted_seats",
    metadata,
    Column("table_id", String(16), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", String(1), primary_key=True),  # empty: the table's host, who may speak without one
    Column("at", BigInteger, nullable=False),
)
