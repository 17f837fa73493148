"""Frames of the live channel that a hostile client could send; determined by a seed."""

import json
import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

from fuzzing.knowledge import SEATS, SOME_MOVES, Knowledge
from fuzzing.oddities import ODD_TEXTS, UNREADABLE, any_word, as_json, bent, cut


@dataclass(frozen=True)
class Aim:
    """Whether a command is meant to be right, and for whom."""

    right: bool
    seat: str


Field = Callable[[random.Random, Knowledge, Aim], Any]


def _id(rng: random.Random, known: Knowledge, aim: Aim) -> Any:
    return str(rng.randrange(10_000))


def _seat(rng: random.Random, known: Knowledge, aim: Aim) -> Any:
    return aim.seat


def _seat_or_host(rng: random.Random, known: Knowledge, aim: Aim) -> Any:
    return rng.choice([aim.seat, None])


def _move(rng: random.Random, known: Knowledge, aim: Aim) -> Any:
    return rng.choice(known.moves if aim.right else SOME_MOVES)


def _ply(rng: random.Random, known: Knowledge, aim: Aim) -> Any:
    return known.ply if aim.right else max(0, known.ply + rng.randrange(-3, 4))


def _mostly(rng: random.Random, known: Knowledge, aim: Aim) -> Any:
    return rng.random() < 0.7


def _text(rng: random.Random, known: Knowledge, aim: Aim) -> Any:
    return rng.choice(["hello", *ODD_TEXTS])[:2000] or "x"


def _part(rng: random.Random, known: Knowledge, aim: Aim) -> Any:
    return rng.choice(["luck", *ODD_TEXTS])[:200] or "x"


class Kind(NamedTuple):
    often: float  # games should get somewhere, too
    fields: dict[str, Field]


# What a device may command, and how each field is made up: a new frame needs a line here, and nothing else.
KINDS: dict[str, Kind] = {
    "move": Kind(12, {"id": _id, "seat": _seat, "move": _move, "ply": _ply}),
    "take-back": Kind(3, {"id": _id, "seat": _seat}),
    "confirm": Kind(2, {"id": _id, "seat": _seat}),
    "resign": Kind(0.05, {"id": _id, "seat": _seat}),
    "come-back": Kind(1, {"id": _id, "seat": _seat}),
    "allow-hints": Kind(2, {"id": _id, "seat": _seat, "allow": _mostly}),
    "show-part": Kind(1, {"id": _id, "seat": _seat, "part": _part}),
    "say": Kind(1, {"id": _id, "text": _text, "seat": _seat_or_host}),
    "mute": Kind(1, {"muted": _mostly}),
    "why": Kind(3, {"id": _id, "move": _move}),
    "ping": Kind(1, {"id": _id}),
    "hello": Kind(0.5, {}),
}


@dataclass(frozen=True)
class Frame:
    data: bytes
    text: bool = True


def any_frame(rng: random.Random, known: Knowledge) -> Frame:
    """Anything at all."""
    kind = rng.random()
    if kind < 0.2:
        return Frame(rng.choice(UNREADABLE))
    if kind < 0.23:
        return Frame(rng.randbytes(rng.randrange(0, 200)), text=rng.random() < 0.2)
    if kind < 0.26:
        return Frame(any_command(rng, known).data, text=False)
    if kind < 0.27:
        return Frame(as_json({"type": "say", "id": "1", "text": "x" * rng.randrange(7000, 20_000)}))
    if kind < 0.32:
        return any_hello(rng, known)
    command = json.loads(any_command(rng, known).data)
    return Frame(as_json(bent(rng, command))) if kind < 0.75 else Frame(cut(rng, as_json(command)))


def any_command(rng: random.Random, known: Knowledge) -> Frame:
    """A command in the right form, at whatever time."""
    name = rng.choices(list(KINDS), weights=[kind.often for kind in KINDS.values()])[0]
    right = bool(known.moves) and rng.random() < 0.7
    aim = Aim(right, known.seat if right else rng.choice(SEATS))
    fields = {field: made_up(rng, known, aim) for field, made_up in KINDS[name].fields.items()}
    return Frame(as_json({"type": name, **fields}))


def any_hello(rng: random.Random, known: Knowledge) -> Frame:
    """A hello in the right form, with keys that may be wrong."""
    keys = [rng.choice([*known.keys, any_word(rng), ""]) for _ in range(rng.randrange(0, 4))]
    hello: dict[str, Any] = {"type": "hello", "keys": keys}
    if rng.random() < 0.3:
        hello["watch"] = rng.choice([*known.keys, any_word(rng)])
    if rng.random() < 0.3:
        hello["since"] = rng.choice([0, 1, 5, 100, 10_000])
    if rng.random() < 0.3:
        hello["language"] = rng.choice(["fr", "es", "nl", "en;q=nan", "xx", "fr;q=1e999,*", ",,;q=,"])
    return Frame(as_json(hello))
