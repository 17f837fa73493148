"""Two hosts of tables that are asked the same things: a server with its database, and a page's own device.

What is asked is `(method, path, keys, body)`; `("LIVE", TABLE, keys, frame)` is a command over the live channel.
"""

import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from faults import Disk
from small_world import Answer, SmallWorld

from ewala.core.errors import EwalaError
from ewala.local.house import House
from ewala.local.keeper import Addition
from ewala.local.questions import Question, Questions
from ewala.local.thinking import Task, chosen
from ewala.tables.commands import SeatCommand, change_of
from ewala.tables.messages import Say, decode_command

NOW = 1_800_000_000_000
OK, REFUSED = 200, 409
Asked = tuple[str, str, Sequence[str], object]


class Host(ABC):
    """Whoever has the tables."""

    now = NOW  # milliseconds; whoever tests lets time pass

    def ask(self, method: str, path: str, keys: Sequence[str] = (), body: object = None) -> Answer:
        [answer] = self.all_at_once([(method, path, keys, body)], held=False)
        return answer

    def live(self, table: str, keys: Sequence[str], **frame: object) -> Answer:
        return self.ask("LIVE", table, keys, frame)

    @abstractmethod
    def all_at_once(self, asked: Sequence[Asked], *, held: bool = True) -> list[Answer]:
        """The answers to all of them; if they are `held`, they come while the first still waits for the disk."""

    @abstractmethod
    def settle(self) -> None:
        """Let bots act until a person must."""

    # --- What tests have in common

    def make(self, game: str = "kingdom-run", **more: object) -> tuple[str, str]:
        """A table's name and the key of its host."""
        status, made = self.ask("POST", "/api/tables", (), {"game": game, **more})
        assert status == 201, made
        return made["table"]["id"], made["host_key"]

    def sit(self, table: str, seat: str, name: str = "Ada", **more: object) -> str:
        """Sit down; the key."""
        status, joined = self.ask("POST", f"/api/tables/{table}/seats/{seat}", (), {"name": name, **more})
        assert status == 201, joined
        return str(joined["key"])

    def look(self, table: str, *keys: str) -> Any:
        status, seen = self.ask("GET", f"/api/tables/{table}", keys)
        assert status == 200, seen
        return seen


class AServer(Host):
    """A server without sockets, on a database file."""

    def __init__(self, folder: Path, disk: Disk) -> None:
        self._world = SmallWorld(folder, disk, lambda: self.now)

    def all_at_once(self, asked: Sequence[Asked], *, held: bool = True) -> list[Answer]:
        if held:
            return self._world.piled_up([self._answer(*one) for one in asked], well=True)
        return [self._world.run(self._answer(*one)) for one in asked]

    async def _answer(self, method: str, path: str, keys: Sequence[str], body: object) -> Answer:
        if method != "LIVE":
            return await self._world.asked(method, path, keys, body)
        room, command = await self._world.registry.room(path), decode_command(json.dumps(body))
        assert isinstance(command, Say | SeatCommand)
        held, host = room.rights.seats_of(keys), room.rights.is_host(keys)
        try:
            seq = await room.submit(change_of(held, command, host=host), by=command.seat)
        except EwalaError as error:
            return REFUSED, {"code": error.code}
        return OK, {"seq": seq}

    def settle(self) -> None:
        self._world.settle()

    def close(self) -> None:
        self._world.close()


class APage(Host):
    """The tables of a device."""

    def __init__(self) -> None:
        self._held: list[Callable[[], None]] | None = None
        self._tasks: list[Task] = []
        self._house = House(lambda: self.now, self._keep, self._tasks.append)
        self._questions = Questions(self._house)

    def _keep(self, addition: Addition, done: Callable[[], None], lost: Callable[[str], None]) -> None:
        if self._held is None:
            done()
        else:
            self._held.append(done)

    def all_at_once(self, asked: Sequence[Asked], *, held: bool = True) -> list[Answer]:
        self._held = [] if held else None
        answers = [self._ask(*one) for one in asked]
        waiting, self._held = self._held or [], None
        for done in waiting:
            done()
        return [answer for [answer] in answers]

    def _ask(self, method: str, path: str, keys: Sequence[str], body: object) -> list[Answer]:
        """Where the answer will be."""
        answers: list[Answer] = []
        text = "" if body is None else json.dumps(body)
        if method != "LIVE":
            question = Question(method, path, text, list(keys), "en")
            self._questions.ask(question, lambda status, said: answers.append((status, json.loads(said))))
            return answers

        def hear(frame: str) -> None:
            for line in map(json.loads, frame.split("\n")):
                if line["type"] in ("done", "refused"):
                    answers.append((OK if line["type"] == "done" else REFUSED, line))

        line = self._house.line(path, hear)
        line.hear(json.dumps({"type": "hello", "keys": list(keys)}))
        line.hear(text)
        return answers

    def settle(self) -> None:
        while self._tasks:
            task = self._tasks.pop()
            self._house.decide(task, chosen(task))
