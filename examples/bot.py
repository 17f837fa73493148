"""Plays a seat of an Ewala table with random legal moves: python examples/bot.py http://HOST:PORT TABLE SEAT NAME

Where the package is installed, it adds chance of its own to the dice and checks every roll when the game is over.
"""

import json
import random
import sys
import time
from importlib import import_module
from importlib.util import find_spec
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

ewala: Any = import_module("ewala") if find_spec("ewala") else None


def call(address: str, key: str, body: Any = None) -> Any:
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {key}"}
    request = Request(address, None if body is None else json.dumps(body).encode(), headers)
    try:
        return urlopen(request, timeout=60)  # the stream has a sign of life every 20 seconds
    except HTTPError as refused:
        if refused.code != 429:  # too many requests: wait as long as the server asks us to
            sys.exit(refused.read().decode())
        time.sleep(float(refused.headers["Retry-After"]))
        return call(address, key, body)


def play(table: str, seat: str, name: str) -> Any:
    """Sit down, and answer every position in which it is our turn until the game is over; returns the result."""
    first = json.load(call(table, ""))["table"]  # the seal, and whether a lot is to be drawn: that must not change
    witness = ewala and ewala.Witness(seat, first["commitment"], lot=first["parameters"].get("first") == "lot")
    promise = {"promise": witness.promise} if witness else {}
    key = json.load(call(f"{table}/seats/{seat}", "", {"name": name, **promise}))["key"]
    for frame in (json.loads(line) for line in call(f"{table}/stream", key) if line.strip()):
        if frame.get("result"):
            if witness:  # raises, and says what differs, if anybody could have chosen the rolls
                rolls = witness.check(ewala.read_record(call(f"{table}/record", key).read().decode()))
                sys.stderr.write(f"The dice were honest: {rolls} rolls computed again.\n")
            return frame["result"]
        stands, position = frame.get("table") or {}, frame.get("position") or {}
        if seat in stands.get("to_show", []):
            call(f"{table}/seats/{seat}/part", key, {"part": witness.show(stands["commitment"], stands["promises"])})
        elif moves := position.get("moves"):
            call(f"{table}/moves", key, {"move": random.choice(moves), "ply": position["ply"], "id": str(frame["seq"])})
        elif position.get("confirm") == seat:
            call(f"{table}/confirm", key, {})


if __name__ == "__main__":
    server, *words = sys.argv[1:]
    sys.stdout.write(json.dumps(play(f"{server.rstrip('/')}/api/tables/{words[0]}", *words[1:])) + "\n")
