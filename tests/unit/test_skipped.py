"""Where a machine could run everything, a skipped test is a failed one."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]


@pytest.mark.parametrize(
    ("why", "skips", "fails"),
    [
        ("there is no PostgreSQL", "card", True),
        ("there is no PostgreSQL", "", False),
        ("needs an NVIDIA card", "card", False),
    ],
)
def test_skipping_is_failing_where_nothing_need_be_skipped(tmp_path: Path, why: str, skips: str, fails: bool) -> None:
    (tmp_path / "test_it.py").write_text(f"import pytest\n\n\ndef test_it():\n    pytest.skip({why!r})\n")
    environment = {**os.environ, "EWALA_SKIPS": skips, "PYTHONPATH": str(TESTS)}
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-p",
        "skipped",
        "-p",
        "no:cacheprovider",
        "--rootdir",
        str(tmp_path),
    ]
    done = subprocess.run([*command, "test_it.py"], cwd=tmp_path, env=environment, capture_output=True, text=True)
    assert (done.returncode == 1) is fails, done.stdout
    assert ("though this machine could have run it" in done.stdout) is fails
