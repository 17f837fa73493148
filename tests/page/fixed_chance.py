"""Chance and thinking time that are the same in every run: at servers in this process, in pages and in their workers.

Every page and worker of a browser draws other numbers, or two tables would have the same name. A worker reads from its
name which are its own, so its script begins with `DRAWN_IN_WORKER`.
"""

import random
import shutil
from base64 import urlsafe_b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from types import SimpleNamespace
from unittest import mock
from zlib import crc32

from ewala.server.platform.config import Config

LOOK = 1 / 16  # seconds that pass whenever the coach looks at its watch; sums of them are exact

_DRAW = """
  function drawFrom(state) {
    crypto.getRandomValues = (bytes) => {
      for (let n = 0; n < bytes.length; n++) bytes[n] = (state = (Math.imul(state, 1103515245) + 12345) >>> 0) >>> 16;
      return bytes;
    };
  }
"""
_PAGE = """
  const next = () => {
    try {
      return 7 + (localStorage["chance"] = 1 + Number(localStorage["chance"] ?? -1));
    } catch {
      return 7; // a page that may keep nothing
    }
  };
  drawFrom(next());
  const { Worker } = window;
  window.Worker = class extends Worker {
    constructor(script, how) {
      super(script, { ...how, name: String(next()) });
    }
  };
"""
DRAWN_IN_PAGE = "{" + _DRAW + _PAGE + "}"
DRAWN_IN_WORKER = "{" + _DRAW + "drawFrom(Number(self.name) || 7); }\n"


@contextmanager
def fixed_chance(name: str) -> Iterator[None]:
    """Dice, tables' names and keys at servers in this process follow from a name."""
    numbers = count(crc32(name.encode()))
    letters = random.Random(name)
    keys = SimpleNamespace(
        choice=letters.choice, token_urlsafe=lambda size: urlsafe_b64encode(letters.randbytes(size)).decode()
    )
    with (
        mock.patch("ewala.core.dice.secrets.token_bytes", lambda size: next(numbers).to_bytes(size, "big")),
        mock.patch("ewala.tables.keys.secrets", keys),
    ):
        yield


@contextmanager
def fixed_thinking() -> Iterator[None]:
    """A hint that takes a second of the coach's own time is equally deep on every machine."""
    looks = count()
    watch = SimpleNamespace(perf_counter=lambda: next(looks) * LOOK)
    with (
        mock.patch("ewala.games.chronicles.bots.search_budget.time", watch),
        mock.patch("ewala.games.kingdom_run.coach.hints.time", watch),
    ):
        yield


def same_chance_in(page_dir: Path) -> None:
    """Fix what the workers of a built page draw; the page itself gets `DRAWN_IN_PAGE` when it is opened."""
    for worker in (page_dir / "assets").glob("worker-*.js"):
        for packed in (".br", ".gz"):
            worker.with_name(worker.name + packed).unlink(missing_ok=True)
        worker.write_text(DRAWN_IN_WORKER + worker.read_text())


def page_with_same_chance(folder: Path) -> Path:
    """A copy of the built page with workers of fixed chance."""
    shutil.copytree(Config().page_dir, folder)
    same_chance_in(folder)
    return folder
