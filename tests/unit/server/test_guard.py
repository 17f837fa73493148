"""From which pages a browser may connect."""

from typing import cast

import pytest
from litestar.types import Receive, Scope, Send

from ewala.server.platform.config import Config
from ewala.server.platform.edge.edge import Edge
from ewala.server.platform.edge.guard import Guard

OURS = "http://table.example:8017"


async def nothing(scope: Scope, receive: Receive, send: Send) -> None:
    """An application that does nothing."""


def scope(**headers: str) -> Scope:
    raw = [(name.encode(), value.encode()) for name, value in headers.items()]
    return cast("Scope", {"type": "websocket", "headers": raw, "client": ("192.0.2.7", 5000)})


@pytest.mark.parametrize(
    ("headers", "allowed"),
    [
        ({"host": "table.example:8017"}, True),  # a program, not a browser
        ({"host": "table.example:8017", "origin": OURS}, True),
        ({"host": "table.example:8017", "origin": "https://friend.example"}, True),
        ({"host": "table.example:8017", "origin": "https://evil.example"}, False),
        ({"host": "table.example:8017", "origin": "http://table.example"}, False),
        ({"host": "table.example:8017", "origin": "https://friend.example.evil.example"}, False),
        ({"host": "table.example:8017", "origin": "null"}, False),
        ({"host": "table.example:8017", "origin": "http://[broken"}, False),
        ({"host": "", "origin": "null"}, False),
        ({"origin": ""}, False),
    ],
)
def test_only_our_own_pages_and_those_of_friends_connect(headers: dict[str, str], allowed: bool) -> None:
    config = Config(origins=("https://friend.example",))
    guard = Guard(nothing, config, Edge(config))
    assert guard.origin_is_ours(scope(**headers)) is allowed
