"""What a server can be told, with sensible defaults."""

import os
from dataclasses import dataclass, field
from pathlib import Path

CORES = os.cpu_count() or 1


@dataclass(frozen=True)
class Budget:
    """What a job may take before it is given up."""

    seconds: float
    megabytes: int  # of memory, besides what its worker has before


@dataclass(frozen=True)
class Limits:
    """How much one client, one table, one message may ask for."""

    # What one client, which is an address, may have done for it: in units of half a millisecond of the server's
    # processor time (costs.py). 400 a second are a fifth of a core.
    units_per_second: float = 400
    units_burst: float = 400  # a dozen devices that load the page at once; a longer one would be felt by others
    key_units_per_second: float = 150  # the same for a seat, for a host, and for all who only watch a table
    key_units_burst: float = 300
    units_per_turn: float = 2  # of one client in one round of the event loop, while others wait
    units_per_round: float = 16

    # Connections of any kind
    connections: int = 10_000  # or as many as the operating system allows, less a reserve
    connections_per_client: int = 200
    arrivals_per_second: float = 100  # new connections of one client, after a burst: programs may open one a request
    arrivals_burst: float = 200
    connections_per_table: int = 100  # of those who only watch it
    devices_per_seat: int = 10  # and of those who have its key, or the host's; the oldest gives way

    # Bytes
    head_bytes: int = 64 * 1024
    head_fields: int = 100
    body_bytes: int = 256 * 1024  # an uploaded record is the largest thing anybody sends
    framing_bytes: int = 16 * 1024  # what a body in chunks may have around them, besides as much again as it carries
    frame_bytes: int = 8 * 1024
    unread_bytes: int = 8 * 1024 * 1024  # answers that one client has asked for and not read; then 429 until it does
    watcher_backlog: int = 500  # entries that a slow reader may fall behind before it has to catch up
    watcher_backlog_bytes: int = 512 * 1024

    # Seconds
    first_request_seconds: float = 10  # from connecting to the first byte
    request_seconds: float = 20  # from a request's first byte to its last
    keep_alive_seconds: float = 5  # between requests
    unread_seconds: float = 10  # in which a reader of answers must make some progress
    answer_seconds: float = 120  # in which it must have read them
    frames_unread_seconds: float = 30  # in which a device must take something, if there is something

    tables_per_hour: float = 60  # that one client may create, after a burst
    tables_burst: int = 30
    people_per_hour: float = 10  # that one client may become, after a burst: a family, a club behind one router
    people_burst: int = 40
    codes_per_hour: float = 20  # that one client may try, right or wrong, after a burst
    codes_burst: int = 20
    letters_per_day: float = 6  # to one address that anybody may ask for, after a burst
    letters_burst: int = 3
    day_answers_per_hour: float = 10  # to positions of the day, of one client, after a burst
    day_answers_burst: int = 40
    chat_per_minute: float = 20  # for one seat, over whatever connection
    chat_burst: int = 6
    chat_length: int = 400
    toggles_per_minute: float = 20  # likewise: agreeing to hints, and not
    toggles_burst: int = 10
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
    news: str = ""  # a Redis that carries news between processes; PostgreSQL's own notifications if empty
    origins: tuple[str, ...] = ()  # other origins whose pages may connect
    proxies: tuple[str, ...] = ()  # addresses that are believed when they say for whom they ask
    names: tuple[str, ...] = ()  # under which the server is asked for, besides addresses and this machine's own name
    open_days: float = 7  # a table that did not start is marked to be removed after so many days without a sign of life
    over_days: float = 90  # and one whose game is over after these; a game that is being played never
    grace_days: float = 7  # for which the server has to run from the mark to the removal
    absent_seconds: float = 60  # after which somebody who left is absent, and the host may let a bot play
    page_dir: Path = Path(__file__).parents[1] / "page"  # where the built page is
    heartbeat_seconds: float = 20
    push_patience: float = 20  # seconds that a game waits for somebody who is away before they are told
    mail: str = ""  # the mail server by which people are written to, smtp://… or smtps://…; nobody is, if there is none
    mail_from: str = ""
    push_contact: str = ""  # whom push services can ask about what this server sends: mailto:… or https://…
    push_loopback: bool = False  # whether a push service may be at this machine, without encryption: in tests
    parts_seconds: float = 10  # how long a game that starts waits for what devices add to the dice
    warm_bots: bool = False  # whether bots are compiled, and workers started, before somebody needs them
    coach_iterations: int = 100  # how closely games are analysed
    # Seconds after which an analysis that nobody asks about is given up; a page behind others may ask once a minute.
    coach_patience: float = 90
    limits: Limits = field(default_factory=Limits)

    @property
    def database_url(self) -> str:
        return self.database or f"sqlite:///{self.data_dir / 'ewala.db'}"
