"""Let bots play, analyse their games, and see whether luck and decisions explain the results.

    python tools/luck_and_skill.py games.jsonl --game GAME --games 1000 --workers 16
    python tools/luck_and_skill.py games.jsonl --game GAME --bots ONE,OTHER

Each game is a line of FILE, with every seat's sums; started again, it goes on where it stopped. For each seat the
mean of start, luck, own and others' decisions, re-estimation and result is shown with its standard error: the first
four add up to the result as far as the mean re-estimation is nothing, within its sampling error. A bare machine with
numpy, numba, msgspec and tqdm will do.
"""

import argparse
import hashlib
import json
import math
import random
import sys
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from tqdm import tqdm

if find_spec("platformdirs") is None:  # it only says where machine code is kept
    sys.modules["platformdirs"] = SimpleNamespace(user_cache_dir=lambda name: f"/tmp/{name}")  # type: ignore[assignment]
sys.path.insert(0, str(Path(__file__).parents[1] / "src"))

import ewala
from ewala.core.dice import Dice
from ewala.core.game import Game
from ewala.core.record import Record, draw_chance
from ewala.core.roles import CHANCE
from ewala.games.coach import analyse
from ewala.games.registry import GAMES, kit_of
from ewala.games.roster import entry_called
from ewala.kit.bot import Budget
from ewala.kit.effort import Effort
from ewala.lab.cluster.processes import Processes

PARTS = ("start", "luck", "own", "others", "re_estimated", "result")
ERRORS = 3  # standard errors within which a mean counts as nothing
THINKING = Budget(iterations=20)  # of a bot, about each decision


def game_of(name: str, players: str) -> Game:
    options = kit_of(name).for_tools("luck").get("options", {})
    return ewala.load(name, **({**options, "players": players} if players else options))


def play(game: Game, bots: list[str], seed: int) -> Record:
    """A game between bots; they change seats from game to game."""
    dice = Dice(hashlib.sha256(f"luck and skill {seed}".encode()).digest())
    turned = bots[seed % len(bots) :] + bots[: seed % len(bots)]
    names = {seat: turned[n % len(turned)] for n, seat in enumerate(game.seats)}
    record = Record.begin(game, dice=dice, seats=names)
    rng, state, rolls = random.Random(seed), record.start, 0
    while (seat := state.to_act) is not None:
        if seat is CHANCE:
            move = draw_chance(state, dice, rolls)
            rolls += 1
        else:
            bot = entry_called(game.name, names[seat]).bot
            move = bot.choose(state.view(seat), budget=THINKING, rng=rng)
        record.moves.append(move)
        state = state.play(move)
    return record


def one_game(name: str, players: str, bots: list[str], iterations: int, seed: int) -> dict[str, Any]:
    """A line of the file."""
    record = play(game_of(name, players), bots, seed)
    analysis = analyse(record, Effort(iterations))
    sums = {seat: {part: getattr(own, part) for part in PARTS} for seat, own in analysis.sums.items()}
    return {"seed": seed, "bots": analysis.names, "moves": len(record.moves), "sums": sums}


def report(lines: list[dict[str, Any]]) -> str:
    """Means and standard errors, by seat."""
    shown = [f"{len(lines)} games", f"{'seat':6}" + "".join(f"{part:>20}" for part in PARTS)]
    fine = True
    for seat in lines[0]["sums"]:
        cells = []
        for part in PARTS:
            mean, error = _mean([line["sums"][seat][part] for line in lines])
            cells.append(f"{mean:+12.4f} ±{error:.4f}")
            if part == "re_estimated" and abs(mean) > ERRORS * error:
                fine = False
        shown.append(f"{seat:6}" + "".join(f"{cell:>20}" for cell in cells))
    gap = max(
        abs(sum(own[part] for part in PARTS[:-1]) - own["result"]) for line in lines for own in line["sums"].values()
    )
    shown.append(f"start + luck + own + others + re_estimated - result: {gap:.1e} at most")
    if fine:
        shown.append(f"the mean re-estimation is nothing within {ERRORS} errors: start + luck + decisions = result")
    else:
        shown.append(f"the mean re-estimation is more than {ERRORS} errors away from nothing")
    return "\n".join(shown)


def _mean(values: list[float]) -> tuple[float, float]:
    mean = sum(values) / len(values)
    spread = sum((value - mean) ** 2 for value in values) / max(1, len(values) - 1)
    return mean, math.sqrt(spread / len(values))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path, metavar="FILE")
    parser.add_argument("--game", choices=sorted(GAMES), default=next(iter(GAMES)))
    parser.add_argument("--players", default="", help="of a game in which they may be chosen")
    parser.add_argument("--bots", default="", help="names, separated by commas")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--iterations", type=int, default=10, help="the effort of each analysis; the page takes 100")
    parser.add_argument("--workers", type=int, default=1)
    asked = parser.parse_args()
    bots = (asked.bots or kit_of(asked.game).for_tools("luck")["bots"]).split(",")
    lines = [json.loads(line) for line in asked.file.read_text().splitlines()] if asked.file.exists() else []
    done = {line["seed"] for line in lines}
    wanted = [seed for seed in range(asked.games) if seed not in done]
    work = partial(one_game, asked.game, asked.players, bots, asked.iterations)
    try:
        with Processes(asked.workers) as processes, asked.file.open("a") as file:
            played = processes.each(work, wanted, lost="luck/worker", compiles=True)
            for _, line in tqdm(played, total=asked.games, initial=len(done), unit="game"):
                lines.append(line)
                file.write(json.dumps(line) + "\n")
                file.flush()
    except KeyboardInterrupt:
        sys.stderr.write("stopped; what is played is kept\n")
    if lines:
        sys.stdout.write(report(lines) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
