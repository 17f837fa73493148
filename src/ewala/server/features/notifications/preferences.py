"""What people want to be notified of, and when not."""

from datetime import datetime, timedelta
from typing import Annotated, Literal, get_args
from zoneinfo import ZoneInfo

import msgspec
from msgspec import Meta
from sqlalchemy import Connection, insert, select, update

from ewala.server.features.accounts import hold
from ewala.server.features.notifications.schema import person_wishes
from ewala.tables.problems import NotUsable

Kind = Literal["turn", "clock", "invitation", "rematch"]
KINDS: tuple[Kind, ...] = get_args(Kind)
TimeOfDay = Annotated[str, Meta(pattern="^([01][0-9]|2[0-3]):[0-5][0-9]$", description="Such as 22:30.")]


class QuietHours(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Every day from a time of day to another, which may be on the next day."""

    begin: TimeOfDay = msgspec.field(name="from")
    until: TimeOfDay
    zone: Annotated[
        str, Meta(min_length=1, max_length=60, description="Where these times are so, such as Europe/Brussels.")
    ]


class NotificationPreferences(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Of what kinds of things somebody wants to hear: that it is their turn, that their clock is near its end, that
    they are asked to a table, that those with whom they have played want to play again. Where there is no hurry, turns
    may be told together, once in so many hours."""

    kinds: Annotated[list[Kind], Meta(max_length=10)] = msgspec.field(default_factory=lambda: list(KINDS))
    quiet: QuietHours | None = None
    digest_hours: Annotated[
        int, Meta(ge=0, le=24, description="In which turns that have a day or more are told once; 0: each at once.")
    ] = 0


def check_preferences(preferences: NotificationPreferences) -> None:
    """Raises NotUsable for hours of which nobody knows where they are."""
    if preferences.quiet is None:
        return
    try:
        ZoneInfo(preferences.quiet.zone)
    except (KeyError, ValueError, OSError):  # unknown, no name at all, a folder of names
        raise NotUsable("push/zone", "there is no time zone {zone}", zone=repr(preferences.quiet.zone)) from None


def not_before(quiet: QuietHours | None, now: int) -> int:
    """When somebody may be told something: now, or at the end of their quiet hours. Times are in milliseconds."""
    if quiet is None:
        return now
    zone = ZoneInfo(quiet.zone)
    local = datetime.fromtimestamp(now / 1000, zone)
    time, begin, until = f"{local:%H:%M}", quiet.begin, quiet.until
    is_quiet = begin <= time < until if begin <= until else time >= begin or time < until
    if not is_quiet:
        return now
    day = local.date() if time < until else local.date() + timedelta(days=1)
    hour, minute = map(int, until.split(":"))
    return max(now, int(datetime(day.year, day.month, day.day, hour, minute, tzinfo=zone).timestamp() * 1000))


def preferences_of(connection: Connection, person: str) -> NotificationPreferences:
    """Somebody's; by default everything is sent, at any time."""
    body = connection.execute(select(person_wishes.c.body).where(person_wishes.c.person_id == person)).scalar()
    return NotificationPreferences() if body is None else msgspec.json.decode(body, type=NotificationPreferences)


def put_preferences(connection: Connection, person: str, preferences: NotificationPreferences) -> None:
    hold(connection, person)
    body, theirs = msgspec.json.encode(preferences), person_wishes.c.person_id == person
    if connection.execute(update(person_wishes).where(theirs).values(body=body)).rowcount == 0:
        connection.execute(insert(person_wishes).values(person_id=person, body=body, told_at=0))
