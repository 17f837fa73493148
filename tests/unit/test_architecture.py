"""ARCHITECTURE.md names the rooms and their floors; the tree and the import contracts agree with it."""

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src" / "ewala"
DRAWN = re.compile(r"^(?P<indent> {2,4})(?P<room>\w+)/ +(?P<holds>.+?) +(?P<floor>\d+)$", re.MULTILINE)


def drawn(indent: int) -> dict[str, tuple[str, int]]:
    """What each room holds and its floor, as the picture says."""
    text = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    return {
        one["room"]: (one["holds"], int(one["floor"])) for one in DRAWN.finditer(text) if len(one["indent"]) == indent
    }


def packages(folder: Path) -> set[str]:
    return {path.parent.name for path in folder.glob("*/__init__.py")}


def layers(container: str) -> list[set[str]]:
    """The contract's layers from the lowest up, without single modules."""
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"][
        "contracts"
    ]
    (found,) = [one["layers"] for one in contracts if one.get("containers") == [container]]
    folder = ROOT / "src" / Path(*container.split("."))
    rooms = [set(re.findall(r"\w+", layer)) & packages(folder) for layer in reversed(found)]
    return [layer for layer in rooms if layer]


def test_there_are_at_most_twelve_rooms_and_all_are_drawn() -> None:
    assert set(drawn(2)) == packages(PACKAGE)
    assert len(packages(PACKAGE)) <= 12


def test_floors_are_those_of_the_contract() -> None:
    floors = {room: floor for floor, layer in enumerate(layers("ewala"), 1) for room in layer}
    assert {room: floor for room, (_, floor) in drawn(2).items()} == floors


def test_the_server_s_layers_are_drawn_with_their_folders() -> None:
    assert set(drawn(4)) == packages(PACKAGE / "server")
    for layer in ("platform", "features"):
        holds, _ = drawn(4)[layer]
        assert set(holds.split(", ")) == packages(PACKAGE / "server" / layer)


def test_the_laboratory_s_parts_are_drawn() -> None:
    assert set(drawn(2)["lab"][0].split(", ")) == packages(PACKAGE / "lab")
