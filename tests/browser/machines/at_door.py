"""A page's side of the door to the tables of its device."""

import json
from collections.abc import Callable
from typing import Any

import msgspec
import sessions
from devices import Frame

from ewala.local.door import Door
from ewala.local.keeper import Addition, KeptTable
from ewala.local.questions import Answer


def kept_tables(additions: list[Addition]) -> dict[str, KeptTable]:
    """What a keeper has after these additions."""
    kept: dict[str, KeptTable] = {}
    for addition in additions:
        kept |= {fresh.id: fresh for fresh in msgspec.convert(msgspec.to_builtins(addition.fresh), list[KeptTable])}
        if addition.events:
            table = kept[addition.table]
            assert addition.first == len(table.events) + 1
            table.events += addition.events
            table.seat_digests = addition.seat_digests
    return kept


class AtDoor:
    """A page's side of the door; what it keeps stays when the page is gone."""

    def __init__(self, kept: list[Addition]) -> None:
        self.kept = kept
        self.frames: list[tuple[int, Frame]] = []
        self.cut: list[int] = []
        self.tasks: list[str] = []
        self.stopped: list[str] = []
        self.coached: list[tuple[str, Answer]] = []
        self.reviewed: list[str] = []
        self.refuses = ""
        think, stop, review = self.tasks.append, self.stopped.append, self.reviewed.append
        self.door = Door(
            lambda: sessions.NOW, self._keep, self._take, self.cut.append, think, stop, self._advise, review
        )

    def _keep(self, addition: str, done: Callable[[], None], lost: Callable[[str], None]) -> None:
        if self.refuses:
            return lost(self.refuses)
        self.kept.append(msgspec.json.decode(addition, type=Addition))
        return done()

    def _advise(self, task: str, answer: Answer) -> None:
        self.coached.append((task, answer))

    def _take(self, line: int, frame: str) -> None:
        self.frames += [(line, json.loads(text)) for text in frame.split("\n")]

    def ask(self, method: str, path: str, body: object = None, *keys: str) -> tuple[int, Any]:
        answers: list[tuple[int, Any]] = []
        text = "" if body is None else json.dumps(body)
        self.door.ask(method, path, text, list(keys), "en", lambda status, said: answers.append((status, said)))
        [(status, said)] = answers
        return status, json.loads(said)

    def begin(self, *bots: str) -> tuple[str, str]:
        """A race of the knights against the sorcerers, who begin; the table's name, and the key of its host."""
        self.keys: dict[str, str] = {}
        _, made = self.ask("POST", "/api/tables", {"game": "kingdom-run", "options": {"first": "S"}})
        table, host = made["table"]["id"], made["host_key"]
        for seat in "KS":
            path = f"/api/tables/{table}/seats/{seat}"
            if seat in bots:
                self.ask("POST", f"{path}/bot", {"bot": "greedy"}, host)
            else:
                self.keys[seat] = self.ask("POST", path, {"name": seat})[1]["key"]
        for seat in "FG":
            self.ask("POST", f"/api/tables/{table}/seats/{seat}/close", None, host)
        self.ask("POST", f"/api/tables/{table}/start", None, host)
        return table, host

    def types(self, line: int) -> list[str]:
        return [frame["type"] for number, frame in self.frames if number == line]
