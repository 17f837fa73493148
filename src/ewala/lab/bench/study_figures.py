"""The figures of `ewala bench study`: moves a second, and the ratios that they make."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from statistics import median

from ewala.kit.report.columns import columns
from ewala.lab.bench.measure import Contestant, Measurement, Spread, times


@dataclass(frozen=True)
class Speed:
    """One contestant's moves a second."""

    game: str
    way: str
    ours: bool
    moves_per_second: Spread
    rounds: int

    @property
    def name(self) -> str:
        return f"{self.game}, {self.way}"


@dataclass(frozen=True)
class Speeds:
    rows: list[Speed]

    @property
    def rounds(self) -> int:
        return max((row.rounds for row in self.rows), default=0)

    def ratios(self) -> list[tuple[str, str, float]]:
        """Each of ours to each peer."""
        ours = [row for row in self.rows if row.ours]
        others = [row for row in self.rows if not row.ours]
        return [(a.name, b.name, a.moves_per_second.median / b.moves_per_second.median) for a in ours for b in others]

    def as_json(self) -> dict[str, object]:
        rows = [asdict(row) | {"moves_per_second": row.moves_per_second._asdict()} for row in self.rows]
        ratios = [{"of": of, "to": to, "moves_per_second": ratio} for of, to, ratio in self.ratios()]
        return {"rows": rows, "ratios": ratios}

    def as_text(self) -> str:
        body = [
            [row.name, _rate(rate.median), f"({_rate(rate.low)}–{_rate(rate.high)})"]
            for row in self.rows
            for rate in [row.moves_per_second]
        ]
        lines = columns(["", "moves/s", "(min–max)"], body)
        found = self.ratios()
        if found:
            peers = list(dict.fromkeys(to for _, to, _ in found))
            lines += ["", "Ratios of moves/s; what counts as a move differs from game to game"]
            for number, peer in enumerate(peers, 1):
                lines.append(f"  [{number}] {peer}")
            head = ["", *(f"[{number}]" for number in range(1, len(peers) + 1))]
            names = list(dict.fromkeys(of for of, _, _ in found))
            by_pair = {(of, to): ratio for of, to, ratio in found}
            lines += columns(head, [[name, *(times(by_pair[name, peer]) for peer in peers)] for name in names])
        return "\n".join(lines) + "\n"


def speeds(measurements: Sequence[Measurement]) -> Speeds:
    """The figures of everyone who has played a round."""
    return Speeds([_speed(measurement) for measurement in measurements if measurement.rounds and _counted(measurement)])


def _counted(measurement: Measurement) -> bool:
    return all(played.moves is not None for played in measurement.rounds)


def _speed(measurement: Measurement) -> Speed:
    contestant: Contestant = measurement.contestant
    rates = [(played.moves or 0) / played.seconds for played in measurement.rounds]
    spread = Spread(median(rates), min(rates), max(rates))
    return Speed(contestant.game, contestant.way, contestant.ours, spread, len(rates))


def _rate(value: float) -> str:
    return f"{value:,.0f}" if value < 1e9 else f"{value:.3g}"
