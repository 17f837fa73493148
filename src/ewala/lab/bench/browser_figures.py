"""The figures of `ewala bench browser`: games and searches in WebAssembly, as ratios to the processor and to peers."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass

from ewala.kit.report.columns import columns
from ewala.lab.bench.measure import Measurement
from ewala.lab.bench.ours import COMPILED
from ewala.lab.bench.rules_figures import Ratio, Row, rates, ratio_of, ratios_to_peers, rows_of

IN_NODE = "WebAssembly in Node"
SEARCH = "search"  # the last word of a contestant that searches: its games are decisions, and its moves positions


@dataclass(frozen=True)
class BrowserFigures:
    rows: list[Row]
    to_compiled: list[Ratio]
    to_peers: list[Ratio]

    def as_json(self) -> dict[str, object]:
        return {
            "rows": [row.as_json() for row in self.rows],
            "ratios_to_compiled": [asdict(ratio) for ratio in self.to_compiled],
            "ratios_to_peers": [asdict(ratio) for ratio in self.to_peers],
        }

    def as_text(self) -> str:
        lines = rates([row for row in self.rows if not _searches(row)]) + ratios_to_peers(self.to_peers)
        if searches := [row for row in self.rows if _searches(row)]:
            lines += ["", *columns(["", "rounds of decisions/s", "positions/s"], [_cells(row) for row in searches])]
        if self.to_compiled:
            lines += ["", "WebAssembly to machine code"]
            lines += columns([], [[ratio.of, f"{ratio.games_per_second:.0%}"] for ratio in self.to_compiled])
        return "\n".join(lines) + "\n"


def figures(measurements: Sequence[Measurement]) -> BrowserFigures:
    """The figures of everyone who has played a round."""
    rows = rows_of(measurements)
    there = [row for row in rows if row.way == IN_NODE]
    players = [row for row in there if not _searches(row)]
    native = {row.game: row for row in rows if row.way == COMPILED}
    return BrowserFigures(
        rows,
        [ratio_of(row.game, row, COMPILED, native[row.game]) for row in there if row.game in native],
        [ratio_of(row.game, row, peer.name, peer) for row in players for peer in rows if not peer.ours],
    )


def _searches(row: Row) -> bool:
    return row.game.endswith(SEARCH)


def _cells(row: Row) -> list[str]:
    positions = "—" if row.moves_per_second is None else f"{row.moves_per_second:,.0f}"
    return [row.name, f"{row.games_per_second.median:,.2f}", positions]
