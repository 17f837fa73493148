"""What features add to tables. Without any, everybody may sit down and speak, and no table is rated."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

from sqlalchemy import Connection, Engine

from ewala.core.state import Seat
from ewala.server.platform.storage.units import OnWrite
from ewala.server.tables.server_policy import ServerPolicy


class RatedSeats(Protocol):
    """Who may play at rated tables, which are named by their ids."""

    async def check_sitter(self, table_id: str, keys: Sequence[str]) -> str | None:
        """Who is about to sit down, where that has to be known first; None where it does not."""

    async def seated(self, table_id: str, seat: Seat, sitter: str | None, before: tuple[str, Seat] | None) -> None:
        """A seat was taken; `before` is where the same player sat, if this is a rematch."""

    async def check_start(self, table_id: str) -> None:
        """Raises an error unless this rated game may begin."""


class PolicySource(Protocol):
    """Where the host's policy is kept. Methods run in threads."""

    def read(self, engine: Engine, since: int = 0) -> tuple[ServerPolicy, list[str]]:
        """The policy, and which tables were removed since the act of that number."""

    def newest(self, connection: Connection) -> int:
        """The number of the last act."""


class NoPolicy:
    """Nothing is forbidden."""

    def read(self, engine: Engine, since: int = 0) -> tuple[ServerPolicy, list[str]]:
        return ServerPolicy(), []

    def newest(self, connection: Connection) -> int:
        return 0


class MaySpeak(Protocol):
    """Raises an error if this seat, or a table's host who holds these seats, is muted."""

    async def __call__(self, table_id: str, seat: Seat | None, held: Sequence[Seat]) -> None: ...


async def everybody_may_speak(table_id: str, seat: Seat | None, held: Sequence[Seat]) -> None:
    return


@dataclass
class Hooks:
    """Set while the server is composed, before any table is opened."""

    rated_seats: RatedSeats | None = None  # None: no table is rated
    policy: PolicySource = field(default_factory=NoPolicy)
    check_may_speak: MaySpeak = everybody_may_speak
    on_write: OnWrite | None = None
