"""Make the stock of positions for a day each: the strongest opponents play, and the coach picks turns with a best way.

    python tools/make_days.py kingdom-run                  as many positions as are shipped, into the game's folder
    python tools/make_days.py kingdom-run --positions 90   more of them
    python tools/make_days.py GAME --records FOLDER        from records of yours (*.txt) instead of games played here
    python tools/make_days.py GAME --out FILE              elsewhere

The same seed, or the same records, give the same stock. Ctrl-C ends it with what was found so far, kept in the file.
"""

import argparse
import hashlib
import random
import sys
from collections.abc import Iterator
from importlib.resources import files
from itertools import count
from pathlib import Path

import msgspec
from tqdm import tqdm

from ewala.coach.days import Day, Stock, positions_in
from ewala.core.dice import Dice
from ewala.core.record import Record
from ewala.core.roles import CHANCE
from ewala.games.records import read_record
from ewala.games.registry import game_class, kit_of
from ewala.kit.bot import Budget
from ewala.kit.effort import Effort

POSITIONS = 60
OF_ONE_GAME = 6  # at most: a day is not to know the next
EFFORT = {"kingdom-run": Effort(60), "chronicles-of-run": Effort(20)}
THINKING = {"kingdom-run": Budget(iterations=2), "chronicles-of-run": Budget(iterations=5)}
FOR_TWO = {"kingdom-run": {"players": "KS"}, "chronicles-of-run": {}}


def game_played(name: str, seed: str) -> Record:
    """A game of the strongest opponent against itself."""
    strongest = max(kit_of(name).opponents(), key=lambda entry: entry.level)
    game = game_class(name).from_options(FOR_TWO.get(name, {}))
    dice, rng = Dice(hashlib.sha256(seed.encode()).digest()), random.Random(seed)
    record = Record.begin(game, dice=dice, seats=dict.fromkeys(game.seats, str(strongest.title)))
    while (seat := record.state.to_act) is not None:
        if seat is CHANCE:
            record.roll(dice)
        else:
            view = record.state.view(str(seat))
            record.play(strongest.bot.choose(view, budget=THINKING.get(name, Budget(iterations=1)), rng=rng))
    return record


def games(asked: argparse.Namespace) -> Iterator[Record]:
    if asked.records is None:
        yield from (game_played(asked.game, f"{asked.game} {asked.seed} {n}") for n in count(1))
    for path in sorted(asked.records.glob("*.txt")) if asked.records else ():
        record = read_record(path.read_text(encoding="utf-8"))
        if record.game.name == asked.game:
            yield record


def found(asked: argparse.Namespace, into: Stock) -> None:
    """Looks for positions until there are enough, or no more records."""
    with tqdm(total=asked.positions, unit="position", desc=asked.game, disable=None, file=sys.stderr) as bar:
        for record in games(asked):
            picked: list[Day] = []
            for day in positions_in(record, len(into.records), EFFORT.get(asked.game, Effort()), asked.seed):
                picked.append(day)
                if len(picked) == min(OF_ONE_GAME, asked.positions - len(into.days)):
                    break
            if picked:
                into.parameters.append(record.game.parameters())
                into.records.append(Record(record.game, record.start, list(record.moves), dict(record.seats)).text())
                into.days.extend(picked)
                bar.update(len(picked))
            if len(into.days) >= asked.positions:
                return


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--positions", type=int, default=POSITIONS)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--records", type=Path)
    parser.add_argument("--out", type=Path)
    asked = parser.parse_args()
    folder = Path(str(files(type(kit_of(asked.game)).__module__.rpartition(".")[0])))
    stock, stopped = Stock(asked.game, [], [], []), False
    try:
        found(asked, stock)
    except KeyboardInterrupt:
        stopped = True
    random.Random(asked.seed).shuffle(stock.days)  # days that follow each other are from different games
    path = asked.out or folder / "coach" / "days.json"
    path.write_bytes(msgspec.json.format(msgspec.json.encode(stock), indent=1) + b"\n")
    sys.stdout.write(f"{len(stock.days)} positions of {len(stock.records)} games are in {path}\n")
    sys.exit(130 if stopped else 0)


if __name__ == "__main__":
    main()
