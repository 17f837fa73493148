"""Many processes beside one: what is reckoned, and a small run with a real PostgreSQL and a real Redis."""

import argparse
import json
from pathlib import Path

import pytest
from postgresql import cluster
from redis_server import redis_server

from ewala.cli import main
from ewala.core.errors import EwalaError
from ewala.kit.stats.latency import Latency
from ewala.lab.bench import many_processes, other_processes
from ewala.lab.bench import server as bench_server
from ewala.lab.bench.many_figures import ManyFigures, Share

LATENCY = Latency(p50=1.0, p95=2.0, p99=3.04, most=4.0, count=100)


def share(name: str, rate: float, server: float, database: float | None = None, *, apart: bool = False) -> Share:
    return Share(name, apart, rate, LATENCY, LATENCY, server, database, None, 900.0, 450.0 if database else None)


def arguments(*words: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="ewala bench server")
    bench_server.add_arguments(parser)
    return parser.parse_args(words)


def figures(rate: float, crossed: float) -> ManyFigures:
    return ManyFigures(
        [
            share("SQLite", 1000, 0.3),
            share("PostgreSQL, one", rate, 0.4, 0.1),
            share("PostgreSQL, two", 900, 0.4, 0.1),
            share("PostgreSQL, two, apart", 800, crossed, 0.1, apart=True),
        ]
    )


def test_costs_are_those_of_server_and_database_together() -> None:
    found = figures(800, 0.5)
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
    assert not figures(rate, crossed).met


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(many_processes, "PROCESSES", {2: "two processes"})
    monkeypatch.setattr(many_processes, "WARM_UP", 0.1)


@pytest.mark.usefixtures("small")
def test_a_small_run(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "figures.json"
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
    monkeypatch.setattr(other_processes, "_stat", lambda _: None)
    file = tmp_path / "figures.json"
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
    file = tmp_path / "figures.json"
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
