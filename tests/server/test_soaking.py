"""The long run by hand: that its people play, that they notice what goes wrong, and how memory is judged."""

import asyncio
import json
from pathlib import Path
from time import perf_counter

import pytest
from soak_server import Sample, verdict
from soaking import Circle, Log, SoakedDevice
from table_server import served


def test_circles_play_watch_and_come_back(tmp_path: Path) -> None:
    log = Log()

    async def meet(port: int) -> None:
        until = perf_counter() + 3
        await asyncio.gather(*(Circle(log, port, seed, pause=0.0).meet(until) for seed in range(4)))

    with served(tmp_path) as server:
        asyncio.run(meet(server.port))
    assert log.troubles == []
    assert log.counts["games"] >= 4
    assert log.counts["moves"] == len(log.latencies) >= 20


@pytest.mark.parametrize(("second", "found"), [(8, 0), (7, 1), (9, 1)], ids=["next", "double", "gap"])
def test_a_device_notices_gaps_and_doubles(second: int, found: int) -> None:
    async def hear() -> Log:
        device = SoakedDevice(Log(), 0, "/api/tables/x", {})
        lines = [{"type": "snapshot", "seq": 6}, {"type": "happened", "seq": 7}, {"type": "happened", "seq": second}]
        device._on_frame("\n".join(json.dumps(line) for line in lines).encode())
        return device.log

    assert len(asyncio.run(hear()).troubles) == found


@pytest.mark.parametrize(
    ("late", "level"),
    [(Sample(104_000_000, 40), True), (Sample(106_000_000, 40), False), (Sample(100_000_000, 60), False)],
    ids=["level", "more memory", "more descriptors"],
)
def test_the_last_quarter_is_held_against_the_second(
    late: Sample, level: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    loading, early = Sample(50_000_000, 30), Sample(100_000_000, 40)
    samples = [loading] * 5 + [early] * 5 + [early] * 5 + [late] * 5
    assert verdict(Log(), samples) is level
    assert capsys.readouterr().out.endswith("\nlevel\n" if level else "NOT LEVEL\n")


def test_one_outlier_does_not_decide() -> None:
    early = Sample(100_000_000, 40)
    assert verdict(Log(), [early] * 19 + [Sample(300_000_000, 400)])


def test_trouble_is_no_good_verdict(capsys: pytest.CaptureFixture[str]) -> None:
    assert not verdict(Log(troubles=["a gap"]), [Sample(100_000_000, 40)] * 20)
    assert "FOUND a gap" in capsys.readouterr().out
