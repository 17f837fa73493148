"""Send a table server what a hostile client could send, and see that nothing gives way.

`python tools/fuzz_server.py --inputs 1000000 --seed 1` starts a server in a process of its own, with limits so high
that everything gets through. Outsiders attack a table at which two people play; seat holders and hosts misbehave at
tables of both games, and ask the coach. All of them also write what is no request at all, or half of one, and come from
several addresses where there are several. What is sent is determined by the seed (tests/server/helpers/fuzzing); how it
interleaves is not, unless there is one worker. It is a finding if the server

- answers with a status of 500 or more, or closes a WebSocket with 1011;
- refuses without a `Problem`, or sends a frame that is no JSON object with a known type;
- does not answer within a minute, or does not close a connection that is at its end;
- does not answer each of several requests that were sent at once, or one that came a few bytes at a time;
- does not answer `/api/health` at any time;
- holds connections, files or memory of clients who are gone;
- writes anything to its error stream;
- lets outsiders change their table's record, learn of moves that only seats may know, or ask the coach about it;
- keeps a table that is not a legal game, whose dice do not verify, or that a restart changes.

Exit codes: 0 nothing found, 1 something found, 130 stopped by Ctrl-C (what was found so far is shown).
"""

import argparse
import asyncio
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from tqdm import tqdm

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests" / "server" / "helpers"))

from fuzzing.attack import Attack
from fuzzing.victim import Served, check_tables, count_tables, serve

from ewala.games.warm_up import is_warm
from ewala.server.tables.warming import COMMAND


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("--inputs", type=int, default=50_000, help="how many frames and requests to send (50000)")
    parser.add_argument("--seed", type=int, default=1, help="determines what is sent (1)")
    parser.add_argument("--workers", type=int, default=8, help="how many clients at once (8)")
    parser.add_argument("--serve", type=Path, metavar="DIR", help=argparse.SUPPRESS)
    parsed = parser.parse_args()
    if parsed.serve:
        serve(parsed.serve)
        return 0
    with tempfile.TemporaryDirectory(prefix="ewala-fuzz-") as folder:
        warm_up()
        return fuzz(Path(folder), parsed.inputs, parsed.seed, parsed.workers)


def warm_up() -> None:
    """The coach's machine code is made beforehand: whoever waits for a compiler finds nothing."""
    if not is_warm():
        sys.stderr.write("the coach is being compiled, once: this takes a minute or two\n")
        subprocess.run(COMMAND, check=True, capture_output=True)


def fuzz(folder: Path, inputs: int, seed: int, workers: int) -> int:
    began = time.monotonic()
    served = Served(Path(__file__), folder)
    stopped = False
    with tqdm(total=inputs, unit="input", disable=None) as bar:
        attack = Attack(served.port, seed, inputs, bar, served.at_rest)
        report = attack.report
        try:
            asyncio.run(attack.run(workers))
            served.check_left_over(report, count_tables(folder))
        except KeyboardInterrupt:
            stopped = True
        except Exception as error:  # what was found up to there is shown
            report.found(f"the attack could not go on: {error!r}")
        finally:
            for entry, times in Counter(served.stop()).items():
                report.found(f"on the error stream, {times} times: {entry}")
    check_tables(folder, report)
    if not stopped:
        again = Served(Path(__file__), folder)
        later = Attack(again.port, seed, 0, bar)
        if asyncio.run(later.asking.record_of(attack.outside)) != attack.before:
            report.found("a restart changed the game")
        again.stop()
    report.summarise(seed, time.monotonic() - began)
    return 130 if stopped else int(bool(report.findings))


if __name__ == "__main__":
    sys.exit(main())
