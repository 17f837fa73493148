"""`ewala bench browser`: the kernels as a browser runs them, beside the processor and OpenSpiel in the same run.

Games at random, and the searches of the strongest opponents.

Node stands for the browsers: it runs WebAssembly as Chromium does, by the same machine.
"""

import argparse
import random
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from typing import cast

from ewala.browser.build import module_of, need_linker
from ewala.browser.exports import WALK, walks_of
from ewala.browser.node import Machine, in_node, node
from ewala.browser.recorded import RecordingMachine
from ewala.core.compiled import bound_twin
from ewala.core.engine import Rng
from ewala.core.game import Game
from ewala.core.state import State
from ewala.games.registry import GAMES, load
from ewala.kit.bot import Budget
from ewala.kit.report.page import columns
from ewala.lab.arguments import check_json
from ewala.lab.bench.contestants import COMPILED, Contestant, Measurement, Played, our_contestants, peer_contestants
from ewala.lab.bench.rules import Ratio, Row, add_arguments, compare_games, rates, ratio_of, ratios_to_peers, rows_of

__all__ = ["add_arguments", "figures", "run"]

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
        if not self.rows:
            return ""
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


_DECISIONS = 4
_REPLIES = 12  # ends of a turn to which replies are looked for
_LOOK = Budget(iterations=40)


def search_contestants(game: Game, machine: Machine, seed: int) -> list[Contestant]:
    """The same decisions on the processor and in a module; none if nobody has a search to record."""
    record = _RECORDED.get(game.name)
    if record is None:
        return []
    kept = RecordingMachine(digests=False)
    opponent, positions = record(game, list(_positions(game, seed)), kept)
    number = machine.ask("keep", **kept.job())

    def here(times: int) -> Played:
        for _ in range(times):
            for step in kept.steps:
                step.again()
        return Played(times, positions and times * positions)

    def there(times: int) -> Played:
        machine.ask("repeat", kept=number, times=times)
        return Played(times, positions and times * positions)

    name = f"{game.title}, {opponent} {SEARCH}"
    return [Contestant(name, COMPILED, True, here), Contestant(name, IN_NODE, True, there)]


def _positions(game: Game, seed: int) -> Iterator[State]:
    """Decisions of games at random."""
    rng, dice = random.Random(seed), Rng(seed)
    for _ in range(_DECISIONS):
        state, met = game.start(), []
        while state.to_act is not None:
            if isinstance(state.to_act, str):
                met.append(state)
                state = state.play(rng.choice(state.moves()))
            else:
                state = state.play(state.sample(dice))
        yield rng.choice(met)


def _kingdom_run(game: Game, states: list[State], machine: RecordingMachine) -> tuple[str, int | None]:
    from ewala.games.kingdom_run.bots.levels import LEVELS
    from ewala.games.kingdom_run.bots.search import TurnSearch
    from ewala.games.kingdom_run.bots.values import shipped_values
    from ewala.games.kingdom_run.rules.game import KingdomRun
    from ewala.games.kingdom_run.rules.state import ACT, SOW
    from ewala.games.kingdom_run.rules.state import State as Position

    bot, own = LEVELS["champion"], cast(KingdomRun, game)
    search = TurnSearch(own, shipped_values(own, "learned"), machine)
    for state in states:
        if Position.unpack(state.data).phase in (ACT, SOW):
            for end in search.ends(state.data, width=bot.width, most=bot.replies)[:_REPLIES]:
                search.look(end.board, width=bot.reply_width)
        else:
            search.look(state.data, width=bot.reroll_width)
    return "the Champion's", search.met


def _chronicles(game: Game, states: list[State], machine: RecordingMachine) -> tuple[str, int | None]:
    from ewala.games.chronicles.bots.bot import ChroniclesBot
    from ewala.games.chronicles.bots.fitted import fitted_network
    from ewala.games.chronicles.bots.search import Search
    from ewala.games.chronicles.rules.game import Chronicles

    search = Search(cast(Chronicles, game), "win", fitted_network(), machine)

    class Recorded(ChroniclesBot):
        def search_for(self, game: Chronicles) -> Search:
            return search

    for state in states:
        assert isinstance(state.to_act, str)
        Recorded().think(state.view(state.to_act), _LOOK)
    return "the Oracle's", None  # it counts no positions


_RECORDED: dict[str, Callable[[Game, list[State], RecordingMachine], tuple[str, int | None]]] = {
    "kingdom-run": _kingdom_run,
    "chronicles-of-run": _chronicles,
}


def run(args: argparse.Namespace) -> int:
    """Measure, and print what was measured; returns the exit code."""
    check_json(args)
    need_linker()
    node()
    native = [contestant for contestant in our_contestants(args.seed) if contestant.way == COMPILED]
    peers = [peer for peer in peer_contestants(args.seed) if peer.way != "Python"]
    with ExitStack() as machines:
        there = []
        for name in GAMES:
            machine = machines.enter_context(in_node(module_of(name)))
            there += [_contestant(load(name), machine, args.seed), *search_contestants(load(name), machine, args.seed)]
        return compare_games(args, [*native, *there], peers, figures)


def _contestant(game: Game, machine: Machine, seed: int) -> Contestant:
    kept, walks = RecordingMachine(digests=False), walks_of(game.kernel, bound_twin(WALK, game.kernel))
    games, rules = kept.blank(walks.Games), kept.record(game.rules)
    kept.write(games.rng, [Rng(seed).word])
    for _ in range(2):  # only before the first call is the seed put into the module
        kept.called("play_out_many", walks.play_out_many, (games, rules, 1))
    job = {"kept": machine.ask("keep", **kept.job()), "from": 1}
    machine.ask("follow", **job)

    def play(games: int) -> Played:
        return Played(games, int(machine.ask("repeat", times=games, **job)))

    return Contestant(f"{game.title}, {len(game.seats)} players", IN_NODE, True, play)
