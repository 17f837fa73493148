"""Whoever runs a server, at their desk."""

from typing import Any

import httpx
from table_server import Server

from ewala.server.features.admin import AdminKey
from ewala.server.platform.storage.store import open_engine


class Host:
    """Has the key of the desk, made anew as by `ewala desk new-key`."""

    def __init__(self, server: Server) -> None:
        self.server = server
        engine = open_engine(server.database)
        try:
            self.key = AdminKey(engine).renew()
        finally:
            engine.dispose()

    def call(self, method: str, path: str = "", body: object = None) -> httpx.Response:
        return self.server.call(method, f"/api/desk{path}", self.key, body=body)

    def do(self, method: str, path: str = "", body: object = None) -> Any:
        """What is not refused."""
        answer = self.call(method, path, body)
        assert answer.is_success, answer.text
        return answer.json() if answer.content else None

    def acts(self) -> list[tuple[str, str, str, str]]:
        """What was done, of what, what was before and after; the newest first."""
        return [(act["what"], act["subject"], act["before"], act["after"]) for act in self.do("GET", "/acts")["acts"]]

    def tables(self, query: str = "") -> dict[str, dict[str, Any]]:
        return {table["id"]: table for table in self.do("GET", f"/tables{query}")["tables"]}
