"""The system's programs that tests use, and the packages of Debian's that have them: the one list for tests and CI.

Run by itself it names the packages that are missing here.
"""

import os
import shutil
import sys
from pathlib import Path
from typing import NoReturn

PACKAGES = {
    "chromium": "chromium",
    "node": "nodejs",
    "npm": "npm",
    "initdb": "postgresql",
    "redis-server": "redis-server",
    "haproxy": "haproxy",
    "openssl": "openssl",
    "systemd-analyze": "systemd",
}
OTHER_NAMES = {"chromium": ("chromium-browser", "google-chrome", "Google Chrome")}
DEBIANS = Path("/usr/lib/postgresql")  # Debian keeps each version's programs apart, and not on the path


def found(name: str) -> str | None:
    """Where a program is, if it is here."""
    newest_first = sorted(map(str, DEBIANS.glob("*/bin")), reverse=True)
    places = os.pathsep.join([os.environ.get("PATH", ""), "/usr/sbin", "/sbin", *newest_first])
    names = (name, *OTHER_NAMES.get(name, ()))
    return next((path for each in names if (path := shutil.which(each, path=places))), None)


def program(name: str) -> str:
    """Where a program is. Without it a test is skipped with what would install it, but never in CI on Linux."""
    if path := found(name):
        return path
    skip(f"{name} is missing: apt-get install {PACKAGES[name]}")


def skip(missing: str) -> NoReturn:
    import pytest  # not on a bare machine, which only asks what is missing

    if os.environ.get("CI") and sys.platform == "linux":
        pytest.fail(f"in CI nothing is skipped: {missing}")
    pytest.skip(missing)


if __name__ == "__main__":
    sys.stdout.write(" ".join(package for name, package in PACKAGES.items() if not found(name)))
