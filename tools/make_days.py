"""Make the stock of positions for a day each: the strongest opponents play, and the coach picks turns with a best way.

    python tools/make_days.py GAME                  as many positions as are shipped, into the game's folder
    python tools/make_days.py GAME --positions 90   more of them
    python tools/make_days.py GAME --records FOLDER        from records of yours (*.txt) instead of games played here
    python tools/make_days.py GAME --out FILE              elsewhere

The same seed, or the same records, give the same stock: whoever wants fewer asks for fewer. Ctrl-C leaves the
file as it was.

Exit codes: 0 the stock is in the file, 2 something is wrong with what was asked for, 130 stopped by Ctrl-C.
"""

import argparse
import hashlib
import random
import sys
from collections.abc import Iterator
from itertools import count, islice
from pathlib import Path

import msgspec
from tqdm import tqdm

from ewala.core.dice import Dice
from ewala.core.errors import EwalaError
from ewala.core.record import Record
from ewala.core.roles import CHANCE
from ewala.games.daily_puzzles import Day, Stock, positions_in
from ewala.games.records import load_record
from ewala.games.registry import game_class, kit_of
from ewala.kit.background import STOPPED
from ewala.kit.bot import Budget
from ewala.kit.effort import Effort

POSITIONS = 60
OF_ONE_GAME = 6  # at most: a day is not to know the next


def game_played(name: str, seed: str) -> Record:
    """A game of the strongest opponent against itself."""
    strongest = max(kit_of(name).opponents(), key=lambda entry: entry.level)
    settings = kit_of(name).for_tools("days")
    game = game_class(name).from_options(settings.get("options", {}))
    budget = Budget(iterations=settings.get("iterations", 1))
    dice, rng = Dice(hashlib.sha256(seed.encode()).digest()), random.Random(seed)
    record = Record.begin(game, dice=dice, seats=dict.fromkeys(game.seats, str(strongest.title)))
    while (seat := record.state.to_act) is not None:
        if seat is CHANCE:
            record.roll(dice)
        else:
            view = record.state.view(str(seat))
            record.play(strongest.bot.choose(view, budget=budget, rng=rng))
    return record


def games(asked: argparse.Namespace) -> Iterator[Record]:
    if asked.records is None:
        yield from (game_played(asked.game, f"{asked.game} {asked.seed} {n}") for n in count(1))
    for path in sorted(asked.records.glob("*.txt")) if asked.records else ():
        record = load_record(path)
        if record.game.name == asked.game:
            yield record


def found(asked: argparse.Namespace) -> Stock:
    """Looks for positions until there are enough, or no more records."""
    into = Stock(asked.game, [], [], [])
    effort = Effort(kit_of(asked.game).for_tools("days").get("effort", Effort().iterations))
    with tqdm(total=asked.positions, unit="position", desc=asked.game, disable=None, file=sys.stderr) as bar:
        for record in games(asked):
            wanted = min(OF_ONE_GAME, asked.positions - len(into.days))
            days = positions_in(record, len(into.records), effort, asked.seed)
            picked: list[Day] = []
            for day in islice(days, wanted):
                picked.append(day)
                bar.update()
            if picked:
                into.parameters.append(record.game.parameters())
                into.records.append(Record(record.game, record.start, list(record.moves), dict(record.seats)).text())
                into.days.extend(picked)
            if len(into.days) >= asked.positions:
                break
    random.Random(asked.seed).shuffle(into.days)  # days that follow each other are from different games
    return into


def keep(stock: Stock, path: Path) -> None:
    """The file is whole at every moment: the old one or the new one."""
    beside = path.with_name(f".{path.name}.new")
    try:
        beside.write_bytes(msgspec.json.format(msgspec.json.encode(stock), indent=1) + b"\n")
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)


def read_arguments(words: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--positions", type=int, default=POSITIONS)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--records", type=Path)
    parser.add_argument("--out", type=Path)
    asked = parser.parse_args(words)
    if asked.positions < 1:
        parser.error("a stock has one position at least")
    return asked


def main(words: list[str] | None = None) -> int:
    asked = read_arguments(words)
    try:
        folder = Path(str(kit_of(asked.game).files()))
        path = asked.out or folder / "coach" / "days.json"
        stock = found(asked)
        if not stock.days:
            sys.stderr.write(f"make_days: no record of {asked.game} in {asked.records} has a position for a day\n")
            return 2
        keep(stock, path)
    except KeyboardInterrupt:
        sys.stderr.write("\nmake_days: stopped; the file is as it was\n")
        return STOPPED
    except (EwalaError, OSError) as error:
        sys.stderr.write(f"make_days: {error}\n")
        return 2
    sys.stdout.write(f"{len(stock.days)} positions of {len(stock.records)} games are in {path}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
