"""`ewala bench`: what to measure."""

import argparse
from collections.abc import Callable

from ewala.lab.bench import abuse as bench_abuse
from ewala.lab.bench import bots as bench_bots
from ewala.lab.bench import browser as bench_browser
from ewala.lab.bench import rules as bench_rules
from ewala.lab.bench import server as bench_server
from ewala.lab.bench import study as bench_study


def add_arguments(parser: argparse.ArgumentParser) -> None:
    what = parser.add_subparsers(dest="what", metavar="WHAT", required=True)
    rules = what.add_parser("rules", help="random whole games of each game, beside OpenSpiel's")
    bench_rules.add_arguments(rules)
    rules.set_defaults(measure=bench_rules.run)
    browser = what.add_parser("browser", help="random whole games in WebAssembly, beside the processor and OpenSpiel")
    bench_browser.add_arguments(browser)
    browser.set_defaults(measure=bench_browser.run)
    server = what.add_parser("server", help="moves at live tables, beside a bare WebSocket echo")
    bench_server.add_arguments(server)
    server.set_defaults(measure=bench_server.run)
    abuse = what.add_parser("abuse", help="moves at live tables while another address floods the server")
    bench_abuse.add_arguments(abuse)
    abuse.set_defaults(measure=bench_abuse.run)
    bots = what.add_parser("bots", help="the bots: positions a second, time for a decision, strength")
    bench_bots.add_arguments(bots)
    bots.set_defaults(measure=bench_bots.run)
    study = what.add_parser("study", help="random play by the million, beside OpenSpiel, Pgx and PettingZoo")
    bench_study.add_arguments(study)
    study.set_defaults(measure=bench_study.run)


def run(parsed: argparse.Namespace) -> int:
    measure: Callable[[argparse.Namespace], int] = parsed.measure
    return measure(parsed)
