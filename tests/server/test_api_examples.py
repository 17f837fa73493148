"""The examples in docs/api.md, held against what the server reads and writes: no field is missing, none is invented."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from ewala.tables import messages
from ewala.tables.analysis_in_words import HintInWords
from ewala.tables.requests import AnalysisAnswer

API = (Path(__file__).parents[2] / "docs" / "api.md").read_text(encoding="utf-8")


def examples(after: str, before: str) -> list[dict[str, Any]]:
    """The JSON lines between two places; those that are cut short with … are left out."""
    lines = API.partition(after)[2].partition(before)[0].splitlines()
    return [json.loads(line) for line in lines if line.startswith("{") and "…" not in line]


TOLD = examples("From real traffic:", "Events, in `event.type`")
LINES: dict[str, type[msgspec.Struct]] = {
    "snapshot": messages.Snapshot,
    "presence": messages.Presence,
    "refused": messages.Refused,
    "because": messages.Because,
    "done": messages.Done,
    "pong": messages.Pong,
    "closing": messages.Closing,
}


def written(example: dict[str, Any], kind: type[msgspec.Struct]) -> Any:
    """The same, as the server would write it."""
    return json.loads(msgspec.json.encode(msgspec.convert(example, kind)))


@pytest.mark.parametrize("kind", LINES)
def test_lines_from_the_server_have_the_fields_that_are_sent(kind: str) -> None:
    shown = [line for line in TOLD if line["type"] == kind]
    assert shown
    for line in shown:
        assert written(line, LINES[kind]) == line


def test_events_have_the_fields_that_are_sent() -> None:
    shown = [line for line in TOLD if line["type"] == "happened"]
    assert len(shown) > 1
    for line in shown:
        position = line.pop("position", None)  # added to what everybody is told
        told = msgspec.json.decode(json.dumps(line), type=messages.Happened)
        assert json.loads(msgspec.json.encode(told)) == line
        assert position is None or written(position, messages.Position) == position


def test_what_a_device_says_is_understood() -> None:
    commands = examples("### From the device", "### From the server")
    assert {command["type"] for command in commands} >= {"hello", "move", "allow-hints", "ping"}
    for command in commands:
        understood = json.loads(msgspec.json.encode(messages.decode_command(json.dumps(command))))
        assert understood | command == understood


def test_the_coach_answers_as_shown() -> None:
    hint, analysis = examples("## The coach\n", "## The live channel")
    assert written(hint, HintInWords) == hint
    assert written(analysis, AnalysisAnswer) == analysis
