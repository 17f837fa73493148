"""What a server can be told, with sensible defaults."""

import os
from dataclasses import dataclass, field
from pathlib import Path

__all__ = ["Budget", "Config", "Limits"]

CORES = os.cpu_count() or 1


@dataclass(frozen=True)
class Budget:
    """What a job may take before it is given up."""

    seconds: float
    megabytes: int  # of memory, besides what its worker has before


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
    analyses_waiting: int = 20  # of all clients
    analyses_waiting_of_one: int = 4
    analysis_moves: int = 600  # of a game to be analysed
    small_workers: int = min(4, max(2, CORES // 2))  # processes for studies and replays
    analysis_workers: int = min(4, max(1, CORES // 4))
    jobs_waiting: int = 500  # studies and replays of all clients
    jobs_waiting_of_one: int = 20
    study_budget: Budget = Budget(10, 256)
    replay_budget: Budget = Budget(20, 256)
    analysis_budget: Budget = Budget(900, 1024)
    hints_waiting: int = 100
    hints_waiting_of_one: int = 5
    watcher_backlog: int = 500  # frames that a slow reader may fall behind before it is let go

    def budget(self, kind: str) -> Budget:
        """Of a kind of job: study, replay, analysis."""
        budgets = {"study": self.study_budget, "replay": self.replay_budget, "analysis": self.analysis_budget}
        return budgets[kind]


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
    warm_bots: bool = False  # whether bots are compiled, and workers started, before somebody needs them
    coach_iterations: int = 100  # how closely games are analysed
    # Seconds after which an analysis that nobody asks about is given up; a page behind others may ask once a minute.
    coach_patience: float = 90
    limits: Limits = field(default_factory=Limits)

    @property
    def database_url(self) -> str:
        return self.database or f"sqlite:///{self.data_dir / 'ewala.db'}"
