"""Plays a seat of an Ewala table with random legal moves: python examples/bot.py http://HOST:PORT TABLE SEAT NAME"""

import json
import random
import sys
import time
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen


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
    key = json.load(call(f"{table}/seats/{seat}", "", {"name": name}))["key"]
    for frame in (json.loads(line) for line in call(f"{table}/stream", key) if line.strip()):
        if frame.get("result"):
            return frame["result"]
        position = frame.get("position") or {}
        if moves := position.get("moves"):
            call(f"{table}/moves", key, {"move": random.choice(moves), "ply": position["ply"], "id": str(frame["seq"])})
        elif position.get("confirm") == seat:
            call(f"{table}/confirm", key, {})


if __name__ == "__main__":
    server, *words = sys.argv[1:]
    sys.stdout.write(json.dumps(play(f"{server.rstrip('/')}/api/tables/{words[0]}", *words[1:])) + "\n")
