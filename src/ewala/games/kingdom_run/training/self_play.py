"""A search plays itself, quickly: one keeps how each turn began, what it promised, and what its dice were worth.

Games to learn from have any number of players, edition, beginner and circuit, the printed ones most of the time. In a
contest new values play against old ones.
"""

import random
from dataclasses import dataclass
from typing import Any

import ewala.games.kingdom_run.rules.circuit as printed
from ewala.core.engine import Rng
from ewala.games.kingdom_run.bots.bot import kept_after, rolled_after
from ewala.games.kingdom_run.bots.search import Outlook, TurnSearch
from ewala.games.kingdom_run.rules.game import KingdomRun
from ewala.games.kingdom_run.rules.state import ACT, AGAIN, OVER, State

LOOK_WIDTH = 1  # how wide a look at all rolls is: nearly all of the time goes there, and wider ones teach little more
ACT_WIDTH = 6
NOISE = 0.02  # so that games differ
WILD_GAMES = 0.3  # the part of the games with bad turns in them,
WILD_TURNS = 0.3  # so many,
WILD_NOISE = 0.25  # so bad; an opening is wilder still:
OPENING = 6  # turns


@dataclass(frozen=True)
class Turn:
    """How a turn went; what may be expected is each seat's share."""

    start: bytes
    outlook: list[float]  # what could be expected before the dice
    thrown: list[float]  # once they lay there
    end: bytes


@dataclass(frozen=True)
class Story:
    """A game."""

    turns: list[Turn]
    outcome: list[float]


def play_game(search: TurnSearch, rng: random.Random) -> Story:
    """One game of a search against itself."""
    data, words = search.game.engine.start(), Rng(rng.getrandbits(60))
    wild = rng.random() < WILD_GAMES
    turns: list[Turn] = []
    while State.unpack(data).phase != OVER:
        errs = wild and (len(turns) <= OPENING or rng.random() < WILD_TURNS)
        turns.append(play_turn(search, data, words, noise=WILD_NOISE if errs else NOISE, seed=rng.getrandbits(60)))
        data = turns[-1].end
    return Story(turns, search.judge(data))


def play_turn(
    search: TurnSearch, start: bytes, words: Rng, *, replies: int = 1, noise: float = 0.0, seed: int = 0
) -> Turn:
    """One turn; who looks at `replies` goes for that of so many ends of which the next player can make least."""
    outlook, seats = search.look(start, width=LOOK_WIDTH), len(search.game.seats)
    end, handful = _throw(search, start, outlook, words)
    thrown = _plain(outlook.kept_shares[handful][:seats])
    if State.unpack(end).phase == ACT:
        ends = [found.board for found in search.ends(end, width=ACT_WIDTH, most=replies, noise=noise, seed=seed)]
        mover = State.unpack(start).seat
        end = max(ends, key=lambda end: search.look(end, width=LOOK_WIDTH).shares[mover]) if ends[1:] else ends[0]
    return Turn(start, _plain(outlook.shares), thrown, end)


def _throw(search: TurnSearch, start: bytes, outlook: Outlook, words: Rng) -> tuple[bytes, int]:
    """The position once the dice have come up, of which the best were kept, and which handful they are."""
    engine = search.game.engine
    data = engine.apply(start, engine.sample(start, words))
    reroll = max(engine.legal(data), key=lambda move: outlook.kept[kept_after(data, move)])
    handful = kept_after(data, reroll)
    data = engine.apply(data, reroll)
    if State.unpack(data).phase == AGAIN:
        roll = engine.sample(data, words)
        data, handful = engine.apply(data, roll), rolled_after(handful, roll)
    return data, handful


def _plain(shares: Any) -> list[float]:
    return [float(share) for share in shares]


# --- Games to learn from

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


# --- Contests

REPLIES = 3  # ends of a turn from which it looks on: values have to serve opponents that look on as well


def play_deal(new: TurnSearch, old: TurnSearch, rng: random.Random) -> float:
    """What the new search wins alone among old ones, on average over the seats, with the same dice in each.

    The luck of the dice is taken off: what each mover thinks that its dice are worth, less what it could expect of
    them. Its mean is nothing, whatever the mover thinks.
    """
    dice, seats = rng.getrandbits(60), len(new.game.seats)
    return sum(_play(new, old, seat, dice) for seat in range(seats)) / seats


def _play(new: TurnSearch, old: TurnSearch, seat: int, dice: int) -> float:
    data, words, luck = new.game.engine.start(), Rng(dice), 0.0
    while (s := State.unpack(data)).phase != OVER:
        search = new if s.seat == seat else old
        turn = play_turn(search, data, words, replies=REPLIES)
        luck += turn.thrown[seat] - turn.outlook[seat]
        data = turn.end
    return float(old.judge(data)[seat]) - luck
