"""The examples of README and docs, as a program would have them, pass the strictest types."""

import doctest
import re
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.long  # runs mypy on all examples

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
_BLOCK = re.compile(r"^```python\n(.*?)^```", re.DOTALL | re.MULTILINE)


def program(page: Path) -> str:
    """The page's examples after each other, as in a session; what a session would show is printed."""
    parts = []
    for block in _BLOCK.findall(page.read_text(encoding="utf-8")):
        examples = doctest.DocTestParser().get_examples(block)
        parts.append("".join(example.source for example in examples) if examples else block)
    return "\n".join(parts)


def test_there_are_examples() -> None:
    assert sum(bool(program(page)) for page in PAGES) >= 8


def test_every_example_passes_mypy_strict(tmp_path: Path) -> None:
    for page in PAGES:
        if code := program(page):
            (tmp_path / f"{page.stem.lower()}_examples.py").write_text(code, encoding="utf-8")
    settings = tmp_path / "mypy.ini"  # of ours as `make check` has it, so that what it has found out is used
    settings.write_text(
        "[mypy]\nstrict = true\n"
        "mypy_path = src:examples:tests/server:tests/page:tests/third_game:tests/unit/play:tools\n"
        "[mypy-train_chronicles]\nfollow_imports = silent\n"
        "[mypy-babel.*,numba.*,open_spiel.*,pettingzoo.*,pyspiel.*,yaml.*]\nignore_missing_imports = true\n",
        encoding="utf-8",
    )
    files = sorted(map(str, tmp_path.glob("*_examples.py")))
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--config-file", str(settings), *files],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    if done.returncode:
        pytest.fail(done.stdout + done.stderr)
