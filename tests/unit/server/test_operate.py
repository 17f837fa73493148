"""Checks and log lines."""

import json
import logging
import re
from pathlib import Path
from typing import Any

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
from ewala.server.platform.operate.log_lines import JsonLines, Redacted


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


SERVER = Path(__file__).parents[4] / "src/ewala/server"


def line(logger: str, said: str, *args: object, error: BaseException | None = None) -> dict[str, Any]:
    about = (type(error), error, error.__traceback__) if error else None
    text = JsonLines().format(logging.LogRecord(logger, logging.ERROR, "", 0, said, args, about))
    assert "\n" not in text
    found: dict[str, Any] = json.loads(text)
    return found


def raised(words: str) -> BaseException:
    try:
        try:
            raise KeyError(words)
        except KeyError as cause:
            raise RuntimeError(words) from cause
    except RuntimeError as error:
        return error


def test_it_has_time_level_logger_and_message() -> None:
    found = line("ewala.server", "%d old tables are marked", 3)
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00", found.pop("time"))
    assert found == {"level": "error", "logger": "ewala.server", "message": "3 old tables are marked"}


def test_it_has_the_table_that_it_is_about() -> None:
    said = "the bot %s at table %s has failed %d times; it is asked again in %.2f s"
    assert line("ewala.server", said, "oracle", "abcdefghjk", 2, 0.5)["table"] == "abcdefghjk"
    assert line("ewala.server", "table %s was changed", "abcdefghjk")["table"] == "abcdefghjk"
    assert "table" not in line("ewala.server", "all %d connections are taken", 3)


def test_of_an_error_it_has_the_kind_and_the_places_and_no_words() -> None:
    found = line("ewala.server", "a command at table %s failed", "abcdefghjk", error=raised("Hortensia bids 7"))
    assert found["error"] == "RuntimeError from KeyError"
    assert found["places"][0].endswith(" raised")
    assert "Hortensia" not in json.dumps(found)


def test_what_is_for_the_machine_s_own_log_does_not_travel() -> None:
    damage = Redacted("IllegalMove: 7>7d is not there", "cr/not-held")
    assert f"{damage}" == "IllegalMove: 7>7d is not there"
    assert line("ewala.server", "set aside: %s", damage)["message"] == "set aside: cr/not-held"


@pytest.mark.parametrize(
    ("said", "args", "message"),
    [
        ("Task exception was never retrieved\nfuture: <Task exception=IllegalMove('7>7d')>", (), None),
        ("Exception in callback _tell([Moved(move='7>7d')])", (), "Exception in callback _tell"),
        ("connection of %s is lost", ("Hortensia 7>7d",), "connection of"),
    ],
)
def test_of_other_packages_entries_only_how_they_begin(said: str, args: tuple[str, ...], message: str | None) -> None:
    found = line("asyncio", said, *args)
    assert found["message"] == (message or "Task exception was never retrieved")


def test_every_entry_about_a_table_names_it_in_the_same_way() -> None:
    """Where an entry's words are about a table, the line can have its id."""
    for path in sorted(SERVER.rglob("*.py")):
        for said in re.findall(r'log\.\w+\(\s*"([^"]*)"', path.read_text(encoding="utf-8")):
            assert not re.search(r"\btable\b(?! %s)", said), (path, said)
