"""What a hostile client knows, or can make up: it makes its input likely to get somewhere."""

import random
from dataclasses import dataclass, field, replace
from typing import Any

from ewala.core.dice import Dice
from ewala.core.roles import CHANCE
from ewala.games.registry import load
from ewala.tables.match import Match

SEATS = "KSFGOC"
SOME_MOVES = ["end", ".", "r:-", "r:DDX", "B1K", "D9S", "V:K", "+S", "11>7d", "1>1a", "?>7d", "x", "!DDVX", "C2G"]


@dataclass
class Knowledge:
    """What the client has found out, or was told."""

    tables: list[str] = field(default_factory=list)
    keys: list[str] = field(default_factory=list)
    records: list[str] = field(default_factory=list)
    analyses: list[str] = field(default_factory=list)
    moves: list[str] = field(default_factory=list)  # legal ones, of the last position seen
    ply: int = 0
    seat: str = ""  # to act there
    tokens: list[str] = field(default_factory=list)  # of people
    evenings: list[str] = field(default_factory=list)
    guests: list[str] = field(default_factory=list)  # of these
    proofs: list[dict[str, Any]] = field(default_factory=list)  # keys of devices, and what these have signed


def sample_record(name: str, seed: int) -> str:
    """The record of a game played at random, with dice that verify."""
    rng = random.Random(seed)
    match = Match.begin(load(name), dice=Dice(rng.randbytes(32)))
    while (seat := match.to_act) is not None:
        if seat is CHANCE:
            match.roll()
        else:
            match.submit(rng.choice(match.state.moves()), seat)
    return match.record.text()


def learned(known: Knowledge, frame: dict[str, Any]) -> Knowledge:
    """What a frame or a snapshot tells of the position."""
    position = frame.get("position")
    if not position:
        return known
    return replace(known, moves=position.get("moves") or [], ply=position["ply"], seat=position.get("to_act") or "")
