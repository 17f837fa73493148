"""`ewala bench server`, with one process and with many: figures, and small runs of the real thing."""

import argparse
import json
from pathlib import Path
from types import ModuleType

import pytest
from postgresql import cluster
from redis_server import redis_server

from ewala.cli import main
from ewala.core.errors import EwalaError
from ewala.kit.stats.latency import Latency, latency_of, percentile
from ewala.lab.bench import abuse, many_processes
from ewala.lab.bench import server as bench_server
from ewala.lab.bench.many_processes import ManyFigures, Share
from ewala.lab.bench.server_figures import EchoRate, Load, Return, ServerFigures, Wave
from ewala.server.subprocess_server import running

pytestmark = pytest.mark.long  # starts a server to measure it

LATENCY = Latency(p50=1.0, p95=2.0, p99=3.04, most=4.0, count=100)


def load(moves_per_second: float, server_busy: float = 1.0) -> Load:
    return Load(20, 44, moves_per_second, 2.2 * moves_per_second, LATENCY, LATENCY, server_busy, client_busy=0.25)


def arguments(*words: str, command: ModuleType = bench_server) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="ewala bench")
    command.add_arguments(parser)
    return parser.parse_args(words)


def test_ratios_to_the_echo() -> None:
    figures = ServerFigures(load(6000), load(2000, server_busy=0.5), EchoRate(44, 10_000, 1.0, 0.5))
    assert figures.ratio == pytest.approx(0.2)
    assert figures.ratio_of_messages == pytest.approx(0.44)
    assert figures.ratio_of_work == pytest.approx(0.4)
    assert figures.as_text().splitlines() == [
        "                                              per second  p50 ms  p95 ms  p99 ms  server busy  client busy",
        "20 tables, each a move a second                    6,000     1.0     2.0     3.0         100%          25%",
        "  until the other player sees it                             1.0     2.0     3.0                          ",
        "20 tables, as fast as moves are acknowledged       2,000     1.0     2.0     3.0          50%          25%",
        "  until the other player sees it                             1.0     2.0     3.0                          ",
        "echo, 44 connections                              10,000                                 100%          50%",
        "",
        "To one message of the echo",
        "messages that came to devices          0.44",
        "moves                                  0.20",
        "moves, by the server's processor time  0.40",
    ]


def test_what_coming_back_costs_beside_the_echo() -> None:
    def wave(work: float, moves: Latency | None = LATENCY) -> Wave:
        return Wave(1.234, LATENCY, work, moves, server_busy=1.0, client_busy=0.25)

    figures = ServerFigures(back=Return(1000, 100, 288, wave(3.0), wave(1.5), wave(1.0, None), LATENCY))
    assert figures.as_json()["ratio_of_coming_back"] == pytest.approx(1.5)
    head, names, *rows, ratio = figures.as_text().splitlines()
    assert head == "1,000 devices come back at once, to 100 tables after 288 moves each"
    assert names.split()[:2] == ["all,", "s"]
    assert [row.split("  ")[0] for row in rows] == [
        "to a server that has just started",
        "to one with their tables in memory",
        "to the echo, for one message",
        "nobody comes",
    ]
    assert rows[1].split()[-8:] == ["1.23", "1", "3", "1.50", "1.0", "3.0", "100%", "25%"]
    assert ratio == "The server's processor time for each, to one of the echo: 1.50"


def test_there_is_no_ratio_before_both_are_measured() -> None:
    figures = ServerFigures(paced=load(500))
    assert figures.ratio is None
    assert figures.ratio_of_messages is None
    assert figures.ratio_of_work is None
    assert "echo" not in figures.as_text()
    assert ServerFigures().as_text() == ""


def test_a_small_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(bench_server, "_WARM_UP", 0.1)
    file = tmp_path / "figures.json"
    words = ["--tables", "2", "--saturated-tables", "2", "--devices", "12", "--idle", "5", "--seconds", "1"]
    assert bench_server.run(arguments(*words, "--json", str(file))) == 0
    out, err = capsys.readouterr()
    assert err == ""
    assert "2 tables, each a move a second" in out
    assert "echo, 5 connections" in out  # four seats, and a spectator at the first table
    assert "by the server's processor time" in out
    assert "12 devices come back at once, to 2 tables after 288 moves each" in out
    assert "5 devices that do nothing, two at a table" in out
    found = json.loads(file.read_text(encoding="utf-8"))
    assert found["complete"] is True
    assert found["settings"] == {"tables": 2, "saturated_tables": 2, "devices": 12, "idle": 5, "seconds": 1.0}
    assert found["paced"]["acknowledged"]["count"] >= 1
    assert found["saturated"]["seen"]["count"] >= 1
    assert found["saturated"]["messages_per_second"] > found["saturated"]["moves_per_second"]
    assert found["echo"]["messages_per_second"] > 0
    assert found["back"]["restarted"]["each"]["count"] == 12
    assert found["back"]["cut"]["each"]["count"] == found["back"]["echo"]["each"]["count"] == 3 * 12
    assert (found["idle"]["devices"], found["idle"]["tables"]) == (5, 3)
    assert {"python", "litestar", "uvicorn", "sqlite"} <= set(found["versions"])


@pytest.mark.parametrize(
    ("command", "part", "words"),
    [(bench_server, "_paced", ["--tables", "1"]), (abuse, "_under", ["--flood", "silent"])],
    ids=["server", "abuse"],
)
def test_ctrl_c_stops_in_order(
    command: ModuleType,
    part: str,
    words: list[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    async def pressed(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.setattr(command, part, pressed)
    assert command.run(arguments(*words, "--seconds", "1", command=command)) == 130
    assert capsys.readouterr().err == "\newala: stopped; nothing was measured yet\n"
    assert list(tmp_path.iterdir()) == []


def test_a_server_goes_with_whoever_started_it(tmp_path: Path) -> None:
    with running("echo", tmp_path) as server:
        assert server.port > 0
        assert 0 < server.processor_seconds() <= server.processor_seconds()
        process = server._process
    assert process.returncode == 0


def test_percentiles_are_values_and_latencies_are_in_milliseconds() -> None:
    """The highest of the lowest so many per cent."""
    for count, share, expected in (
        (1, 50, 1),
        (1, 99, 1),
        (2, 50, 1),
        (2, 51, 2),
        (100, 50, 50),
        (100, 99, 99),
        (101, 99, 100),
        (1000, 95, 950),
    ):
        assert percentile(range(1, count + 1), share) == expected, (count, share)
    assert latency_of([0.003, 0.001, 0.002, 0.25]) == Latency(p50=2.0, p95=250.0, p99=250.0, most=250.0, count=4)


def share(name: str, rate: float, server: float, database: float | None = None, *, apart: bool = False) -> Share:
    return Share(name, apart, rate, LATENCY, LATENCY, server, database, None, 900.0, 450.0 if database else None)


def many_figures(rate: float, crossed: float) -> ManyFigures:
    return ManyFigures(
        [
            share("SQLite", 1000, 0.3),
            share("PostgreSQL, one", rate, 0.4, 0.1),
            share("PostgreSQL, two", 900, 0.4, 0.1),
            share("PostgreSQL, two, apart", 800, crossed, 0.1, apart=True),
        ]
    )


def test_costs_are_those_of_server_and_database_together() -> None:
    found = many_figures(800, 0.5)
    assert found.of_sqlite == pytest.approx(0.8)
    assert found.crossing == {"PostgreSQL, two": pytest.approx(1.2)}
    assert found.met
    lines = found.as_text().splitlines()
    assert lines[3].split()[-8:] == ["900", "1.0", "3.0", "3.0", "400", "100", "—", "500"]
    assert lines[-4] == "PostgreSQL with one process, to SQLite: 80% (aim: at least 70%)"
    assert lines[-3].endswith("costs 1.20 times as much (aim: at most 1.25)")
    assert lines[-1] == "A move: 900 bytes to devices, 450 bytes of PostgreSQL's log"


@pytest.mark.parametrize(("rate", "crossed"), [(690, 0.5), (800, 0.53)])
def test_an_aim_that_is_missed_is_said(rate: float, crossed: float) -> None:
    assert not many_figures(rate, crossed).met


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(many_processes, "PROCESSES", {2: "two processes"})
    monkeypatch.setattr(many_processes, "WARM_UP", 0.1)


@pytest.mark.usefixtures("small")
def test_a_small_run_with_many_processes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "many_figures.json"
    with cluster() as postgresql, redis_server() as redis:
        words = ["--postgresql", postgresql.url, "--news", redis.url, "--json", str(file)]
        bench_server.run(arguments("--saturated-tables", "2", "--seconds", "0.9", *words))
    out, err = capsys.readouterr()
    assert err == ""
    found = json.loads(file.read_text(encoding="utf-8"))
    assert found["complete"] is True
    assert [one["apart"] for one in found["processes"]] == [False, False, True, False, True]
    assert all(one["acknowledged"]["count"] >= 1 for one in found["processes"])
    sqlite, *others = found["processes"]
    assert sqlite["database"] is None
    assert all(one["database"] > 0 for one in others)
    assert [one["bus"] is not None for one in others] == [False, False, True, True]
    assert all(one["told"] > 0 for one in found["processes"])
    assert all(one["logged"] > 0 for one in others)
    assert "PostgreSQL and Redis, two processes" in out


@pytest.mark.usefixtures("small")
def test_a_database_that_cannot_be_looked_at_costs_nobody_knows_what(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """As one that runs on another machine: its processes are not among ours."""
    monkeypatch.setattr(many_processes, "stat", lambda _: None)
    file = tmp_path / "many_figures.json"
    with cluster() as postgresql:
        words = ["--postgresql", postgresql.url, "--json", str(file)]
        bench_server.run(arguments("--saturated-tables", "2", "--seconds", "0.3", *words))
    sqlite, *others = json.loads(file.read_text(encoding="utf-8"))["processes"]
    assert sqlite["cost"] == sqlite["server"]
    assert [(one["database"], one["cost"]) for one in others] == [(None, None), (None, None)]
    shown = [line for line in capsys.readouterr().out.splitlines() if line.startswith("PostgreSQL, two")]
    assert shown[0].split()[-3:] == ["—", "—", "—"]
    assert "nan" not in file.read_text(encoding="utf-8").lower()


def test_news_without_a_postgresql_is_refused_before_anything_is_measured(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "many_figures.json"
    assert main(["bench", "server", "--news", "redis://127.0.0.1", "--json", str(file)]) == 1
    assert capsys.readouterr() == (
        "",
        "ewala: --news is measured at PostgreSQL alone: name it with --postgresql [bench/news]\n",
    )
    assert not file.exists()


def test_what_is_no_postgresql_is_refused_before_anything_is_measured(tmp_path: Path) -> None:
    with pytest.raises(EwalaError) as refused:
        bench_server.run(arguments("--postgresql", f"sqlite:///{tmp_path / 'ewala.db'}"))
    assert refused.value.code == "bench/database"
    assert not list(tmp_path.iterdir())
    with pytest.raises(EwalaError) as refused:
        bench_server.run(arguments("--postgresql", f"postgresql://ewala@/postgres?host={tmp_path}"))
    assert refused.value.code == "server/database"
