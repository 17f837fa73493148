"""The fingerprint of rules: it tells changed rules from the published ones, and nothing else."""

import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

import ewala
from ewala.core.fingerprint import play_of
from ewala.games.registry import GAMES, game_class

SOURCES = Path(ewala.__file__).parent
KEPT = Path(__file__).parent / "kept_records"
ASKED = """
import sys, ewala
print(ewala.load(sys.argv[1]).fingerprint)
try:
    print(ewala.load_record(sys.argv[2]).game.name)
except ewala.DamagedRecord as refused:
    print(refused.code)
"""


@pytest.mark.parametrize("name", GAMES)
def test_the_published_rules_are_the_ones_that_play(name: str) -> None:
    """If this fails, the rules or their constants were changed. Where they mean what they meant, write the new digest
    into `published_play`; where they do not, raise `rules_version` too, so that old records are not read by them."""
    kind = game_class(name)
    assert play_of(kind) == kind.published_play


def asked(package: Path, name: str) -> list[str]:
    """The fingerprint of a game by the rules in a folder, and how a record of the published rules is read there."""
    done = subprocess.run(
        [sys.executable, "-c", ASKED, name, str(KEPT / f"{name}-1.ewala")],
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
        env={"PYTHONPATH": str(package), "PYTHONDONTWRITEBYTECODE": "1"},
    )
    return done.stdout.split()


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the package, to be changed."""
    folder = tmp_path_factory.mktemp("package")
    left_out = shutil.ignore_patterns("__pycache__", "page", "bench", "*.po")
    shutil.copytree(SOURCES, folder / "ewala", ignore=left_out)
    return folder


@contextmanager
def changed(package: Path, file: str, before: str, after: str) -> Iterator[None]:
    """The package with one text of one file changed."""
    source = package / "ewala" / "games" / file
    text = source.read_text(encoding="utf-8")
    assert before in text
    source.write_text(text.replace(before, after, 1), encoding="utf-8")
    try:
        yield
    finally:
        source.write_text(text, encoding="utf-8")


RULES = [
    ("kingdom-run", "kingdom_run/rules/state.py", "TOKENS = 12", "TOKENS = 16"),
    ("kingdom-run", "kingdom_run/rules/state.py", "TOKENS = 12", "TOKENS = 13"),  # as many for each, with 2 or 4
    ("kingdom-run", "kingdom_run/rules/state.py", "TOKEN_VALUE = 2", "TOKEN_VALUE = 3"),
    ("kingdom-run", "kingdom_run/rules/state.py", "FULL = 4", "FULL = 3"),
    ("kingdom-run", "kingdom_run/rules/circuit.py", "(13, 12, 11", "(14, 12, 11"),
    ("chronicles-of-run", "chronicles/rules/state.py", "[3, 2, 2, 1", "[3, 2, 2, 2"),
    ("chronicles-of-run", "chronicles/rules/state.py", "GOOD = 1 << BROIN | ", "GOOD = "),
]


@pytest.mark.parametrize(("name", "file", "before", "after"), RULES, ids=[after for *_, after in RULES])
def test_a_changed_constant_makes_other_rules(package: Path, name: str, file: str, before: str, after: str) -> None:
    with changed(package, file, before, after):
        fingerprint, read = asked(package, name)
    assert fingerprint != ewala.load(name).fingerprint
    assert read == "record/fingerprint"


def test_another_wording_makes_no_other_rules(package: Path) -> None:
    with changed(package, "kingdom_run/rules/kernel.py", '"""', '"""In other words: '):
        assert asked(package, "kingdom-run") == [ewala.load("kingdom-run").fingerprint, "kingdom-run"]
