"""Whole games as pages play them, from making the table to its record: at a server, or at a table of this device.

What is asked and what is heard goes through a `Side`; the answers are the same whoever gives them, but for keys and
names of tables.
"""

import json
import random
from collections.abc import Callable
from typing import Any, Protocol

from ewala.bots.roster import entry_called
from ewala.core.dice import promise_of
from ewala.local.house import House
from ewala.local.keeper import Addition
from ewala.local.line import Line
from ewala.local.questions import Question, Questions
from ewala.local.thinking import Task

NOW = 1_800_000_000_000
MOST_SAID = 3  # words; a server has limits for them, a device has not
LUCK = 7  # of the bots, as the server's tests have it
Frame = dict[str, Any]
Heard = Callable[[Frame], bool]


class Side(Protocol):
    """Whoever has the table."""

    def ask(self, method: str, path: str, body: str, keys: list[str], language: str) -> tuple[int, str]: ...

    def open(self, table: str) -> int:
        """A new line to a table; returns its number."""

    def send(self, line: int, frame: str) -> None: ...

    def until(self, line: int, fits: Heard) -> Frame:
        """The first frame that fits, of those that came since something was last sent."""

    def texts(self, line: int) -> list[str]:
        """All that has come over a line."""


class Plan:
    """What is to be played: who sits where, and how they behave."""

    def __init__(self, game: str, options: dict[str, Any], sitters: dict[str, str], seed: int, language: str) -> None:
        self.game = game
        self.options = options
        self.sitters = sitters  # a person's name, "bot:NAME", or "" for a seat that is not played
        self.seed = seed
        self.language = language


def played(side: Side, plan: Plan) -> list[str]:
    """Everything that was answered and heard, with keys and names of tables as numbers."""
    return _Session(side, plan).play()


class _Session:
    def __init__(self, side: Side, plan: Plan) -> None:
        self._side = side
        self._plan = plan
        self._lines: list[str] = []
        self._secrets: list[str] = []  # keys and names, in the order in which they came
        self._word = plan.seed * 7919 + 13
        self._commands = 0
        self._said = 0

    def play(self) -> list[str]:
        self._ask("GET", "/api/games", {}, [])
        confirm = self._plan.seed % 2 == 1
        wanted = {
            "game": self._plan.game,
            "options": self._plan.options,
            "settings": {"confirm": confirm, "title": "é"},
        }
        made = self._ask("POST", "/api/tables", wanted, [])
        self._table, host = made["table"]["id"], made["host_key"]
        self._secrets += [self._table, host, made["watch_key"]]
        keys = self._seat(host, made["table"]["commitment"])
        held = self._side.open(self._table)
        watching = self._side.open(self._table)
        hello = {"type": "hello", "language": self._plan.language, "explained": True}
        self._side.send(held, json.dumps({**hello, "keys": [*keys.values(), host][:4]}))
        self._side.until(held, lambda frame: frame["type"] == "snapshot")
        self._side.send(watching, json.dumps({"type": "hello", "watch": made["watch_key"], "language": "es"}))
        self._side.until(watching, lambda frame: frame["type"] == "snapshot")
        self._ask("POST", f"/api/tables/{self._table}/start", None, [host])
        for seat in keys:
            self._command(held, {"type": "show-part", "seat": seat, "part": f"part of {seat}"})
        result = self._game(held)
        self._side.until(watching, lambda frame: frame["type"] == "happened" and "result" in frame)
        self._lines.append(json.dumps(result["result"]))
        self._afterwards(list(keys.values()))
        self._lines += [*self._side.texts(held), "-", *self._side.texts(watching)]
        return [self._hidden(line) for line in self._lines]

    def _seat(self, host: str, commitment: str) -> dict[str, str]:
        keys = {}
        for seat, name in self._plan.sitters.items():
            path = f"/api/tables/{self._table}/seats/{seat}"
            if not name:
                self._ask("POST", f"{path}/close", None, [host])
            elif name.startswith("bot:"):
                self._ask("POST", f"{path}/bot", {"bot": name[4:]}, [host])
            else:
                promise = promise_of(commitment, seat, f"part of {seat}")
                keys[seat] = self._ask("POST", path, {"name": name, "promise": promise}, [])["key"]
                self._secrets.append(keys[seat])
        return keys

    def _game(self, held: int) -> Frame:
        """Play to the end, taking moves back, asking why not and talking now and then."""
        frame = self._side.until(held, _asks)
        while "result" not in frame:
            position = frame["position"]
            seat, word = position["to_act"], self._draw()
            if position.get("confirm"):
                frame = self._command(held, {"type": "confirm", "seat": seat}, _asks)
                continue
            moves = position["moves"]
            move = {"type": "move", "seat": seat, "move": moves[word % len(moves)], "ply": position["ply"]}
            if word % 11 == 0:
                self._command(held, {"type": "why", "move": "D1K"}, lambda heard: heard["type"] == "because")
            if word % 13 == 0:
                self._command(held, {**move, "ply": position["ply"] + 5})
            if word % 17 == 0 and self._said < MOST_SAID:
                self._said += 1
                self._command(held, {"type": "say", "seat": seat, "text": "  hello   there "})
            if word % 5 == 0:
                self._command(held, {"type": "take-back", "seat": seat})
                frame = self._now(held, seat, position["ply"] - 1, frame)
                if frame["position"]["ply"] != position["ply"]:
                    continue
            frame = self._command(held, move, _asks)
        return frame

    def _now(self, held: int, seat: str, ply: int, before: Frame) -> Frame:
        """The position after somebody has tried to take a move back."""
        for text in reversed(self._side.texts(held)):
            heard = json.loads(text)
            if heard["type"] == "happened" and heard.get("position"):
                taken = heard["event"]["type"] == "taken-back" and heard["position"]["ply"] == ply
                return heard if taken else before
        return before

    def _afterwards(self, keys: list[str]) -> None:
        base = f"/api/tables/{self._table}"
        record = self._say("GET", f"{base}/record", "", keys)[1]
        self._ask("POST", "/api/records", {"text": record}, [])
        self._ask("POST", "/api/records", {"text": record[:-30] + "zz"}, [])
        self._ask("GET", base, None, keys)
        self._ask("GET", f"{base}/story", None, keys)
        self._ask("GET", f"{base}/positions/3", None, keys)
        self._ask("GET", f"{base}/positions/100000", None, keys)
        self._ask(
            "POST", "/api/positions", {"game": self._plan.game, "options": self._plan.options, "moves": ["x"]}, []
        )
        again = self._ask("POST", f"{base}/rematch", None, keys)
        self._secrets.append(again["table"]["id"])
        self._ask("POST", f"{base}/seats/K", {"name": "late"}, [])

    # --- Asking and hearing

    def _draw(self) -> int:
        self._word = (self._word * 1103515245 + 12345) % 2147483648
        return self._word >> 8

    def _ask(self, method: str, path: str, body: object, keys: list[str]) -> Any:
        return json.loads(self._say(method, path, "" if body is None else json.dumps(body), keys)[1])

    def _say(self, method: str, path: str, body: str, keys: list[str]) -> tuple[int, str]:
        status, text = self._side.ask(method, path, body, keys, self._plan.language)
        self._lines.append(f"{method} {path} {status} {text}")
        return status, text

    def _command(self, line: int, command: Frame, fits: Heard | None = None) -> Frame:
        """Give a command, and wait for its answer; then for what fits, if that is wanted."""
        self._commands += 1
        name = f"c{self._commands}"
        self._side.send(line, json.dumps({"id": name, **command}))
        if fits is not None and command["type"] != "why":
            return self._side.until(line, fits)
        return self._side.until(line, lambda frame: frame.get("id") == name)

    def _hidden(self, line: str) -> str:
        for number, secret in enumerate(self._secrets):
            line = line.replace(secret, f"<{number}>")
        return line


def _asks(frame: Frame) -> bool:
    """Whether something is expected of whoever holds the line, or it is over."""
    if frame["type"] != "happened":
        return False
    position = frame.get("position") or {}
    return (
        "result" in frame
        or "moves" in position
        or ("confirm" in position and position["confirm"] == position["to_act"])
    )


class Here:
    """Tables of this device. Bots decide at once."""

    def __init__(self) -> None:
        self._house = House(lambda: NOW, self._keep, self._think)
        self._questions = Questions(self._house)
        self._open: list[Line] = []
        self._texts: list[list[str]] = []
        self._seen: list[int] = []
        self._rngs: dict[str, random.Random] = {}
        self.kept: list[Addition] = []

    def _keep(self, addition: Addition, done: Callable[[], None], lost: Callable[[str], None]) -> None:
        self.kept.append(addition)
        done()

    def _think(self, task: Task) -> None:
        room = self._house.room(task.table)
        match = room.kept.match
        assert match is not None
        entry = entry_called(room.kept.game.name, task.bot)
        rng = self._rngs.setdefault(f"{task.table} {task.seat}", random.Random(LUCK))
        self._house.decide(task, entry.bot.choose(match.view(task.seat), budget=entry.budget, rng=rng))

    def ask(self, method: str, path: str, body: str, keys: list[str], language: str) -> tuple[int, str]:
        answers: list[tuple[int, str]] = []
        self._questions.ask(
            Question(method, path, body, keys, language), lambda status, text: answers.append((status, text))
        )
        return answers[0]

    def open(self, table: str) -> int:
        texts: list[str] = []
        self._texts.append(texts)
        self._seen.append(0)
        self._open.append(self._house.line(table, lambda frame: texts.extend(frame.split("\n"))))
        return len(self._open) - 1

    def send(self, line: int, frame: str) -> None:
        self._seen[line] = len(self._texts[line])
        self._open[line].hear(frame)

    def until(self, line: int, fits: Heard) -> Frame:
        texts = self._texts[line]
        for at in range(self._seen[line], len(texts)):
            frame: Frame = json.loads(texts[at])
            if fits(frame):
                return frame
        raise AssertionError(f"nothing like that was heard: {texts[self._seen[line] :]}")

    def texts(self, line: int) -> list[str]:
        return self._texts[line]


def at_home(game: str, options: dict[str, Any], sitters: dict[str, str], seed: int, language: str) -> list[str]:
    """A session at a table of this device."""
    return played(Here(), Plan(game, options, sitters, seed, language))
