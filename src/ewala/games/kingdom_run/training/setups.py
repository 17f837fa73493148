"""Games to learn from: any number of players, edition, beginner and circuit, the printed ones most of the time."""

import random

import ewala.games.kingdom_run.rules.circuit as printed
from ewala.games.kingdom_run.rules.game import KingdomRun

# At one board after another. Half with two, where learning pays the most; with four, who looks ahead does without it.
PLAYERS = (2, 3, 2, 4)
EDITIONS = ("en", "en", "en", "fr", "nl")  # what "es" says, "fr" says too
PRINTED = ("A,B,C",) * 6 + ("C,B,A", "A',B',C", "B,A,C'", "C',A',B'")
OWN_RACETRACKS = 0.15
CLANS = "KSFG"


def any_game(rng: random.Random, players: int) -> KingdomRun:
    """A game for so many players."""
    clans = "".join(rng.sample(CLANS, players))
    circuit = any_racetrack(rng) if rng.random() < OWN_RACETRACKS else rng.choice(PRINTED)
    return KingdomRun.from_options(
        {"players": clans, "first": rng.choice(clans), "edition": rng.choice(EDITIONS), "circuit": circuit}
    )


def any_racetrack(rng: random.Random) -> str:
    """A racetrack of one's own: three lakes, zones that are worth more and more, podium places less and less."""
    middle = ["~"] * printed.LAKES + ["o"] * rng.randrange(4, 10)
    rng.shuffle(middle)
    spaces = len(middle) + len(printed.FINISH)
    sizes = [0] * rng.randrange(2, 6)
    for _ in range(spaces):
        sizes[rng.randrange(len(sizes))] += 1
    sizes = [size for size in sizes if size]
    zones = ",".join(f"{value}:{size}" for value, size in enumerate(sizes, start=rng.randrange(1, 4)))
    best, places = rng.randrange(9, 16), rng.randrange(5, 10)
    podium = ",".join(str(best - place) for place in range(places))
    return f"{printed.START}|{''.join(middle)}|{printed.FINISH} {zones} {podium}"
