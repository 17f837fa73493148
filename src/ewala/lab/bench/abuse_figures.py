"""The figures of `ewala bench abuse`: what a flood did to people who had nothing to do with it."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field

from ewala.kit.report.page import columns
from ewala.kit.stats.latency import Latency

AIM_ALONE, AIM_BEHIND_PROXY = 5.0, 3.0  # times the quiet p99 that it may be under a flood
GOT = ("granted", "snapshots", "refused", "failed", "dismissed", "turned away")


@dataclass(frozen=True)
class Stretch:
    """How bystanders fared for a while."""

    moves: Latency | None  # until each was acknowledged; none if none was
    returns: Latency | None  # from knocking to the snapshot
    shut_out: int = 0  # how often a player was not let in
    lost: str = ""  # why they could not go on


@dataclass(frozen=True)
class Suffered:
    """A flood, the quiet before it, and what it cost."""

    name: str
    about: str
    quiet: Stretch
    flooded: Stretch
    counts: Mapping[str, int] = field(default_factory=dict)  # what became of the flood
    memory_before: int | None = None  # bytes, of the server and its processes
    memory_after: int | None = None
    problem: str = ""  # why the flood could not begin
    complaints: int = 0  # lines that the server wrote to its error stream
    aim: float = AIM_ALONE

    @property
    def ratio(self) -> float | None:
        """How many times the quiet p99 it was under the flood; none if somebody could not even play."""
        if self.flooded.lost or self.quiet.moves is None or self.flooded.moves is None:
            return None
        return self.flooded.moves.p99 / self.quiet.moves.p99

    @property
    def borne(self) -> bool:
        """Whether the aim is met: moves are nearly as fast as ever, and players get back to their tables."""
        return not self.problem and self.ratio is not None and self.ratio <= self.aim and not self.flooded.shut_out

    def as_json(self) -> dict[str, object]:
        return asdict(self) | {"ratio": self.ratio, "borne": self.borne}


@dataclass
class AbuseFigures:
    """What has been measured so far."""

    floods: list[Suffered] = field(default_factory=list)
    aim: float = AIM_ALONE

    @property
    def borne(self) -> bool:
        return all(flood.borne for flood in self.floods)

    def as_json(self) -> dict[str, object]:
        return {"aim": self.aim, "borne": self.borne, "floods": [flood.as_json() for flood in self.floods]}

    def as_text(self) -> str:
        if not self.floods:
            return ""
        head = ["", "moves", "quiet p99 ms", "p99 ms", "ratio", "back p95 ms", "shut out", "MB before", "after", ""]
        lines = columns(head, [_cells(flood) for flood in self.floods])
        lines += ["", "What became of each flood"]
        lines += [f"{flood.about}: {_became(flood)}" for flood in self.floods]
        missed = [flood.name for flood in self.floods if not flood.borne]
        verdict = f"missed by {', '.join(missed)}" if missed else "met by all"
        lines += ["", f"Aim: at most {self.aim:g} times the quiet p99, and nobody shut out; {verdict}"]
        return "\n".join(line.rstrip() for line in lines) + "\n"


def _cells(flood: Suffered) -> list[str]:
    quiet, under = flood.quiet, flood.flooded
    return [
        flood.name,
        str(under.moves.count if under.moves else 0),
        _ms(quiet.moves.p99 if quiet.moves else None),
        _ms(under.moves.p99 if under.moves else None),
        "—" if flood.ratio is None else f"{flood.ratio:.1f} ×",
        _ms(under.returns.p95 if under.returns else None),
        str(under.shut_out),
        _megabytes(flood.memory_before),
        _megabytes(flood.memory_after),
        "" if flood.borne else "missed",
    ]


def _became(flood: Suffered) -> str:
    if flood.problem:
        return f"it could not begin: {flood.problem}"
    counts = Counter(flood.counts)
    told = [f"{counts['sent']:,} sent over {counts['connections']:,} connections"]
    told += [f"{counts[name]:,} {name}" for name in GOT if counts[name]]
    told.append(f"{counts['bytes'] / 1e6:,.1f} MB came back")
    if flood.complaints:
        told.append(f"{flood.complaints:,} lines in the server's log")
    if flood.flooded.lost:
        told.append(f"bystanders lost: {flood.flooded.lost}")
    return ", ".join(told)


def _ms(value: float | None) -> str:
    return "—" if value is None else f"{value:.1f}"


def _megabytes(value: int | None) -> str:
    return "—" if value is None else f"{value / 1e6:.0f}"
