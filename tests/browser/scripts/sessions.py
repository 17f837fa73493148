"""Whole games as pages play them, from making the table to its record: at a server, or at a table of this device.

What is asked and what is heard goes through a `Side`; the answers are the same whoever gives them, but for keys and
names of tables.
"""

import json
import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from ewala.core.dice import promise_of
from ewala.games.roster import entry_called
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

    def wait(self, milliseconds: int) -> None:
        """Let time pass, of which nobody has any to spare."""


@dataclass
class Plan:
    """What is to be played: who sits where, and how they behave."""

    game: str
    options: dict[str, Any]
    sitters: dict[str, str]  # a person's name, "bot:NAME", or "" for a seat that is not played
    settings: dict[str, Any]
    habits: list[str]  # what is done besides moving, talking and taking back: HABITS
    language: str
    seed: int


# In the middle of a game somebody comes late, to watch; lends a seat to a bot, and takes it back; resigns. At its
# beginning somebody changes seats, all allow hints, whoever watches wants to hear no talk. Moves take time.
HABITS = ["comes late", "lends", "resigns", "changes seats", "hints", "mutes", "takes time"]
LATE, LENDS, BACK, RESIGNS = 6, 9, 14, 20  # at which decision


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
        self._opened: list[int] = []
        self._commands = 0
        self._said = 0
        self._lent = ""

    def play(self) -> list[str]:
        self._ask("GET", "/api/games", {}, [])
        plan = self._plan
        wanted = {"game": plan.game, "options": plan.options, "settings": {"title": "é", **plan.settings}}
        made = self._ask("POST", "/api/tables", wanted, [])
        self._table, self._host, self._watch = made["table"]["id"], made["host_key"], made["watch_key"]
        self._secrets += [self._table, self._host, self._watch]
        keys = self._keys = self._seat(made["table"]["commitment"])
        held = self._open({"keys": [*keys.values(), self._host][:4], "explained": True}, plan.language)
        watching = self._open({"watch": self._watch}, "es")
        if "hints" in plan.habits:
            for seat in keys:
                self._command(held, {"type": "allow-hints", "seat": seat, "allow": seat != "S"})
        if "mutes" in plan.habits:
            self._side.send(watching, json.dumps({"type": "mute", "muted": True}))
            self._command(watching, {"type": "why", "move": "D1K"})  # which is answered, other than the wish before it
        self._ask("POST", f"/api/tables/{self._table}/start", None, [self._host])
        for seat in keys:
            self._command(held, {"type": "show-part", "seat": seat, "part": f"part of {seat}"})
        result = self._game(held)
        self._side.until(watching, lambda frame: frame["type"] == "happened" and "result" in frame)
        self._lines.append(json.dumps(result["result"]))
        self._afterwards(list(keys.values()))
        for line in self._opened:
            self._lines += [*self._side.texts(line), "-"]
        return [self._hidden(line) for line in self._lines]

    def _open(self, hello: Frame, language: str) -> int:
        line = self._side.open(self._table)
        self._side.send(line, json.dumps({"type": "hello", "language": language, **hello}))
        self._side.until(line, lambda frame: frame["type"] == "presence")
        self._opened.append(line)
        return line

    def _seat(self, commitment: str) -> dict[str, str]:
        keys: dict[str, str] = {}
        for seat, name in self._plan.sitters.items():
            path = f"/api/tables/{self._table}/seats/{seat}"
            if not name:
                self._ask("POST", f"{path}/close", None, [self._host])
            elif name.startswith("bot:"):
                self._ask("POST", f"{path}/bot", {"bot": name[4:]}, [self._host])
            else:
                promise = promise_of(commitment, seat, f"part of {seat}")
                keys[seat] = self._ask("POST", path, {"name": name, "promise": promise}, [])["key"]
                self._secrets.append(keys[seat])
                if "changes seats" in self._plan.habits and len(keys) == 1:
                    self._ask("DELETE", path, None, [keys[seat]])
                    self._ask("POST", path, {"name": " "}, [])
                    keys[seat] = self._ask("POST", path, {"name": name + " II", "promise": promise}, [])["key"]
                    self._secrets.append(keys[seat])
        return keys

    def _game(self, held: int) -> Frame:
        """Play to the end, taking moves back, asking why not and talking now and then."""
        frame = self._side.until(held, self._asks)
        decisions = 0
        while "result" not in frame:
            position = frame["position"]
            seat, word = position["to_act"], self._draw()
            if "takes time" in self._plan.habits:
                self._side.wait(word % 7 * 250)
            if position.get("confirm"):
                frame = self._command(held, {"type": "confirm", "seat": seat}, self._asks)
                continue
            decisions += 1
            habit = self._habit_now(decisions)
            if habit == "resigns":
                frame = self._command(held, {"type": "resign", "seat": seat}, self._asks)
                continue
            if habit == "lends":
                frame = self._lend(held, seat)
                continue
            if habit == "comes late":
                self._come_late()
            if habit == "takes back":
                lent, self._lent = self._lent, ""
                self._command(held, {"type": "come-back", "seat": lent})
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
            frame = self._command(held, move, self._asks)
        return frame

    def _habit_now(self, decisions: int) -> str:
        """What is done at this decision besides, or in the place of a move."""
        due = {LATE: "comes late", LENDS: "lends", RESIGNS: "resigns"}.get(decisions, "")
        if decisions == BACK and self._lent:
            return "takes back"
        return due if due in self._plan.habits else ""

    def _come_late(self) -> None:
        """All hear of it before anything else happens: a server tells those who were there when it has time."""
        others = list(self._opened)
        self._open({"watch": self._watch, "explained": True}, "nl")
        for line in others:
            self._side.until(line, lambda frame: frame["type"] == "presence" and frame["watching"] == 2)

    def _lend(self, held: int, seat: str) -> Frame:
        """A bot plays for a seat; what is asked next is of somebody else."""
        self._lent = seat
        self._ask(
            "POST", f"/api/tables/{self._table}/seats/{seat}/bot", {"bot": "random"}, [self._host, self._keys[seat]]
        )
        return self._side.until(held, self._asks)

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

    def _asks(self, frame: Frame) -> bool:
        """Whether something is expected of whoever holds the line, or it is over."""
        if frame["type"] != "happened":
            return False
        position = frame.get("position") or {}
        if "result" in frame or position.get("to_act") == self._lent:
            return "result" in frame
        return "moves" in position or ("confirm" in position and position["confirm"] == position["to_act"])

    def _hidden(self, line: str) -> str:
        for number, secret in enumerate(self._secrets):
            line = line.replace(secret, f"<{number}>")
        return line


class Here:
    """Tables of this device. Bots decide at once."""

    def __init__(self, now: int = NOW) -> None:
        self._now = now
        self._house = House(lambda: self._now, self._keep, self._think)
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

    def wait(self, milliseconds: int) -> None:
        self._now += milliseconds
        self._house.tick()


def at_home(plan: list[Any], now: int) -> list[str]:
    """A session at a table of this device."""
    return played(Here(now), Plan(*plan))
