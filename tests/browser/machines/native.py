"""The jobs of `ewala/browser/kernel.mjs`, done by the processor: what a module's answers are held against."""

import importlib.util
from functools import cache
from typing import Any

import numpy as np

from ewala.core.engine import CHANCE_NODE, OVER_NODE, Compiled, Rng
from ewala.core.game import Game


class Native:
    """A game's compiled kernel, asked as a module is."""

    def __init__(self, game: Game) -> None:
        engine: Any = game.fast_engine
        assert isinstance(engine, Compiled)
        self.game = game
        self.spells = importlib.util.find_spec(game.kernel.rpartition(".")[0] + ".position_text") is not None
        self.engine: Any = engine
        self.kernel, self.rules = engine._kernel, engine._rules
        self.rng = engine._numbers(1)
        self.state = engine._load(b"")

    def ask(self, do: str, **job: Any) -> Any:
        """The answer to a job; its rules are those of the game."""
        self.rng[0] = int(job.pop("rng"))
        del job["rules"]
        self._start()
        return getattr(self, do)(**job)

    def games(self, games: int) -> dict[str, object]:
        rng = Rng(0)
        rng.word = int(self.rng[0])
        return {"moves": self.engine.play_out_many(games, rng), "rng": str(rng.word)}

    def ends(self, games: int) -> list[int]:
        states, blank, engine = self.engine._load(b""), self.engine._load(b""), self.engine
        digests = []
        for _ in range(games):
            moves = engine._walk.play_out_many(states, blank, self.rules, self.rng, 1)
            drawn, ended = np.frombuffer(self.rng.tobytes(), np.int32), _bytes(states.tobytes())
            digests.append(_digest(np.concatenate([[moves], drawn, ended]).astype(np.int64)))
        return digests

    def walk(self, positions: int, seats: int) -> dict[str, object]:
        digests = [_digest(self._asked(seats, number)) for number in range(positions)]
        return {"digests": digests, "rng": str(self.rng[0])}

    def look(self, position: int, seats: int) -> list[int]:
        for number in range(position):
            self._asked(seats, number)
        return [int(answer) for answer in self._asked(seats, position)]

    def _start(self) -> None:
        self.state = self.engine._load(self.engine.start())

    def _text(self, data: bytes) -> bytes:
        """A position's text as a module spells it, where it does: without the layout, which no position changes."""
        if not self.spells:
            return b""
        layout = f"{self.game.values['layout']} " if "layout" in self.game.values else ""
        return self.game.write_position(data).removeprefix(layout).encode()

    def _asked(self, seats: int, number: int) -> "np.ndarray[Any, Any]":
        """All answers about the position, as whole numbers; then a move is made there, or another game begun."""
        kernel, r, rng, engine, s = self.kernel, self.rules, self.rng, self.engine, self.state[0]
        most, codes = engine._most_moves, engine._kernel.CODES
        actor = OVER_NODE if kernel.is_over(s) else CHANCE_NODE if kernel.is_chance(s) else kernel.to_act(s, r)
        moves, outcomes, weights = (np.zeros(most, np.int64) for _ in range(3))
        legal, many = kernel.legal(s, r, moves), kernel.chances(s, r, outcomes, weights)
        scores, result = np.zeros(seats, np.int64), np.zeros(2 * seats, np.int64)
        kernel.scores(s, r, scores)
        kernel.result(s, r, result)
        said: list[Any] = [[actor, legal], moves[:legal], [many], outcomes[:many], weights[:many], scores, result]
        written = self._text(self.state.tobytes())
        move = -1
        if actor == CHANCE_NODE:
            move = kernel.sample(s, r, rng)
        elif actor != OVER_NODE:
            move = kernel.pick(s, r, rng)
        said += [_bytes(written), [move, kernel.why_not(s, r, number * 7919 % codes)]]
        for viewer in range(-1, seats):
            other, features = engine._load(self.state.tobytes()), np.zeros(kernel.FEATURES, np.int64)
            kernel.redact(other[0], r, viewer)
            redacted = other.tobytes()
            kernel.observe(other[0], r, viewer, features)
            kernel.determinize(other[0], r, rng)
            said.append(_bytes(redacted + (self._text(redacted) if viewer < 0 else b"")))
            said += [features, _bytes(other.tobytes())]
            if move >= 0:
                said.append([kernel.seen(s, r, move, viewer)])
        if move < 0:
            self._start()
        else:
            said.append([kernel.why_not(s, r, move)])
            kernel.apply(s, r, move)
        said.append(_bytes(self.state.tobytes()))
        return np.concatenate(said).astype(np.int64)


def _bytes(data: bytes) -> "np.ndarray[Any, Any]":
    return np.frombuffer(data, np.uint8)


def _digest(answers: "np.ndarray[Any, Any]") -> int:
    """A number of 32 bits that changes with every answer: a sum with odd weights."""
    total = np.sum(answers.astype(np.uint32) * _weights()[: len(answers)], dtype=np.uint32)
    return int(total.astype(np.int32))


@cache
def _weights() -> "np.ndarray[Any, Any]":
    found = [1]
    while len(found) < 1 << 14:
        found.append((found[-1] * 1664525 + 1013904224) % 2**32)
    return np.array(found, np.uint32)
