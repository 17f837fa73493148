"""`ewala bench browser`: the kernels as a browser runs them, beside the processor and OpenSpiel in the same run.

Games at random, and the searches of the strongest opponents.

Node stands for the browsers: it runs WebAssembly as Chromium does, by the same machine.
"""

import argparse
from contextlib import ExitStack

from ewala.browser.build import module_of, need_linker
from ewala.browser.exports import WALK, walks_of
from ewala.browser.node import Machine, in_node, node
from ewala.browser.recorded import RecordingMachine
from ewala.core.compiled import bound_twin
from ewala.core.engine import Rng
from ewala.core.game import Game
from ewala.games.registry import GAMES, load
from ewala.lab.bench import rules as bench_rules
from ewala.lab.bench.browser_figures import IN_NODE, figures
from ewala.lab.bench.browser_searches import search_contestants
from ewala.lab.bench.measure import Contestant, Played
from ewala.lab.bench.ours import COMPILED, our_contestants
from ewala.lab.bench.peers import peer_contestants

add_arguments = bench_rules.add_arguments


def run(args: argparse.Namespace) -> int:
    """Measure, and print what was measured; returns the exit code."""
    bench_rules.check_file(args)
    need_linker()
    node()
    native = [contestant for contestant in our_contestants(args.seed) if contestant.way == COMPILED]
    peers = [peer for peer in peer_contestants(args.seed) if peer.way != "Python"]
    with ExitStack() as machines:
        there = []
        for name in GAMES:
            machine = machines.enter_context(in_node(module_of(name)))
            there += [_contestant(load(name), machine, args.seed), *search_contestants(load(name), machine, args.seed)]
        return bench_rules.compare(args, [*native, *there], peers, figures)


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
