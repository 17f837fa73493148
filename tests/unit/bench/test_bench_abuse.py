"""The command: its arguments, what it reckons, and a short run of the real thing. No test looks at how fast it was."""

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from ewala.games.records import read_record
from ewala.kit.stats.latency import Latency
from ewala.lab.bench import abuse as bench_abuse
from ewala.lab.bench.abuse import AIM_ALONE, AIM_BEHIND_PROXY, AbuseFigures, Stretch, Suffered
from ewala.lab.bench.abuse_http_floods import long_record
from ewala.lab.bench.abuse_process import FLOODS
from ewala.lab.bench.light_client import request_of
from ewala.lab.bench.processes import descriptors_of, memory_of

pytestmark = pytest.mark.long  # floods a server


def arguments(*words: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="ewala bench abuse")
    bench_abuse.add_arguments(parser)
    return parser.parse_args(words)


def latency(p99: float) -> Latency:
    return Latency(p50=1.0, p95=1.5, p99=p99, most=p99, count=1200)


def suffered(p99: float, *, shut_out: int = 0, lost: str = "", problem: str = "", aim: float = AIM_ALONE) -> Suffered:
    quiet, under = Stretch(latency(2.0), latency(3.0)), Stretch(latency(p99), latency(4.0), shut_out, lost)
    counts = {"sent": 5000, "connections": 100, "refused": 4900, "bytes": 1_500_000}
    about = "1,100 silent connections"
    return Suffered("silent", about, quiet, under, counts, 80_000_000, 90_000_000, problem, aim=aim)


def test_the_aim_is_five_times_the_quiet_or_three_behind_a_proxy_and_nobody_shut_out() -> None:
    closed = "the measured server closed a connection"
    assert suffered(10.0).borne
    assert suffered(6.0, aim=AIM_BEHIND_PROXY).borne
    for missed in (
        suffered(10.1),
        suffered(6.1, aim=AIM_BEHIND_PROXY),
        suffered(2.0, shut_out=1),
        suffered(2.0, lost=closed),
        suffered(2.0, problem=closed),
    ):
        assert not missed.borne
        assert not AbuseFigures([suffered(6.0), missed]).borne
    assert f"it could not begin: {closed}" in AbuseFigures([suffered(2.0, problem=closed)]).as_text()


def test_what_is_shown() -> None:
    assert AbuseFigures([suffered(6.0), suffered(9.0, shut_out=2)]).as_text().splitlines() == [
        "        moves  quiet p99 ms  p99 ms  ratio  back p95 ms  shut out  MB before  after",
        "silent   1200           2.0     6.0  3.0 ×          1.5         0         80     90",
        "silent   1200           2.0     9.0  4.5 ×          1.5         2         80     90  missed",
        "",
        "What became of each flood",
        "1,100 silent connections: 5,000 sent over 100 connections, 4,900 refused, 1.5 MB came back",
        "1,100 silent connections: 5,000 sent over 100 connections, 4,900 refused, 1.5 MB came back",
        "",
        "Aim: at most 5 times the quiet p99, and nobody shut out; missed by silent",
    ]


def test_a_long_record_can_be_read() -> None:
    record = read_record(long_record(300))
    assert len(record.moves) == 300
    assert record.state.to_act is not None


def test_requests_say_how_long_they_are() -> None:
    head, _, body = request_of("POST", "/api/tables", {"game": "kingdom-run"}, key="k").partition(b"\r\n\r\n")
    assert f"Content-Length: {len(body)}".encode() in head
    assert b"Authorization: Bearer k" in head
    assert b"Content-Length" not in request_of("GET", "/api/tables")


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="needs /proc")
def test_memory_is_that_of_a_process_and_of_those_that_it_started() -> None:
    started = "print(flush=True); input()"
    with subprocess.Popen([sys.executable, "-c", started], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as child:
        assert child.stdout is not None
        child.stdout.readline()
        together, its_own = memory_of(os.getpid()) or 0, memory_of(child.pid) or 0
        child.communicate(b"\n")
    assert together > its_own > 1_000_000
    assert (descriptors_of(os.getpid()) or 0) >= 3
    assert (memory_of(2**30), descriptors_of(2**30)) == (None, None)  # no process


def test_every_flood_has_something_to_say_about_itself() -> None:
    assert all(flood.about for flood in FLOODS.values())
    assert len({flood.about for flood in FLOODS.values()}) == len(FLOODS)


def test_a_short_run(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "figures.json"
    words = ["--seconds", "1", "--flood", "requests", "--flood", "strangers", "--json", str(file)]
    code = bench_abuse.run(arguments(*words))
    out, err = capsys.readouterr()
    assert err == ""
    assert "Aim: at most 5 times the quiet p99" in out
    found = json.loads(file.read_text(encoding="utf-8"))
    assert found["complete"] is True
    assert code == (0 if found["borne"] else 1)
    assert [flood["name"] for flood in found["floods"]] == ["requests", "strangers"]
    for flood in found["floods"]:
        assert flood["problem"] == ""
        assert flood["quiet"]["moves"]["count"] >= 1
        assert flood["flooded"]["moves"]["count"] >= 1
        assert flood["counts"]["sent"] >= 1  # how many is the machine's matter
