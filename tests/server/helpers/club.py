"""A club evening over HTTP: those who come, go to their tables and play there, as their pages would."""

import random
from collections.abc import Iterator
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Any
from unittest import mock

from table_server import Server, Table

from ewala.server.features.evenings import organizer as organising
from ewala.server.features.evenings import routes as evenings

EVENING = {"name": "Thursday", "game": "kingdom-run", "rounds": 4}


class Evening:
    """An evening at a server, with the keys to it."""

    def __init__(self, server: Server, name: str, organiser_key: str = "") -> None:
        self.server, self.id, self.key = server, name, organiser_key
        self.keys: dict[str, str] = {}
        self.names: dict[str, str] = {}

    def come(self, name: str) -> str:
        answer = self.call("POST", "/guests", body={"name": name})
        assert answer.status_code == 201, answer.text
        made = answer.json()
        self.keys[made["who"]], self.names[made["who"]] = made["key"], name
        return str(made["who"])

    def call(self, method: str, path: str = "", *keys: str, body: object = None) -> Any:
        return self.server.call(method, f"/api/evenings/{self.id}{path}", *keys, body=body)

    def seen(self, *keys: str) -> Any:
        return self.call("GET", "", *keys).json()

    def begin_round(self) -> Any:
        answer = self.call("POST", "/rounds", self.key)
        assert answer.status_code == 200, answer.text
        return answer.json()["held"][-1]

    def sit_all(self) -> list[Table]:
        """Everybody goes to their table, as their page does; the tables at which a game goes on then."""
        tables: dict[str, Table] = {}
        for who, key in self.keys.items():
            yours = self.seen(key).get("yours")
            if yours and not yours["taken"]:
                table = tables.setdefault(yours["table"], Table(self.server, yours["table"], "", ""))
                table.sit(yours["seat"], self.names[who])
        return list(tables.values())

    def play_all(self, *, losing: str = "C") -> None:
        """Tables of two, with a quick end: one side gives up."""
        for table in self.sit_all():
            table.do("POST", "/resign", table.keys[losing], body={})

    def places(self) -> dict[str, tuple[int, float]]:
        return {self.names[row["who"]]: (row["place"], row["points"]) for row in self.seen()["standings"]}


@contextmanager
def same_seats() -> Iterator[None]:
    """Guests are known by the same marks in every run, and an evening has the same seed: so are they seated."""
    rng = random.Random(1)
    marks = mock.patch.object(organising, "new_name", lambda length: f"{rng.getrandbits(4 * length):0{length}x}")
    with marks, mock.patch.object(evenings, "secrets", SimpleNamespace(randbelow=rng.randrange)):
        yield


def open_evening(server: Server, **changes: Any) -> Evening:
    answer = server.call("POST", "/api/evenings", body={**EVENING, **changes})
    assert answer.status_code == 201, answer.text
    made = answer.json()
    return Evening(server, made["evening"]["id"], made["organiser_key"])


def play_to_the_end(table: Table, rng: random.Random | None = None) -> None:
    """Whoever has to act makes the first move of the list, or any."""
    while (position := table.look(*table.keys.values())["position"]).get("to_act"):
        move = rng.choice(position["moves"]) if rng else position["moves"][0]
        key = table.keys[position["to_act"]]
        table.do("POST", "/moves", key, body={"move": move, "ply": position["ply"]})
