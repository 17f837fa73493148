"""The names that a server goes by: others are somebody else's."""

import socket
from pathlib import Path

from table_server import served
from waiting import PATIENCE


def test_a_request_for_another_host_is_told_what_to_do(tmp_path: Path) -> None:
    with served(tmp_path, names=("tables.example",), origins=("https://club.example",)) as server:
        own = socket.gethostname()
        for host in ("127.0.0.1", "localhost:8017", "[::1]:80", own, "tables.example", "club.example:443"):
            assert server.http.get("/api/health", headers={"host": host}).status_code == 200, host
        answer = server.http.get("/api/health", headers={"host": "evil.example"})
        assert (answer.status_code, answer.json()["code"]) == (421, "server/unknown-name")
        assert "--name evil.example" in answer.json()["sentence"]


def test_a_page_that_has_bent_its_own_name_to_this_machine_cannot_connect(tmp_path: Path) -> None:
    with served(tmp_path) as server:
        table = server.chronicles()
        handshake = (
            f"GET /api/tables/{table.id}/live HTTP/1.1\r\nHost: evil.example\r\nOrigin: http://evil.example\r\n"
            "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        )
        with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as connection:
            connection.sendall(handshake.encode())
            assert connection.recv(100).startswith(b"HTTP/1.1 421 ")
