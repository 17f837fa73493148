"""What keeps `ewala serve` from starting."""

import subprocess
import sys

from waiting import PATIENCE


def refused(*arguments: str) -> str:
    """What `ewala serve` says when it cannot start: one line, and exit code 1."""
    done = subprocess.run(
        [sys.executable, "-m", "ewala", "serve", *arguments],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 1, done.stderr
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1, done.stderr
    return done.stderr
