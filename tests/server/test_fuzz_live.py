"""Hostile clients: a short run of the fuzzer, and by name what it or reading has found once."""

import json
import random
import re
import socket
import subprocess
import sys
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any, get_args

import pytest
from fuzzing.connecting import answers_in
from fuzzing.exchanges import any_exchange
from fuzzing.frames import KINDS, any_frame
from fuzzing.http_requests import any_request, described
from fuzzing.knowledge import Knowledge, sample_record
from fuzzing.oddities import UNREADABLE
from table_server import GENEROUS, Server, served
from waiting import PATIENCE

from ewala.tables.messages import Command

FUZZER = Path(__file__).parents[2] / "tools" / "fuzz_server.py"


def raw(server: Server, data: bytes) -> bytes:
    """What comes back for some bytes, until the server closes the connection."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as connection:
        connection.sendall(data)
        received = b""
        while part := connection.recv(65536):
            received += part
    return received


def post(path: str, body: bytes) -> bytes:
    head = f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\nContent-Type: application/json\r\n"
    return f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body


@pytest.mark.long  # eight thousand inputs
def test_a_short_run_of_the_fuzzer_finds_nothing() -> None:
    run = subprocess.run(
        [sys.executable, str(FUZZER), "--inputs", "8000", "--seed", "7"],
        capture_output=True,
        text=True,
        timeout=600,  # where the coach has to be compiled first
    )
    assert run.returncode == 0, run.stdout + run.stderr
    found = re.match(r"seed 7: (\d+) inputs in \d+ s; 0 findings\n", run.stdout)
    assert found
    assert int(found[1]) >= 8_000


def test_what_is_sent_is_determined_by_the_seed() -> None:
    def sent() -> list[Any]:
        rng = random.Random(5)
        known = Knowledge(["abcdefghjk"], ["key"], [sample_record("kingdom-run", 5)], ["0" * 32], ["r:-"], 1, "K")
        return [(any_frame(rng, known), any_request(rng, known), any_exchange(rng, known)) for _ in range(300)]

    assert sent() == sent()


def test_every_command_of_the_live_channel_is_among_what_is_sent() -> None:
    tags = {command.__struct_config__.tag for command in get_args(Command)}
    assert set(KINDS) == tags


def test_every_address_is_among_what_is_sent() -> None:
    rng, known = random.Random(1), Knowledge(["abcdefghjk"], ["key"], [sample_record("kingdom-run", 5)])
    sent = b"\n".join(any_request(rng, known).data for _ in range(6000)).decode("latin-1")
    for path, methods in described().items():
        plain = re.sub(r"\\{.*?\\}", r"[^ ?]*", re.escape(path))
        assert all(re.search(rf"{method} {plain}[ ?]", sent) for method in methods), path


def test_answers_that_came_one_after_another_are_told_apart() -> None:
    first = b"HTTP/1.1 200 OK\r\ncontent-length: 3\r\n\r\nabc"
    second = b"HTTP/1.1 404 Not Found\r\nContent-Length: 2\r\n\r\n{}"
    assert answers_in(first + second) == [(200, b"abc"), (404, b"{}")]
    assert answers_in(first + second[:-1]) == [(200, b"abc"), (404, None)]
    assert answers_in(b"HTTP/1.1 100 Continue\r\n\r\n" + first) == [(100, None), (200, b"abc")]
    assert answers_in(b"") == []


# --- Found once
@pytest.mark.parametrize("leaves", ["closes", "stops writing", "sends nonsense"])
def test_whoever_asks_twice_and_leaves_before_the_answers_fills_no_log(tmp_path: Path, leaves: str) -> None:
    asks = 2 * post("/api/records", json.dumps({"text": sample_record("kingdom-run", 5)}).encode())
    asks = asks.replace(b"Connection: close\r\n", b"")
    with served(tmp_path) as server:  # which fails if anything is logged
        with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as connection:
            connection.sendall(asks)
            if leaves == "stops writing":
                connection.shutdown(socket.SHUT_WR)
                assert connection.recv(100) == b""
            elif leaves == "sends nonsense":
                connection.sendall(b"\x00\r\n\r\n")
        # Records are replayed one after another: when this one is answered, those before it were.
        answer = server.call("POST", "/api/records", body={"text": sample_record("kingdom-run", 5)})
        assert answer.status_code == 200


@pytest.mark.parametrize("body", UNREADABLE, ids=range(len(UNREADABLE)))
def test_a_body_that_cannot_be_read_is_the_clients_mistake(server: Server, body: bytes) -> None:
    answer = raw(server, post("/api/records", body))
    assert answer.startswith(b"HTTP/1.1 400 "), answer
    assert json.loads(answer.partition(b"\r\n\r\n")[2])["code"] == "request/invalid"


@pytest.mark.parametrize("head", [b"X: " + b"a" * 400_000, b"X: a\r\n" * 80_000], ids=["long", "many"])
def test_a_head_without_end_is_not_kept(server: Server, head: bytes) -> None:
    with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as connection:
        with suppress(ConnectionError):  # closed while we were still sending
            connection.sendall(b"GET /api/health HTTP/1.1\r\n" + head)
            assert connection.recv(100).startswith((b"HTTP/1.1 400 ", b"HTTP/1.1 413 "))
        with suppress(ConnectionError):
            while connection.recv(65536):
                pass


@pytest.mark.parametrize(
    "part",
    [b"", b"GET /api/health HTTP/1.1\r\nHost: 127.0.0.1", post("/api/records", b"{}")[:-1]],
    ids=["silent", "head", "body"],
)
def test_a_request_that_does_not_end_is_let_go(tmp_path: Path, part: bytes) -> None:
    with served(tmp_path, limits=replace(GENEROUS, first_request_seconds=1, request_seconds=1)) as server:
        assert raw(server, part) == b""
