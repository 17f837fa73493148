"""Many games at once on a disk that fails again and again: nothing that was acknowledged is lost, nobody sees what is
not stored, and nobody misses anything."""

import random
import time
from pathlib import Path
from types import SimpleNamespace

import pytest
from faults import COMPLAINTS, Disk, Fault
from faulty_load import Crowd
from stored_games import stored_games
from table_server import served
from waiting import PATIENCE
from witness import Witness

pytestmark = pytest.mark.long  # many games on a disk that fails

pytest_plugins = ["fault_fixtures"]

FAULTS = 200
SEED = 1907
KINDS: tuple[Fault, ...] = ("fails", "fails after storing", "slow", "stops")


def injected(disk: Disk, number: int) -> None:
    """So many faults in a seeded order, each met by at least one commit."""
    chance = random.Random(SEED)
    for _ in range(number):
        fault = chance.choice(KINDS)
        if fault == "stops":
            disk.stop()
            assert disk.met.wait(PATIENCE)
            disk.go_on(well=chance.random() < 0.5)
        else:
            disk.met.clear()
            disk.fault = fault
            assert disk.met.wait(PATIENCE)
            disk.fault = ""
        time.sleep(chance.random() * 0.02)  # chance says how much goes well in between


def test_two_hundred_faults_lose_nothing_and_show_nothing_that_is_not_stored(
    tmp_path: Path, disk: Disk, monkeypatch: pytest.MonkeyPatch
) -> None:
    witness = Witness(tmp_path / "ewala.db")
    with served(tmp_path, complaints=COMPLAINTS) as server:
        monkeypatch.setattr("ewala.core.dice.secrets", SimpleNamespace(token_bytes=random.Random(SEED).randbytes))
        tables = [server.kingdom_run("KSFG", listed=True) for _ in range(5)]
        tables += [server.chronicles(listed=True, confirm=False) for _ in range(5)]
        crowd = Crowd(server, witness, tables)
        crowd.begin()
        try:
            injected(disk, FAULTS)
        finally:
            disk.go_on(well=True)
            crowd.end()
    assert witness.findings() == []
    stored = stored_games(tmp_path / "ewala.db")
    assert crowd.acknowledged > 0
    assert crowd.refused > 0, "the faults were felt"
    for player in crowd.players:
        moved = [event for event in stored[player.device.hearer.table].events if getattr(event, "client", "")]
        names = [event.client for event in moved if event.seat == player.seat]  # type: ignore[union-attr]
        assert len(names) == len(set(names)), "a move was made twice"
        assert set(player.acknowledged) - {"over"} <= set(names)
