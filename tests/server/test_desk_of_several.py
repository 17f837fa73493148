"""The host's desk where several servers are at one database: what is done at one of them holds at all."""

from pathlib import Path

import pytest
from devices import greeted
from hosts import Host
from postgresql import Cluster
from several_servers import seen_at
from table_server import served
from waiting import until

from ewala.server.platform import bus
from ewala.server.platform.bus import Bus
from ewala.server.tables import caretaker

pytest_plugins = ["fault_fixtures"]


@pytest.mark.parametrize("heard", [True, False], ids=["with news", "with none"])
def test_what_is_done_at_one_holds_at_the_other(
    tmp_path: Path, postgresql: Cluster, monkeypatch: pytest.MonkeyPatch, heard: bool
) -> None:
    if heard:
        monkeypatch.setattr(caretaker, "HEADS_EVERY", 3600.0)  # by news alone
    else:
        monkeypatch.setattr(bus, "PostgresqlBus", lambda engine: Bus())
        monkeypatch.setattr(caretaker, "HEADS_EVERY", 0.1)
    with (
        served(tmp_path, database=postgresql.url) as one,
        served(tmp_path, database=postgresql.url) as other,
    ):
        host = Host(one)
        assert Host(other).call("GET").is_success
        assert host.call("GET").status_code == 403, "the other has made another key"
        host = Host(one)
        table = one.chronicles()
        with seen_at(table, other).device("O") as player:
            greeted(player)
            host.do("POST", f"/tables/{table.id}/mute", {"seat": "O", "muted": True})
            host.do("POST", "/announcements", {"text": "We close at ten."})
            assert player.expect("house")["announcements"][0]["text"] == "We close at ten."
            assert player.ask("say", seat="O", text="hello")["code"] == "chat/muted"
            host.do("PUT", "/limits", {"most_tables": 1})
            until(lambda: other.call("POST", "/api/tables", body={"game": "kingdom-run"}).status_code == 429)
            host.do("PUT", "/limits", {})
            host.do("POST", f"/tables/{table.id}/close", {})
            player.happened("broken-off")
            host.do("DELETE", f"/tables/{table.id}")
            assert player.expect("closing")["code"] == "table/unknown"
        assert other.call("GET", f"/api/tables/{table.id}").status_code == 404
        numbers = [act["id"] for act in host.do("GET", "/acts")["acts"]]
        assert numbers == sorted(numbers, reverse=True)


def test_a_backup_is_made_of_postgresql_too(tmp_path: Path, postgresql: Cluster) -> None:
    with served(tmp_path, database=postgresql.url) as server:
        host = Host(server)
        before = host.do("GET")["load"]["database"]
        assert before > 0
        assert host.call("POST", "/backup").content[:2] == b"\x1f\x8b"
        assert [path.name for path in tmp_path.iterdir()] == []
