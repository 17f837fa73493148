"""Several servers at one database: any of them takes any move, the log decides, and all their devices see one order."""

import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path

import pytest
from devices import Device, Frame, Player, events_of, greeted, heard
from faults import COMPLAINTS
from mail_server import mail_server
from people_at import OwnDevice, become
from postgresql import Cluster
from processes import commands_started_by, refused_to_start
from redis_server import RedisServer, redis_server
from table_server import Server, Spawned, Table, served
from waiting import PATIENCE, until

import ewala
from ewala.server.platform import bus
from ewala.server.platform.bus import CHANNEL, Bus
from ewala.server.platform.storage.store import Store
from ewala.server.tables import audience, maintenance
from ewala.server.tables.room import Room
from ewala.tables.kept import Tail

pytestmark = pytest.mark.long  # several servers at one PostgreSQL, and a Redis


def caught_up(device: Device, seq: int) -> None:
    while all(heard(frame) < seq for frame in device.frames):
        device.receive()


def moved_unheard(here: Server, elsewhere: Server) -> tuple[Table, int]:
    """A table as another server has it in memory, and the number of a move that was then made here."""
    table = here.chronicles()
    table.at(elsewhere).joined().close()
    return table.at(elsewhere), table.play()


@pytest.fixture(scope="module")
def servers(tmp_path_factory: pytest.TempPathFactory, postgresql: Cluster) -> Iterator[list[Server]]:
    """Three that go on through many tests: none of these may stop PostgreSQL."""
    folder = tmp_path_factory.mktemp("servers")
    with ExitStack() as running:
        yield [running.enter_context(served(folder, database=postgresql.url, complaints=COMPLAINTS)) for _ in range(3)]


def test_a_move_at_one_is_seen_at_the_others(servers: list[Server]) -> None:
    table = servers[0].chronicles()
    first = table.seat_to_act()
    with ExitStack() as open_:
        watching = [open_.enter_context(table.at(server).device()) for server in servers]
        for device in watching:
            greeted(device)
        with table.at(servers[1]).device(first) as device:
            greeted(device)
            done = device.move(first, "4>3a", 10)
            assert done["type"] == "done", done
        for device in watching:
            caught_up(device, done["seq"])
        accounts = [[(frame["seq"], frame["event"]) for frame in events_of(device)] for device in watching]
        assert accounts[0] == accounts[1] == accounts[2]
        assert "4>3a" not in "".join(text for device in watching for text in device.texts), "it lies face down"


@pytest.mark.parametrize("game", ["chronicles-of-run", "kingdom-run"])
def test_a_game_is_played_out_with_each_player_at_another_server(servers: list[Server], game: str) -> None:
    table = servers[0].chronicles() if game == "chronicles-of-run" else servers[0].kingdom_run("KSF")
    with ExitStack() as open_, ThreadPoolExecutor(len(table.keys)) as playing:
        devices = [
            open_.enter_context(table.at(server).device(seat))
            for seat, server in zip(table.keys, servers, strict=False)
        ]
        results = list(playing.map(lambda device: Player(device, 1).play(), devices))
    assert all(result == results[0] for result in results)
    records = [table.at(server).record(table.watch) for server in servers]
    assert records[0] == records[1] == records[2]
    ewala.read_record(records[0]).verify()


def test_of_two_moves_at_the_same_moment_one_is_made_and_the_other_is_stale(servers: list[Server]) -> None:
    """Both are asked for at servers that have not heard of the other's."""
    table, together = servers[0].chronicles(), threading.Barrier(2)

    def ask(server: Server, position: Frame, move: str) -> str:
        with table.at(server).joined(position["to_act"]) as device:
            together.wait()
            answer = device.move(position["to_act"], move, position["ply"], id=move)
            return str(answer.get("code") or answer["type"])

    for _ in range(3):
        position = table.look(*table.keys.values())["position"]
        with ThreadPoolExecutor(2) as asking:
            answers = asking.map(ask, servers[1:], [position] * 2, position["moves"][:2])
            assert sorted(answers) == ["done", "move/stale"]
        until(lambda: table.look(*table.keys.values())["position"]["ply"] > position["ply"])  # noqa: B023


def test_a_command_has_one_effect_wherever_it_is_repeated(servers: list[Server]) -> None:
    table = servers[0].chronicles()
    seat = table.seat_to_act()
    for server in servers:
        with table.at(server).device(seat) as device:
            greeted(device)
            done = device.move(seat, "4>3a", 10, id="the bid")
            assert done["type"] == "done", done
    until(lambda: table.look(table.keys[seat])["log"][10:] == ["4>3a"])


def test_a_seat_that_is_taken_at_one_is_held_at_the_others(servers: list[Server]) -> None:
    table = servers[0].table("chronicles-of-run")
    elsewhere = [table.at(server) for server in servers]
    for there in elsewhere:
        there.look()  # all have it in memory
    elsewhere[1].sit("O", "Ada")
    elsewhere[2].sit("C", "Bo")
    until(lambda: all(len(names(there)) == 2 for there in elsewhere))
    refused = elsewhere[0].call("POST", "/seats/O", body={"name": "Cleo"})
    assert refused.status_code == 409
    elsewhere[0].start()
    keys = (elsewhere[1].keys["O"], elsewhere[2].keys["C"])
    until(lambda: all(there.look(*keys)["position"] for there in elsewhere))


def names(table: Table) -> list[str]:
    return [seat["name"] for seat in table.look()["table"]["seats"] if seat["kind"] == "person"]


def test_a_key_that_was_given_at_one_is_known_at_the_other(deaf: list[Server]) -> None:
    table = deaf[0].table("chronicles-of-run")
    table.at(deaf[1]).look()  # it has the table in memory
    table.sit("O")
    with table.at(deaf[1]).device("O") as device:
        assert greeted(device)["you"] == ["O"]
    table.sit("C")
    assert table.at(deaf[1]).look(table.keys["C"])["you"] == ["C"]


def test_nobody_is_refused_for_what_is_not_true_any_more(deaf: list[Server]) -> None:
    table = deaf[0].table("chronicles-of-run")
    there = table.at(deaf[1])
    there.look()
    table.sit("O")
    table.sit("C")
    there.start()  # for all that it knew, seats were free
    position = there.look(*table.keys.values())["position"]
    body = {"move": position["moves"][0], "ply": position["ply"]}
    table.do("POST", "/moves", table.keys[position["to_act"]], body=body)  # and here, the game had not started


def test_who_comes_back_to_another_never_goes_back_in_time(deaf: list[Server]) -> None:
    there, seq = moved_unheard(*deaf)
    with there.device(since=seq) as device:
        assert device.ask("ping")["seq"] == seq
        assert not [frame for frame in device.frames if frame["type"] == "snapshot"]


def test_a_bot_plays_on_when_the_process_that_let_it_think_is_gone(tmp_path: Path, postgresql: Cluster) -> None:
    with served(tmp_path, database=postgresql.url) as stays:
        with served(tmp_path, database=postgresql.url) as goes:
            table = goes.table("chronicles-of-run")
            table.sit("O")
            table.seat_bot("C")
            table.start()
        there = table.at(stays)
        with there.device("O") as device:
            player = Player(device, 3)
            assert player.play()


def test_what_nobody_heard_of_is_found_in_the_database(
    tmp_path: Path, postgresql: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bus, "PostgresqlBus", lambda engine: Bus())
    monkeypatch.setattr(maintenance, "HEADS_EVERY", 0.1)
    with served(tmp_path, database=postgresql.url) as one, served(tmp_path, database=postgresql.url) as other:
        table = one.chronicles()
        seat = table.seat_to_act()
        with table.at(other).device() as device:
            greeted(device)
            done = table.do("POST", "/moves", table.keys[seat], body={"move": "4>3a", "ply": 10})
            caught_up(device, done["seq"])


def online(table: Table) -> list[str]:
    return [seat["seat"] for seat in table.look(*table.keys.values())["table"]["seats"] if seat["online"]]


def test_who_has_a_device_at_another_server_is_there(servers: list[Server]) -> None:
    table = servers[0].chronicles()
    there = [table.at(server) for server in servers]
    with there[1].device("O") as ada:
        greeted(ada)
        until(lambda: online(there[0]) == ["O"])
        with there[2].device("C"):
            ada.until(lambda frame: frame["type"] == "presence" and frame["online"] == ["O", "C"])
        ada.until(lambda frame: frame["type"] == "presence" and frame["online"] == ["O"])
        until(lambda: online(there[2]) == ["O"])
    until(lambda: online(there[0]) == [])


@pytest.mark.parametrize("hours", [1, -1], ids=["ahead", "behind"])
def test_a_server_whose_machine_has_the_wrong_time_costs_nobody_theirs(
    servers: list[Server], tmp_path: Path, postgresql: Cluster, monkeypatch: pytest.MonkeyPatch, hours: int
) -> None:
    """A player's clock that was started at one process is read at another, whose machine is in another hour."""
    table = servers[0].chronicles(clock={"kind": "real-time", "seconds": 600})
    first = table.seat_to_act()
    right = time.time_ns
    monkeypatch.setattr(time, "time_ns", lambda: right() + hours * 3_600_000_000_000)
    with served(tmp_path, database=postgresql.url, complaints=COMPLAINTS) as wrong:
        there = table.at(wrong)
        with there.device("O", "C") as device:
            assert 500_000 < greeted(device)["position"]["clocks"][first] <= 600_000
            assert device.move(first, "4>3a", 10)["type"] == "done"
            at = device.happened("moved")["event"]["at"]
    assert abs(at - right() / 1_000_000) < 1000 * PATIENCE
    assert min(table.look(table.watch)["position"]["clocks"].values()) > 500_000


def test_several_workers_serve_on_one_socket_and_stop_together(tmp_path: Path, postgresql: Cluster) -> None:
    server = Spawned(tmp_path, database=postgresql.url, more=["--workers", "2"])
    try:
        table = server.chronicles()
        with ExitStack() as open_:
            devices = [open_.enter_context(table.device()) for _ in range(8)]
            for device in devices:
                greeted(device)
            with table.device(*table.keys) as playing:
                result = Player(playing, 4).play()
            for device in devices:
                assert device.until(lambda frame: bool(frame.get("result")))["result"] == result
    finally:
        assert server.stop_again_and_again() == 0


def test_workers_send_letters_and_nobody_reads_the_password_in_their_commands(
    tmp_path: Path, postgresql: Cluster
) -> None:
    with mail_server() as post:
        mail = ["--mail", f"smtp://host:s3cret@127.0.0.1:{post.port}", "--mail-from", "ewala@club.example"]
        server = Spawned(tmp_path, database=postgresql.url, more=["--workers", "2", *mail])
        try:
            token, address = become(server, OwnDevice()), "ada@home.example"
            assert server.call("PUT", "/api/me/mail", token, body={"address": address}).status_code == 200
            code = {"code": post.code_to(address)}
            assert server.call("POST", "/api/me/mail/confirm", token, body=code).json()["address"] == address
            commands = commands_started_by(server.process.pid)
            assert len(commands) == 2
            assert not any("s3cret" in command for command in commands)
        finally:
            assert server.stop() == 0
        assert post.passwords == [b"s3cret"]


def test_several_workers_need_a_database_that_several_may_use(tmp_path: Path) -> None:
    said = refused_to_start("--port", "0", "--data-dir", str(tmp_path), "--workers", "2")
    assert "[server/workers]" in said
    assert "PostgreSQL" in said


@pytest.fixture
def redis() -> Iterator[RedisServer]:
    with redis_server() as running:
        yield running


@pytest.fixture
def pair(
    tmp_path: Path, postgresql: Cluster, redis: RedisServer, monkeypatch: pytest.MonkeyPatch
) -> Iterator[list[Server]]:
    """Two that look at the database themselves only when they have just begun to hear the other."""
    monkeypatch.setattr(maintenance, "HEADS_EVERY", 2 * PATIENCE)
    with ExitStack() as running:
        yield [running.enter_context(served(tmp_path, database=postgresql.url, news=redis.url)) for _ in range(2)]


def test_what_is_said_while_the_last_is_being_read_is_not_missed(
    pair: list[Server], monkeypatch: pytest.MonkeyPatch
) -> None:
    read, said, goes_on = threading.Event(), threading.Event(), threading.Event()
    tails, may_have_grown = Store.tails, Room.may_have_grown

    def slow_tails(store: Store, wanted: list[tuple[str, int]]) -> list[Tail | None]:
        found = tails(store, wanted)
        read.set()
        assert goes_on.wait(PATIENCE)
        return found

    def noted(room: Room, seq: int) -> None:
        may_have_grown(room, seq)
        if read.is_set():
            said.set()

    table = pair[0].chronicles()
    with table.at(pair[1]).device() as device:
        greeted(device)
        device.caught_up()
        monkeypatch.setattr(Store, "tails", slow_tails)
        monkeypatch.setattr(Room, "may_have_grown", noted)
        table.play()
        assert read.wait(PATIENCE)
        last = table.play()
        assert said.wait(PATIENCE)
        goes_on.set()
        caught_up(device, last)


def test_what_was_stored_while_redis_was_away_is_found_when_it_is_back(pair: list[Server], redis: RedisServer) -> None:
    table = pair[0].chronicles()
    with table.at(pair[1]).device() as device:
        greeted(device)
        redis.stop()
        seq = table.play()
        redis.start()
        caught_up(device, seq)
        caught_up(device, table.play())


def test_who_came_while_redis_was_away_is_there_when_it_is_back(
    pair: list[Server], redis: RedisServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(audience, "TELL_EVERY", 2 * PATIENCE)
    table = pair[0].chronicles()
    there = table.at(pair[1])
    with table.device("O") as ada, there.device() as spectator:
        for device in (ada, spectator):
            greeted(device)
        spectator.until(lambda frame: frame["type"] == "presence" and frame["online"] == ["O"])
        redis.stop()
        with there.joined("C"):
            redis.start()
            ada.until(lambda frame: frame["type"] == "presence" and frame["online"] == ["O", "C"])


def test_workers_hear_of_each_other_through_redis(tmp_path: Path, postgresql: Cluster, redis: RedisServer) -> None:
    server = Spawned(tmp_path, database=postgresql.url, more=["--workers", "2", "--news", redis.url])
    try:
        with redis.client() as client:
            until(lambda: client.pubsub_numsub(CHANNEL)[0][1] == 2)
        table = server.chronicles()
        with ExitStack() as open_:
            watching = [open_.enter_context(table.device()) for _ in range(6)]
            with table.device(*table.keys) as playing:
                result = Player(playing, 4).play()
            for device in watching:
                assert device.until(lambda frame: bool(frame.get("result")))["result"] == result
    finally:
        assert server.stop() == 0


def test_an_address_that_is_none_of_a_redis_is_refused(tmp_path: Path, postgresql: Cluster) -> None:
    said = refused_to_start(
        "--port", "0", "--data-dir", str(tmp_path), "--database", postgresql.url, "--news", "localhost"
    )
    assert "[server/news]" in said


def test_where_there_is_one_process_there_is_no_news(tmp_path: Path) -> None:
    said = refused_to_start("--port", "0", "--data-dir", str(tmp_path), "--news", "redis://127.0.0.1")
    assert "[server/news]" in said
    assert "SQLite" in said
