"""Frames of the live channel that a hostile client could send; determined by a seed."""

import json
import random
from dataclasses import dataclass
from typing import Any

from fuzzing.knowledge import SEATS, SOME_MOVES, Knowledge
from fuzzing.oddities import ODD_TEXTS, UNREADABLE, any_word, as_json, bent, cut

__all__ = ["Frame", "any_frame", "any_hello", "any_wish"]

# How often each is sent: games should get somewhere, too.
WISHES = {
    "move": 12,
    "take-back": 3,
    "confirm": 2,
    "resign": 0.05,
    "come-back": 1,
    "allow-hints": 2,
    "show-part": 1,
    "say": 1,
    "mute": 1,
    "why": 3,
    "ping": 1,
    "hello": 0.5,
}
OF_A_SEAT = ("move", "take-back", "confirm", "resign", "come-back", "allow-hints", "show-part")


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
        return Frame(any_wish(rng, known).data, text=False)
    if kind < 0.27:
        return Frame(as_json({"type": "say", "id": "1", "text": "x" * rng.randrange(7000, 20_000)}))
    if kind < 0.32:
        return any_hello(rng, known)
    wish = json.loads(any_wish(rng, known).data)
    return Frame(as_json(bent(rng, wish))) if kind < 0.75 else Frame(cut(rng, as_json(wish)))


def any_wish(rng: random.Random, known: Knowledge) -> Frame:
    """A wish in the right form, at whatever time."""
    kind = rng.choices(list(WISHES), weights=list(WISHES.values()))[0]
    right = bool(known.moves) and rng.random() < 0.7
    seat = known.seat if right else rng.choice(SEATS)
    wish: dict[str, Any] = {"type": kind}
    if kind not in ("mute", "hello"):
        wish["id"] = str(rng.randrange(10_000))
    if kind in OF_A_SEAT:
        wish["seat"] = seat
    if kind in ("move", "why"):
        wish["move"] = rng.choice(known.moves if right else SOME_MOVES)
    if kind == "move":
        wish["ply"] = known.ply if right else max(0, known.ply + rng.randrange(-3, 4))
    if kind == "allow-hints":
        wish["allow"] = rng.random() < 0.7
    if kind == "show-part":
        wish["part"] = rng.choice(["luck", *ODD_TEXTS])[:200] or "x"
    if kind == "say":
        wish |= {"text": rng.choice(["hello", *ODD_TEXTS])[:2000] or "x", "seat": rng.choice([seat, None])}
    if kind == "mute":
        wish["muted"] = rng.random() < 0.5
    return Frame(as_json(wish))


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
