"""With `--numprocesses=auto`, one worker more than there are cores: tests wait a quarter of their time, for servers
that stop, databases that start and browsers that draw, and meanwhile a core would have nothing to do."""

import os
from collections.abc import Generator

import pytest


@pytest.hookimpl(wrapper=True, optionalhook=True)
def pytest_xdist_auto_num_workers() -> Generator[None, int, int]:
    cores = yield
    return cores if os.environ.get("PYTEST_XDIST_AUTO_NUM_WORKERS") else cores + 1
