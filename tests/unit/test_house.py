"""The check of the house sees what it is there for; `make check` runs it over the house itself."""

from pathlib import Path

import pytest
from check_sources import circles, imports_of, told_names


def house(folder: Path, **modules: str) -> Path:
    """A package `ewala` of these modules; `__` in a name stands for a folder."""
    for name, text in modules.items():
        path = folder / "src" / "ewala" / f"{name.replace('__', '/')}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder


@pytest.mark.parametrize(
    "line",
    [
        'if game == "kingdom-run":',
        "class KingdomRunTable:",
        "# as in Kingdom Run",
        "    def chronicles(self) -> None: ...",
        '"""Who begins (KR-3.4)."""',
    ],
)
def test_a_game_s_name_outside_its_folder_is_found(tmp_path: Path, line: str) -> None:
    (found,) = told_names(house(tmp_path, tables__table=f"one = 1\n{line}\n"))
    assert found.startswith("src/ewala/tables/table.py:2: ")


def test_in_its_folder_and_in_the_registry_it_may_stand(tmp_path: Path) -> None:
    text = 'NAME = "kingdom-run"\n'
    assert not list(
        told_names(house(tmp_path, games__kingdom_run__kit=text, games__registry=text, lab__bench__rules=text))
    )
    assert list(told_names(house(tmp_path, games__chronicles__kit=text)))


@pytest.mark.parametrize("place", ["Makefile", "pyproject.toml", "tools/count.py", "tests/variants/some.py"])
def test_what_all_games_share_names_none(tmp_path: Path, place: str) -> None:
    (tmp_path / place).parent.mkdir(parents=True, exist_ok=True)
    (tmp_path / place).write_text('modules = ["ewala.games.kingdom_run.rules"]\n')
    (tmp_path / "tests" / "unit.py").parent.mkdir(exist_ok=True)
    (tmp_path / "tests" / "unit.py").write_text('load("kingdom-run")\n')  # a test may be about one game
    (found,) = told_names(tmp_path)
    assert found.startswith(f"{place}:1: ")


def test_a_circle_is_found_also_if_it_is_for_types_alone_or_deep_in_a_function(tmp_path: Path) -> None:
    source = house(
        tmp_path,
        one="from ewala.two import thing\n",
        two="def ask():\n    from ewala import three\n",
        three="from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from ewala.one import other\n",
        four="from ewala.one import thing\n",
    )
    (way,) = circles(imports_of(source / "src"))
    assert (way[0], set(way)) == (way[-1], {"ewala.one", "ewala.two", "ewala.three"})


def test_this_house_has_neither() -> None:
    assert circles(imports_of()) == []
    assert list(told_names()) == []
