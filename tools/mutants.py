"""Measure how many small changes of the kernels the quick tests notice; fails below 90 %, or at an unlisted survivor.

mutmut passes over functions with a decorator, and every kernel function has one (`@kernel`), so this is a driver of
our own. The tests are collected once; for each mutant a fork of this process gives the function its changed code,
under every name by which it was imported, and runs the tests that call it, the quickest first, up to the first that
fails. Survivors stand in docs/mutants.md, each with its reason.
"""

import argparse
import gc
import importlib
import json
import os
import random
import re
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

import pytest
from _pytest.runner import runtestprotocol
from kernel_coverage import ROOT, RULES, SOURCE, kernel_modules
from mutations import Mutant, mutants_of, watched
from tqdm import tqdm

from ewala.games.registry import GAMES, kit_of
from ewala.kit.background import STOPPED

SUITE = [*RULES]
SUITE += ["tests/unit/core/test_arithmetic.py", "tests/unit/core/test_defaults.py"]
SUITE += [
    f"tests/conformance/test_{name}.py"
    for name in ("any_game", "explanations", "hidden_bids", "invariants", "moves", "round_trips")
]
CHOSEN = "not compiled"
LEFT_OUT = {name: kit_of(name).for_tools("mutants").get("left_out") for name in GAMES}
OTHER_RULES = re.compile("|".join(f"{name}-{rules}" for name, rules in LEFT_OUT.items() if rules))
LISTED = ROOT / "docs" / "mutants.md"
LEAST = 90  # per cent killed
ELSEWHERE = ("bots/", "core/walk.py")  # tested against naive ones
KILLED, SURVIVED = 1, 0
PATIENCE = 5  # how many times as long as without the change a test may take, and two seconds: else it would never end


@dataclass
class Examination:
    """Collects the tests, and tries every mutant on them instead of running them."""

    mutants: list[Mutant]
    jobs: int
    fates: dict[Mutant, int] = field(default_factory=dict)
    stopped: bool = False

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Of the rules over which the suite runs, a few that together have everything."""
        items[:] = [item for item in items if not OTHER_RULES.search(item.nodeid)]

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        if session.testsfailed:
            sys.exit("the tests cannot be collected")
        tests = {item.nodeid: item for item in session.items}
        calls, seconds = _baseline(list(tests.values()))
        try:
            self._try_all(tests, calls, seconds)
        except KeyboardInterrupt:
            self.stopped = True
        return True

    def _try_all(self, tests: dict[str, pytest.Item], calls: dict[str, list[str]], seconds: dict[str, float]) -> None:
        waiting, running = iter(self.mutants), dict[int, Mutant]()
        with tqdm(total=len(self.mutants), disable=not sys.stderr.isatty(), leave=False) as bar:
            mutant = next(waiting, None)
            while mutant or running:
                if mutant and len(running) < self.jobs:
                    holding = sorted(calls.get(f"{mutant.module}.{mutant.function}", ()), key=seconds.__getitem__)
                    running[_tried(mutant, [tests[name] for name in holding], seconds)] = mutant
                    mutant = next(waiting, None)
                    continue
                for pid, fate in _ended(running):
                    tried = running.pop(pid)
                    self.fates[tried] = fate
                    bar.update()
                    if fate == SURVIVED:
                        bar.write(f"lives: {tried.module}: {tried.text}")


def _ended(running: Collection[int]) -> list[tuple[int, int]]:
    """Forks that are done, each with its mutant's fate."""
    time.sleep(0.002)
    ended = (os.waitpid(pid, os.WNOHANG) for pid in running)
    return [(pid, KILLED if status else SURVIVED) for pid, status in ended if pid]


def _tried(mutant: Mutant, tests: Sequence[pytest.Item], seconds: Mapping[str, float]) -> int:
    """A fork in which the mutant lives until a test fails, or takes so long that the timer ends it."""
    pid = os.fork()
    if pid:
        return pid
    fate = KILLED
    try:
        _silence()
        _give(mutant.module, mutant.function, mutant.code)
        for test, after in _in_a_row(tests):
            signal.setitimer(signal.ITIMER_VIRTUAL, 2 + PATIENCE * seconds[test.nodeid])
            if _fails(test, after):
                break
        else:
            fate = SURVIVED
    finally:
        os._exit(fate)


def _silence() -> None:
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in (1, 2):
        os.dup2(nowhere, stream)


def _in_a_row(tests: Sequence[pytest.Item]) -> Iterator[tuple[pytest.Item, pytest.Item | None]]:
    return zip(tests, [*tests[1:], None], strict=False)  # without tests, nothing: a mutant that no test calls survives


def _fails(test: pytest.Item, after: pytest.Item | None) -> bool:
    return any(report.failed for report in runtestprotocol(test, log=False, nextitem=after))


def _baseline(tests: Sequence[pytest.Item]) -> tuple[dict[str, list[str]], dict[str, float]]:
    """Which tests call a kernel function, and how long each takes; asked in a fork, which keeps what tests remember."""
    with tempfile.NamedTemporaryFile("r+", suffix=".json") as told:
        pid = os.fork()
        if pid == 0:
            try:
                _silence()
                told.write(json.dumps(_watched(tests)))
                told.flush()
            finally:
                os._exit(0)
        os.waitpid(pid, 0)
        failed, calls, seconds = json.loads(Path(told.name).read_text("utf-8"))
    if failed:
        sys.exit(f"without any change a test fails: {failed}")
    return calls, seconds


def _watched(tests: Sequence[pytest.Item]) -> tuple[str, dict[str, list[str]], dict[str, float]]:
    modules = {_name(path): _watch(path) for path in _modules()}
    calls: dict[str, list[str]] = {}
    seconds: dict[str, float] = {}
    for test, after in _in_a_row(tests):
        began = time.process_time()
        if _fails(test, after):
            return test.nodeid, calls, seconds
        seconds[test.nodeid] = time.process_time() - began
        for module, called in modules.items():
            for function in called:
                calls.setdefault(f"{module}.{function}", []).append(test.nodeid)
            called.clear()
    return "", calls, seconds


def _watch(path: Path) -> set[str]:
    """Where the module's functions will leave their names when they are called."""
    module: Any = importlib.import_module(_name(path))
    module.called = set[str]()
    for function, code in watched(path, module.__name__):
        _give(module.__name__, function, code)
    return module.called  # type: ignore[no-any-return]


def _give(module: str, name: str, code: CodeType) -> None:
    """Other code for a function, and for those that games have of it (`core.defaults.fill_in`)."""
    for same in gc.get_referrers(getattr(importlib.import_module(module), name).__code__):
        if isinstance(same, FunctionType):
            same.__code__ = code


def _modules() -> list[Path]:
    paths = {path: path.relative_to(SOURCE).as_posix() for path in kernel_modules()}
    return [path for path, name in paths.items() if not any(part in name for part in ELSEWHERE)]


def _name(path: Path) -> str:
    return ".".join(path.relative_to(SOURCE.parent).with_suffix("").parts)


def listed() -> dict[tuple[str, str], str]:
    """The survivors that are known, by module and text, with the reason why each may live."""
    module, found = "", {}
    for line in LISTED.read_text("utf-8").split("\n"):
        if heading := re.fullmatch(r"## `(.+)`", line):
            module = heading[1]
        elif survivor := re.fullmatch(r"- `(.+)`: (\w.+)", line):
            found[module, survivor[1]] = survivor[2]
    return found


def report(fates: dict[Mutant, int]) -> float:
    """A line for each module; returns the share of those killed, in per cent."""
    of, killed = Counter(mutant.module for mutant in fates), Counter[str]()
    for mutant, fate in fates.items():
        killed[mutant.module] += fate
    sys.stdout.write(f"{'kernel':<56}{'mutants':>8}{'killed':>8}{'score':>9}\n")
    for module in of:
        share = 100 * killed[module] / of[module]
        sys.stdout.write(f"{module:<56}{of[module]:>8}{killed[module]:>8}{share:>8.1f}%\n")
    share = 100 * killed.total() / max(1, of.total())
    sys.stdout.write(f"{'all':<56}{of.total():>8}{killed.total():>8}{share:>8.1f}%\n")
    return share


def objections(fates: dict[Mutant, int], mutants: Sequence[Mutant], whole: Collection[str]) -> list[str]:
    """What the list of survivors has wrong; of modules tried as a `whole`, also what is not there any more."""
    known, there = listed(), {(mutant.module, mutant.text) for mutant in mutants}
    fate_of = {(mutant.module, mutant.text): fate for mutant, fate in fates.items()}
    wrong = [f"not listed: {name}" for name, fate in fate_of.items() if fate == SURVIVED and name not in known]
    wrong += [f"listed, but killed: {name}" for name in known if fate_of.get(name) == KILLED]
    wrong += [f"listed, but not there: {name}" for name in known if name[0] in whole and name not in there]
    return wrong


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("only", nargs="*", help="parts of the names of the modules to change (default: all)")
    parser.add_argument("--sample", type=int, metavar="N", help="try N of them, drawn with a fixed seed")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, metavar="N", help="forks at a time")
    args = parser.parse_args()
    paths = [path for path in _modules() if not args.only or any(part in _name(path) for part in args.only)]
    mutants = [mutant for path in paths for mutant in mutants_of(path, _name(path))]
    if args.sample is not None:
        mutants = random.Random(0).sample(mutants, min(args.sample, len(mutants)))
    os.environ["NUMBA_DISABLE_JIT"] = "1"
    os.chdir(ROOT)
    examination = Examination(mutants, args.jobs)
    pytest.main(["-p", "no:cacheprovider", "-p", "no:terminal", "-k", CHOSEN, *SUITE], [examination])
    share = report(examination.fates)
    wrong = objections(examination.fates, mutants, {_name(path) for path in paths} if args.sample is None else set())
    if examination.stopped:
        sys.stderr.write("stopped; above is what was tried\n")
        sys.exit(STOPPED)
    if share < LEAST:
        wrong.append(f"{share:.1f} % were killed, at least {LEAST} are wanted")
    if wrong:
        sys.exit("\n".join(wrong))


if __name__ == "__main__":
    main()
