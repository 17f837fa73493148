"""A real Ray cluster of two workers, each as on a machine of its own: the same games as here, whoever goes away."""

import importlib
import importlib.util
import os
import random
import secrets
import signal
import socket
import sys
import tempfile
import threading
import warnings
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from polars.testing import assert_frame_equal

from ewala.cli import main
from ewala.core.errors import BadSetup, EwalaError
from ewala.core.state import View
from ewala.games.registry import load
from ewala.kit.bot import Budget, Chooser
from ewala.lab.arena import play_arena
from ewala.lab.arena.results import GameRow
from ewala.lab.cluster import ray_connection, ray_tasks
from ewala.lab.cluster.ray_connection import disconnect
from ewala.lab.cluster.ray_tasks import on_cluster
from ewala.lab.simulation import simulate
from ewala.lab.simulation.workers import Cluster, fitting

pytestmark = pytest.mark.long  # starts a Ray cluster

GAME = "chronicles-of-run"
BOTS = ["random", "greedy"]
CLOSED = 9  # a port at which nobody listens
HTTP = b"HTTP/1.1 400 Bad Request\r\n\r\n"


def stricken(struck: Path) -> Chooser:
    """A bot that plays the first move there is. The worker in which it first comes to its twentieth decision is killed
    there, in the middle of a game, as a machine goes that loses its power: nothing is said, nothing cleaned up."""

    class Stricken:  # in here, for no worker could import it: it is sent along
        decisions = 0

        def choose(self, view: View, *, budget: Budget, rng: random.Random) -> str:
            self.decisions += 1
            if self.decisions == 20:
                with suppress(FileExistsError):
                    struck.touch(exist_ok=False)
                    os.kill(os.getpid(), signal.SIGKILL)
            return view.moves()[0]

    return Stricken()


@pytest.fixture(scope="module")
def machines() -> Iterator[str]:
    """Their address."""
    with (
        pytest.MonkeyPatch.context() as patch,
        warnings.catch_warnings(action="ignore"),
        tempfile.TemporaryDirectory(prefix="ewala", ignore_cleanup_errors=True) as folder,  # short: sockets are in it
    ):
        (Path(folder) / "ray").mkdir()
        # Whoever can reach it can run programs here, so it wants a token that nobody else has.
        patch.setenv("RAY_AUTH_MODE", "token")
        patch.setenv("RAY_AUTH_TOKEN", secrets.token_hex(32))
        patch.setenv("RAY_TMPDIR", folder)
        patch.setenv("RAY_USAGE_STATS_ENABLED", "0")
        started: Any = importlib.import_module("ray.cluster_utils")
        each = {"num_cpus": 1, "object_store_memory": 100 << 20, "include_log_monitor": False}
        head = {**each, "include_dashboard": False, "no_monitor": True}
        cluster = started.Cluster(initialize_head=True, head_node_args=head)
        try:
            cluster.add_node(**each)
            yield cluster.address
        finally:
            disconnect()
            cluster.shutdown()


def test_a_simulation_gives_the_same_rows_though_a_worker_is_killed(machines: str, tmp_path: Path) -> None:
    struck = tmp_path / "struck"
    heard: list[int] = []
    there = simulate(GAME, [stricken(struck), "uniform"], 40, seed=5, ray=machines, progress=heard.append)
    assert struck.exists()
    assert_frame_equal(there, simulate(GAME, [stricken(struck), "uniform"], 40, seed=5))
    assert sum(heard) == 40


def test_compiled_games_and_bots_are_the_same_too(machines: str) -> None:
    for policies, games in (("uniform", 5000), ("greedy,random", 8)):
        here = simulate(GAME, policies, games, seed=-3)
        assert_frame_equal(simulate(GAME, policies, games, seed=-3, ray=machines), here)


def told(rows: list[GameRow]) -> list[tuple[object, ...]]:
    """All of the games but how long they took."""
    return [(row.key, row.seats, row.began, row.scores, row.winners, row.moves) for row in rows]


def records(folder: Path) -> dict[str, str]:
    files = sorted((folder / "records").rglob("*.ewala"))
    return {str(file.relative_to(folder)): file.read_text(encoding="utf-8") for file in files}


def test_an_arena_has_the_same_games_though_a_worker_is_killed(machines: str, tmp_path: Path) -> None:
    struck = tmp_path / "struck"
    bots: list[str | Chooser] = [stricken(struck), "greedy"]
    there = play_arena(
        "kingdom-run", bots, players=2, games=16, seed=4, plain=True, folder=tmp_path / "there", ray=machines
    )
    assert struck.exists()
    here = play_arena("kingdom-run", bots, players=2, games=16, seed=4, plain=True, folder=tmp_path / "here")
    assert told(there.rows) == told(here.rows)
    assert records(tmp_path / "there") == records(tmp_path / "here")


def test_bots_of_ones_own_play_on_a_cluster(machines: str) -> None:
    """Also those whose class no worker could import: they are sent along."""

    class First:
        def choose(self, view: View, *, budget: Budget, rng: random.Random) -> str:
            return view.moves()[0]

    here = play_arena(GAME, [First(), "random"], games=4, seed=4)
    there = play_arena(GAME, [First(), "random"], games=4, seed=4, ray=machines)
    assert told(there.rows) == told(here.rows)
    tables = [simulate(GAME, [First(), "uniform"], games=4, seed=4, ray=ray) for ray in (None, machines)]
    assert tables[0].equals(tables[1])


def test_a_bot_that_cannot_travel_is_refused(machines: str) -> None:
    class Rooted:
        def __init__(self) -> None:
            self.lock = threading.Lock()

        def choose(self, view: View, *, budget: Budget, rng: random.Random) -> str:
            return view.moves()[0]

    with pytest.raises(BadSetup, match="can't be sent to a cluster") as refused:
        simulate(GAME, Rooted(), games=4, ray=machines)
    assert refused.value.code == "bot/travel"


def test_ctrl_c_ends_the_connection_and_what_came_before_stays(machines: str) -> None:
    import ray

    cluster = Cluster(machines, load(GAME, backend="interpreted"), ("uniform", "uniform"), 5)
    played = cluster.play([(100, 10_000)])
    first, rows = next(played)
    assert ray.is_initialized()
    with pytest.raises(KeyboardInterrupt):
        played.throw(KeyboardInterrupt)
    assert not ray.is_initialized()
    assert len(rows) == 128
    assert (first - 100) % 128 == 0
    assert rows.flags.owndata  # nothing of the cluster's memory is held


def test_an_order_over_which_workers_die_is_given_up(machines: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ray_tasks, "_LIVES", 0)
    with pytest.raises(EwalaError, match="workers went away 1 times over the same games") as refused:
        list(on_cluster(machines, os._exit, (), [1]))
    assert refused.value.code == "cluster/lost"


def test_another_version_of_ewala_is_refused(machines: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ray_tasks, "_likeness", lambda: ("0.0.1", "0123"))
    with pytest.raises(EwalaError, match=r"has Ewala .*, this one 0\.0\.1 \(0123\)") as refused:
        simulate(GAME, games=10, ray=machines)
    assert refused.value.code == "cluster/version"


def test_a_machine_without_ewala_is_refused(machines: str, monkeypatch: pytest.MonkeyPatch) -> None:
    ghost = ModuleType("ghost")  # of which the workers know nothing
    exec("def work(order): return order", ghost.__dict__)
    monkeypatch.setitem(sys.modules, "ghost", ghost)
    with pytest.raises(EwalaError, match=r"cannot run Ewala, which it has to have: .*ghost") as refused:
        list(on_cluster(machines, ghost.work, (), [1]))
    assert refused.value.code == "cluster/ewala"


def test_an_error_of_ours_on_a_worker_comes_out_with_its_code(machines: str) -> None:
    with pytest.raises(EwalaError, match="there is no game 'chess'") as refused:
        list(on_cluster(machines, load, (), ["chess"]))
    assert refused.value.code == "setup/unknown-game"
    with pytest.raises(EwalaError, match="a game could not be played: ValueError: invalid literal") as refused:
        list(on_cluster(machines, int, (), ["eleven"]))
    assert refused.value.code == "cluster/failed"


@pytest.fixture
def stranger() -> Iterator[Callable[[bytes], int]]:
    """A server at a port of this machine that answers everybody with the same bytes, or with none."""
    with socket.create_server(("", 0)) as server:

        def listen(answer: bytes) -> int:
            def serve() -> None:
                line, _ = server.accept()
                with line, suppress(ConnectionError):  # whoever asked has gone
                    line.recv(100)
                    line.sendall(answer)
                    line.recv(100)

            threading.Thread(target=serve, daemon=True).start()
            return int(server.getsockname()[1])

        yield listen


@pytest.mark.parametrize(
    "address", ["", "nowhere", "host:", ":6379", "host:0", "host:99999", "http://host:1", "ray://host", "host:1/x"]
)
def test_an_address_that_is_none_is_refused(address: str) -> None:
    with pytest.raises(BadSetup, match="a cluster's address is one of auto, local, HOST:PORT, ray://HOST:PORT") as no:
        simulate(GAME, games=1, ray=address)
    assert no.value.code == "cluster/address"


@pytest.mark.parametrize("form", ["localhost:{}", "127.0.0.1:{}", "ray://127.0.0.1:{}", "no-such-host.invalid:{}"])
def test_a_cluster_that_is_not_there_is_said_so(form: str) -> None:
    with pytest.raises(BadSetup, match=r"no Ray cluster answers at .*; ray start --head starts one") as refused:
        simulate(GAME, games=1, ray=form.format(CLOSED))
    assert refused.value.code == "cluster/unreachable"


@pytest.mark.parametrize("answer", [HTTP, b""], ids=["http", "silence"])
def test_another_server_is_no_cluster(
    answer: bytes, stranger: Callable[[bytes], int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ray_connection, "_PATIENCE", 0.3)
    with pytest.raises(BadSetup) as refused:
        simulate(GAME, games=1, ray=f"ray://127.0.0.1:{stranger(answer)}")
    assert refused.value.code == "cluster/unreachable"


@pytest.mark.parametrize(
    ("said", "code"),
    [
        ("Version mismatch: The cluster was started with:\n    Ray: 2.40.0\n    Python: 3.12.1", "cluster/version"),
        ("Unauthenticated: RPC error: InvalidAuthToken: Authentication token is missing", "cluster/token"),
        ("No node info found matching attributes: '' when trying to resolve node", "cluster/outside"),
        ("ray client connection timeout", "cluster/refused"),
    ],
)
def test_what_ray_says_becomes_one_sentence(said: str, code: str) -> None:
    refusal = ray_connection._refusal("host:6379", said)
    assert refusal.code == code
    assert "\n" not in str(refusal)


def test_without_ray_it_is_said_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(BadSetup, match=r"a cluster needs Ray: pip install '\.\[ray\]'") as refused:
        ray_connection.connect("auto")
    assert refused.value.code == "cluster/ray"


@pytest.mark.parametrize(
    ("bots", "workers", "code"), [(["random", "program:x"], 1, "arena/cluster-program"), (BOTS, 2, "arena/workers")]
)
def test_what_an_arena_cannot_have_on_a_cluster(bots: list[str], workers: int, code: str, tmp_path: Path) -> None:
    with pytest.raises(BadSetup) as refused:
        play_arena(GAME, bots, workers=workers, ray="auto", folder=tmp_path / "new")
    assert refused.value.code == code
    assert not (tmp_path / "new").exists()


def test_the_command_says_what_is_wrong_in_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arena", GAME, *BOTS, "--ray", "nowhere"]) == 1
    said = capsys.readouterr().err
    assert said.endswith("not 'nowhere' [cluster/address]\n")
    assert said.count("\n") == 1


@pytest.mark.parametrize("workers", [1, 3, 64])
@pytest.mark.parametrize("games", [1, 7, 2048, 100_000])
def test_pieces_are_all_games_once_and_fit_for_a_cluster(workers: int, games: int) -> None:
    pieces = list(fitting([(10, games), (10 + games, games)], 128, workers))
    assert [game for first, count in pieces for game in range(first, first + count)] == list(range(10, 10 + 2 * games))
    assert all(1 <= count <= 16 * 128 for _, count in pieces)
    if games >= 128 * 4 * workers:
        assert len(pieces) >= 2 * 4 * workers
