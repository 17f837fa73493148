"""What a server can be told, with sensible defaults."""

from dataclasses import dataclass, field
from pathlib import Path

__all__ = ["Config", "Limits"]


@dataclass(frozen=True)
class Limits:
    """How much one client, one table, one message may ask for."""

    body_bytes: int = 256 * 1024  # an uploaded record is the largest thing anybody sends
    frame_bytes: int = 8 * 1024
    connections_per_table: int = 100
    connections_per_client: int = 200
    frames_per_second: float = 50  # on one connection, after a burst
    frames_burst: int = 200
    requests_per_second: float = 50  # of one client, after a burst
    requests_burst: int = 400
    tables_per_hour: float = 60  # that one client may create, after a burst
    tables_burst: int = 30
    chat_per_minute: float = 20
    chat_burst: int = 6
    chat_length: int = 400
    hints_per_minute: float = 20  # for one client, after a burst
    hints_burst: int = 10
    analyses_per_hour: float = 20  # likewise, of games that were not analysed before
    analyses_burst: int = 6
    watcher_backlog: int = 500  # frames that a slow reader may fall behind before it is let go


@dataclass(frozen=True)
class Config:
    """Where the server listens, where it keeps its tables, and what it allows."""

    host: str = "127.0.0.1"
    port: int = 8017
    data_dir: Path = Path()
    database: str = ""  # an SQLAlchemy URL; SQLite in the data folder if empty
    origins: tuple[str, ...] = ()  # other origins whose pages may connect
    proxies: tuple[str, ...] = ()  # addresses that are believed when they say for whom they ask
    open_days: float = 7  # a table that did not start is marked to be removed after so many days without a sign of life
    over_days: float = 90  # and one whose game is over after these; a game that is being played never
    grace_days: float = 7  # for which the server has to run from the mark to the removal
    absent_seconds: float = 60  # after which somebody who left is absent, and the host may let a bot play
    page_dir: Path = Path(__file__).parent / "page"  # where the built page is
    heartbeat_seconds: float = 20
    parts_seconds: float = 10  # how long a game that starts waits for what devices add to the dice
    warm_bots: bool = False  # whether machine code for the bots is made ahead, by a process beside the server
    coach_iterations: int = 100  # how closely games are analysed
    limits: Limits = field(default_factory=Limits)

    @property
    def database_url(self) -> str:
        return self.database or f"sqlite:///{self.data_dir / 'ewala.db'}"
