"""The figures of many processes beside one: for the page that a person reads, and for programs."""

from dataclasses import asdict, dataclass, field

from ewala.kit.report.columns import columns
from ewala.kit.stats.latency import Latency

OF_SQLITE = 0.7  # of SQLite's moves a second PostgreSQL should have with one process
DEARER = 1.25  # a move whose table's devices are at different processes, to one whose are not


@dataclass(frozen=True)
class Share:
    """What one way to keep and serve tables gave; milliseconds are of processor time for a move."""

    name: str
    apart: bool  # whether a table's devices were at different processes
    moves_per_second: float
    acknowledged: Latency  # from sending a move until it is on disk
    seen: Latency  # from sending a move until the other player gets it
    server: float  # all processes together
    database: float | None  # None where there is none, or none that this machine can look at
    bus: float | None
    told: float  # bytes that came to devices for a move
    logged: float | None  # bytes that the database wrote ahead for a move

    @property
    def cost(self) -> float | None:
        """All together; None where there is a database and its part is not known."""
        if self.logged is not None and self.database is None:
            return None
        return self.server + (self.database or 0.0) + (self.bus or 0.0)


@dataclass
class ManyFigures:
    """SQLite first, PostgreSQL with one process next; a share whose devices were apart stands behind its like."""

    shares: list[Share] = field(default_factory=list)

    @property
    def of_sqlite(self) -> float | None:
        """PostgreSQL's moves a second with one process, to SQLite's."""
        if len(self.shares) < 2:
            return None
        return self.shares[1].moves_per_second / self.shares[0].moves_per_second

    @property
    def crossing(self) -> dict[str, float]:
        """What a move costs whose table's devices are apart, to one whose are together; where both are known."""
        pairs = zip(self.shares, self.shares[1:], strict=False)
        return {
            together.name: apart.cost / together.cost
            for together, apart in pairs
            if apart.apart and apart.cost and together.cost
        }

    @property
    def met(self) -> bool:
        return (self.of_sqlite or 0.0) >= OF_SQLITE and all(ratio <= DEARER for ratio in self.crossing.values())

    def as_json(self) -> dict[str, object]:
        shares = [asdict(share) | {"cost": share.cost} for share in self.shares]
        return {"processes": shares, "of_sqlite": self.of_sqlite, "crossing": self.crossing, "met": self.met}

    def as_text(self) -> str:
        if not self.shares:
            return ""
        head = ["", "moves/s", "p50 ms", "p99 ms", "seen p99 ms", "server µs/move", "database", "bus", "together"]
        lines = columns(head, [_cells(share) for share in self.shares])
        lines += ["", f"PostgreSQL with one process, to SQLite: {self.of_sqlite:.0%} (aim: at least {OF_SQLITE:.0%})"]
        for name, ratio in self.crossing.items():
            what = f"{name}: a move whose table's devices are apart costs"
            lines.append(f"{what} {ratio:.2f} times as much (aim: at most {DEARER})")
        *_, last = self.shares
        lines += ["", f"A move: {last.told:,.0f} bytes to devices, {last.logged:,.0f} bytes of PostgreSQL's log"]
        return "\n".join(lines) + "\n"


def _cells(share: Share) -> list[str]:
    name = "  devices of a table apart" if share.apart else share.name
    times = [share.acknowledged.p50, share.acknowledged.p99, share.seen.p99]
    costs = [share.server, share.database, share.bus, share.cost]
    return [
        name,
        f"{share.moves_per_second:,.0f}",
        *(f"{time:.1f}" for time in times),
        *("—" if cost is None else f"{1000 * cost:.0f}" for cost in costs),
    ]
