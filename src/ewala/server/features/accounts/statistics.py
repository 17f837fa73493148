"""What somebody has won so far: by game, seat, number of players and opponent, in a row, and at best."""

from collections.abc import Iterator, Sequence
from typing import Literal

import msgspec

from ewala.server.features.accounts.games import Played

BEST = 3  # games of each kind


class Share(msgspec.Struct, frozen=True):
    """How much of some games was won."""

    by: Literal["game", "seat", "players", "opponent", "bot"]
    game: str
    of: str  # the seat, the number of players, who it was against
    games: int
    won: int
    drawn: int


class Streaks(msgspec.Struct, frozen=True):
    """Games won one after another."""

    now: int
    longest: int


class BestGame(msgspec.Struct, frozen=True):
    """One that was won with many points."""

    game: str
    players: int
    table: str
    points: int
    touched_at: int


class Record(msgspec.Struct, frozen=True):
    games: int
    shares: list[Share]
    streaks: Streaks
    best: list[BestGame]


def record_of(games: Sequence[Played]) -> Record:
    """Of games that are over, the newest first; those that were broken off do not count."""
    counted = [game for game in games if game.result is not None]
    return Record(len(counted), _shares(counted), _streaks(counted), _best(counted))


def _kinds(game: Played) -> Iterator[tuple[Literal["game", "seat", "players", "opponent", "bot"], str]]:
    yield "game", game.game
    yield "seat", game.seat
    yield "players", str(game.players)
    for other in game.others:
        if other.kind == "bot":
            yield "bot", other.bot
        else:
            yield "opponent", other.name


def _shares(games: Sequence[Played]) -> list[Share]:
    found: dict[tuple[Literal["game", "seat", "players", "opponent", "bot"], str, str], list[int]] = {}
    for game in games:
        assert game.result is not None
        for by, of in dict.fromkeys(_kinds(game)):
            counts = found.setdefault((by, game.game, of), [0, 0, 0])
            counts[0] += 1
            counts[1] += game.result.won
            counts[2] += game.result.drawn
    return [Share(*kind, *counts) for kind, counts in sorted(found.items())]


def _streaks(games: Sequence[Played]) -> Streaks:
    now = longest = here = 0
    for number, game in enumerate(games):
        assert game.result is not None
        here = here + 1 if game.result.won else 0
        longest = max(longest, here)
        if here == number + 1:
            now = here
    return Streaks(now, longest)


def _best(games: Sequence[Played]) -> list[BestGame]:
    kinds: dict[tuple[str, int], list[BestGame]] = {}
    for game in games:
        if game.result is not None and game.result.won:
            points = game.result.points[game.seat]
            best = BestGame(game.game, game.players, game.table, points, game.touched_at)
            kinds.setdefault((game.game, game.players), []).append(best)
    ranked = (sorted(some, key=lambda one: -one.points)[:BEST] for _, some in sorted(kinds.items()))
    return [game for some in ranked for game in some]
