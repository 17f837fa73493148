"""The figures of `ewala bench server`: for the page that a person reads, and for programs."""

from collections.abc import Callable
from dataclasses import asdict, dataclass

from ewala.kit.report.page import columns
from ewala.kit.stats.latency import Latency


@dataclass(frozen=True)
class Load:
    """Tables that were played, and how the server bore it."""

    tables: int
    connections: int
    moves_per_second: float
    messages_per_second: float  # that came to devices, each with all that happened together
    acknowledged: Latency  # from sending a move until it is acknowledged, which means on disk
    seen: Latency  # from sending a move until the other player gets it
    server_busy: float  # the share of a core that the server took
    client_busy: float  # and the measuring itself

    @property
    def moves_per_processor_second(self) -> float:
        return self.moves_per_second / self.server_busy


@dataclass(frozen=True)
class EchoRate:
    connections: int
    messages_per_second: float
    server_busy: float
    client_busy: float

    @property
    def messages_per_processor_second(self) -> float:
        return self.messages_per_second / self.server_busy


@dataclass(frozen=True)
class Wave:
    """Devices that came at once, and those whose moves were made meanwhile."""

    all_after: float  # seconds until the last had its first frame; the median of several waves
    each: Latency  # from the beginning until a device had it
    work: float  # milliseconds of the server's processor time for each device
    moves: Latency | None  # until others' moves were acknowledged
    server_busy: float
    client_busy: float


@dataclass(frozen=True)
class Return:
    """Devices that come back at once to long games."""

    devices: int
    tables: int
    moves: int  # of each game
    restarted: Wave  # to a server that has just started
    cut: Wave  # to one that has their tables in memory
    echo: Wave  # as many that connect to the echo, and get one message back
    calm: Latency  # others' moves before anybody came

    @property
    def ratio_of_work(self) -> float:
        return self.cut.work / self.echo.work


@dataclass(frozen=True)
class Idle:
    """Devices that do nothing; bytes of the server's memory, None where the system does not tell."""

    devices: int
    tables: int
    came_in: float  # seconds in which all came, one after another from a few lines
    before: int | None  # when nobody was there
    laid: int | None  # with the tables
    after: int | None  # and with the devices
    server_busy: float

    @property
    def each_device(self) -> float | None:
        """Kilobytes."""
        return None if self.after is None or self.laid is None else (self.after - self.laid) / 1000 / self.devices

    @property
    def each_table(self) -> float | None:
        return None if self.laid is None or self.before is None else (self.laid - self.before) / 1000 / self.tables


@dataclass
class ServerFigures:
    """What has been measured so far."""

    paced: Load | None = None  # every table moves once a second
    saturated: Load | None = None  # every table moves as soon as its last move is acknowledged
    echo: EchoRate | None = None
    back: Return | None = None  # devices that come back at once
    idle: Idle | None = None  # and such as do nothing

    @property
    def ratio(self) -> float | None:
        """How many moves are made in the time of one message of the echo."""
        return self._to_echo(lambda load, echo: load.moves_per_second / echo.messages_per_second)

    @property
    def ratio_of_messages(self) -> float | None:
        """How many messages come to devices in the time of one message of the echo."""
        return self._to_echo(lambda load, echo: load.messages_per_second / echo.messages_per_second)

    @property
    def ratio_of_work(self) -> float | None:
        """The moves by the processor time that each takes: it does not change with what else the machine has to do."""
        return self._to_echo(lambda load, echo: load.moves_per_processor_second / echo.messages_per_processor_second)

    def _to_echo(self, ratio: Callable[[Load, EchoRate], float]) -> float | None:
        return None if self.saturated is None or self.echo is None else ratio(self.saturated, self.echo)

    def as_json(self) -> dict[str, object]:
        measured = {name: getattr(self, name) for name in ("paced", "saturated", "echo", "back", "idle")}
        found: dict[str, object] = {name: asdict(value) if value else None for name, value in measured.items()}
        return found | {
            "ratio_to_echo": self.ratio,
            "ratio_of_messages": self.ratio_of_messages,
            "ratio_of_processor_time": self.ratio_of_work,
            "ratio_of_coming_back": self.back.ratio_of_work if self.back else None,
        }

    def as_text(self) -> str:
        body: list[list[str]] = []
        if self.paced:
            body += _rows(f"{self.paced.tables} tables, each a move a second", self.paced)
        if self.saturated:
            body += _rows(f"{self.saturated.tables} tables, as fast as moves are acknowledged", self.saturated)
        if self.echo:
            rate = f"{self.echo.messages_per_second:,.0f}"
            busy = [f"{self.echo.server_busy:.0%}", f"{self.echo.client_busy:.0%}"]
            body.append([f"echo, {self.echo.connections} connections", rate, "", "", "", *busy])
        lines = self._lines_of_loads(body) if body else []
        if self.back:
            lines += [*([""] if lines else []), *_lines_of_return(self.back)]
        if self.idle:
            lines += [*([""] if lines else []), *_lines_of_idle(self.idle)]
        return "\n".join(lines) + "\n" if lines else ""

    def _lines_of_loads(self, body: list[list[str]]) -> list[str]:
        lines = columns(["", "per second", "p50 ms", "p95 ms", "p99 ms", "server busy", "client busy"], body)
        if self.ratio is not None:
            lines += ["", "To one message of the echo"]
            lines += columns(
                [],
                [
                    ["messages that came to devices", f"{self.ratio_of_messages:.2f}"],
                    ["moves", f"{self.ratio:.2f}"],
                    ["moves, by the server's processor time", f"{self.ratio_of_work:.2f}"],
                ],
            )
        return lines


def _lines_of_return(back: Return) -> list[str]:
    waves = {
        "to a server that has just started": back.restarted,
        "to one with their tables in memory": back.cut,
        "to the echo, for one message": back.echo,
    }
    body = []
    for name, wave in waves.items():
        after = [f"{wave.all_after:.2f}", f"{wave.each.p50:.0f}", f"{wave.each.p99:.0f}", f"{wave.work:.2f}"]
        moves = [f"{wave.moves.p50:.1f}", f"{wave.moves.p99:.1f}"] if wave.moves else ["", ""]
        body.append([name, *after, *moves, f"{wave.server_busy:.0%}", f"{wave.client_busy:.0%}"])
    calm = ["nobody comes", "", "", "", "", f"{back.calm.p50:.1f}", f"{back.calm.p99:.1f}", "", ""]
    heads = ["all, s", "p50 ms", "p99 ms", "server ms each", "others' moves p50 ms", "p99 ms"]
    return [
        f"{back.devices:,} devices come back at once, to {back.tables} tables after {back.moves} moves each",
        *columns(["", *heads, "server busy", "client busy"], [*body, calm]),
        f"The server's processor time for each, to one of the echo: {back.ratio_of_work:.2f}",
    ]


def _lines_of_idle(idle: Idle) -> list[str]:
    def megabytes(held: int | None) -> str:
        return "—" if held is None else f"{held / 1e6:,.0f} MB"

    def each(kilobytes: float | None) -> str:
        return "" if kilobytes is None else f"{kilobytes:.1f} kB each"

    return [
        f"{idle.devices:,} devices that do nothing, two at a table; all had come after {idle.came_in:.1f} s",
        *columns(
            [],
            [
                ["server before", megabytes(idle.before), ""],
                [f"with {idle.tables:,} tables", megabytes(idle.laid), each(idle.each_table)],
                [f"with {idle.devices:,} devices", megabytes(idle.after), each(idle.each_device)],
                ["server busy with their signs of life", f"{idle.server_busy:.0%}", ""],
            ],
        ),
    ]


def _rows(name: str, load: Load) -> list[list[str]]:
    busy = [f"{load.server_busy:.0%}", f"{load.client_busy:.0%}"]
    return [
        [name, f"{load.moves_per_second:,.0f}", *_cells(load.acknowledged), *busy],
        ["  until the other player sees it", "", *_cells(load.seen), "", ""],
    ]


def _cells(latency: Latency) -> list[str]:
    return [f"{value:.1f}" for value in (latency.p50, latency.p95, latency.p99)]
