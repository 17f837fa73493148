"""Plays a seat of an Ewala table with random legal moves: python examples/bot.py http://HOST:PORT TABLE SEAT NAME

Where the package is installed, it adds chance of its own to the dice and checks every roll when the game is over. When
the line breaks or the server is started anew, it comes back by itself.
"""

import json
import random
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from http.client import HTTPException
from importlib import import_module
from importlib.util import find_spec
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

ewala: Any = import_module("ewala") if find_spec("ewala") else None

LATE = ("move/stale", "table/nothing-to-confirm", "match/over")  # what we asked for was done before, or is not wanted


def call(address: str, key: str, body: Any = None) -> Any:
    """What the server answers. Asked again where that may be lost: under the same `id` a move is made once."""
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {key}"}
    for _ in range(200):
        request = Request(address, None if body is None else json.dumps(body).encode(), headers)
        try:
            return urlopen(request, timeout=60)  # the stream has a sign of life every 20 seconds
        except HTTPError as refused:
            said = refused.read().decode()
            if any(code in said for code in LATE):
                return None
            if refused.code not in (429, 502, 503, 504):  # too many requests; no server at the moment
                sys.exit(said)
            pause = float(refused.headers["Retry-After"] or 0.4)
        except OSError:
            pause = 0.4
        time.sleep(pause * random.uniform(1, 2))  # not all who were cut off come back at once
    sys.exit("the server does not come back")


def frames(table: str, key: str) -> Iterator[Any]:
    """What happens. After a line that broke, perhaps in the middle of a word, it begins with how the table stands."""
    while True:
        with suppress(OSError, HTTPException, ValueError):
            yield from (json.loads(line) for line in call(f"{table}/stream", key) if line.strip())
        time.sleep(random.uniform(0.2, 1))


def play(table: str, seat: str, name: str) -> Any:
    """Sit down, and answer every position in which it is our turn until the game is over; returns the result."""
    first = json.load(call(table, ""))["table"]  # the seal, and whether a lot is to be drawn: that must not change
    witness = ewala and ewala.Witness(seat, first["commitment"], lot=first["parameters"].get("first") == "lot")
    promise = {"promise": witness.promise} if witness else {}
    key = json.load(call(f"{table}/seats/{seat}", "", {"name": name, **promise}))["key"]
    chosen: dict[int, str] = {}  # by number of the event: asked again, we want the same
    for frame in frames(table, key):
        if frame.get("result"):
            if witness:  # raises, and says what differs, if anybody could have chosen the rolls
                rolls = witness.check(ewala.read_record(call(f"{table}/record", key).read().decode()))
                sys.stderr.write(f"The dice were honest: {rolls} rolls computed again.\n")
            return frame["result"]
        stands, position = frame.get("table") or {}, frame.get("position") or {}
        if seat in stands.get("to_show", []):
            call(f"{table}/seats/{seat}/part", key, {"part": witness.show(stands["commitment"], stands["promises"])})
        elif moves := position.get("moves"):
            move = chosen.setdefault(frame["seq"], random.choice(moves))
            call(f"{table}/moves", key, {"move": move, "ply": position["ply"], "id": str(frame["seq"])})
        elif position.get("confirm") == seat:
            call(f"{table}/confirm", key, {})


if __name__ == "__main__":
    server, *words = sys.argv[1:]
    sys.stdout.write(json.dumps(play(f"{server.rstrip('/')}/api/tables/{words[0]}", *words[1:])) + "\n")
