"""The long run by hand: that its people play, that they notice what goes wrong, and how memory is judged."""

import asyncio
import json
from pathlib import Path
from time import perf_counter

import pytest
from soak_server import Sample, verdict
from soaking import Circle, Door, Log, SoakedDevice
from soaking_site import SteadyCircle, SteadyLog
from stored_games import stored_games
from table_server import Spawned, served

from ewala.tables.events import Moved

pytestmark = pytest.mark.long  # a long run of servers and people


def test_circles_play_watch_and_come_back(tmp_path: Path) -> None:
    log = Log()

    async def meet(port: int) -> None:
        until = perf_counter() + 3
        await asyncio.gather(*(Circle(log, Door(port), seed, pause=0.0).meet(until) for seed in range(4)))

    with served(tmp_path) as server:
        asyncio.run(meet(server.port))
    assert log.troubles == []
    assert log.counts["games"] >= 4
    assert log.counts["moves"] == len(log.latencies) >= 20


@pytest.mark.parametrize(("second", "found"), [(8, 0), (7, 1), (9, 1)], ids=["next", "double", "gap"])
def test_a_device_notices_gaps_and_doubles(second: int, found: int) -> None:
    async def hear() -> Log:
        device = SoakedDevice(Log(), Door(0), "/api/tables/x", {})
        lines = [{"type": "snapshot", "seq": 6}, {"type": "happened", "seq": 7}, {"type": "happened", "seq": second}]
        device._on_frame("\n".join(json.dumps(line) for line in lines).encode())
        return device.log

    assert len(asyncio.run(hear()).troubles) == found


@pytest.mark.parametrize(
    ("late", "level"),
    [
        (Sample(104_000_000, 40), True),
        (Sample(106_000_000, 40), False),
        (Sample(100_000_000, 60), False),
        (Sample(100_000_000, 40, tasks=30), False),
    ],
    ids=["level", "more memory", "more descriptors", "more tasks"],
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


def test_people_come_back_by_themselves_from_a_server_that_is_changed(tmp_path: Path) -> None:
    """It says goodbye and ends, and another takes its place; all that they have done is there, once."""
    first = Spawned(tmp_path)
    log, port = SteadyLog(changing=True), first.port

    async def change() -> Spawned:
        while log.counts["moves"] < 10:
            await asyncio.sleep(0.05)
        assert await asyncio.to_thread(first.stop) == 0
        return await asyncio.to_thread(Spawned, tmp_path, port)

    async def meet() -> Spawned:
        until = perf_counter() + 10
        circles = [SteadyCircle(log, Door(port, f"127.0.1.{n}"), n, pause=0.05).meet(until) for n in range(1, 4)]
        changed, _ = await asyncio.gather(change(), asyncio.gather(*circles))
        return changed

    second = asyncio.run(meet())
    assert second.stop() == 0
    assert log.troubles == []
    assert log.counts["sent away"] >= log.counts["told goodbye"] >= 2
    games = stored_games(tmp_path / "ewala.db")
    stored = {name: [e.client for e in game.events if isinstance(e, Moved)] for name, game in games.items()}
    assert {path: sorted(names) for path, names in log.made.items()} == {
        path: sorted(stored[path.rpartition("/")[2]]) for path in log.made
    }


def test_to_be_sent_away_is_trouble_unless_servers_are_being_changed() -> None:
    for changing in (True, False):
        log = SteadyLog(changing=changing)
        log.excuse("sent away", "/api/tables/x")
        assert bool(log.troubles) is not changing
