"""What the doctor says of a machine: ok, a warning, or wrong with what would be right."""

from pathlib import Path

import pytest

from ewala.server.platform.config import Limits
from ewala.server.platform.operate.checks import (
    MEGABYTE,
    WRITTEN,
    check_clock,
    check_descriptors,
    check_disk,
    check_page,
)


@pytest.mark.parametrize(
    ("now", "newest", "state"),
    [
        (WRITTEN + 1.0, None, "ok"),
        (WRITTEN + 1.0, WRITTEN * 1000, "ok"),
        (WRITTEN + 1.0, (WRITTEN + 3600) * 1000, "warning"),
        (0.0, None, "wrong"),
        (-1.0, None, "wrong"),
        (1e12, None, "wrong"),
    ],
)
def test_a_clock_is_plausible_or_not(now: float, newest: int | None, state: str) -> None:
    assert check_clock(now, newest).state == state


@pytest.mark.parametrize(("free", "state"), [(5000, "ok"), (500, "warning"), (50, "wrong")])
def test_a_disk_has_room_or_not(free: int, state: str) -> None:
    assert check_disk(Path("somewhere"), free * MEGABYTE, 10_000 * MEGABYTE).state == state


@pytest.mark.parametrize(
    ("hard", "state"),
    [(-1, "ok"), (65_536, "ok"), (10_128, "ok"), (10_127, "warning"), (1024, "warning"), (256, "wrong")],
)
def test_descriptors_are_enough_or_not(hard: int, state: str) -> None:
    assert check_descriptors(hard, Limits()).state == state


def test_a_page_is_there_half_there_or_not(tmp_path: Path) -> None:
    assert check_page(tmp_path).state == "wrong"
    (tmp_path / "index.html").touch()
    assert check_page(tmp_path).state == "warning"
    (tmp_path / ".built").touch()
    assert check_page(tmp_path).state == "ok"
