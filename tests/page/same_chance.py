"""Chance in the browser that is the same in every run: what a page and its workers draw for dice, names and keys.

Of each browser's pages and workers every one draws other numbers: two tables would else have the same name. A worker
reads in its name which are its own, so it begins with `DRAWN_IN_WORKER`; pages that tests are served do.
"""

import shutil
from pathlib import Path

from ewala.server.platform.config import Config

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


def same_chance_in(page_dir: Path) -> None:
    """What the workers of a page draw; the page itself has `DRAWN_IN_PAGE` from whoever opens it."""
    for worker in (page_dir / "assets").glob("worker-*.js"):
        for packed in (".br", ".gz"):
            worker.with_name(worker.name + packed).unlink(missing_ok=True)
        worker.write_text(DRAWN_IN_WORKER + worker.read_text())


def page_with_same_chance(folder: Path) -> Path:
    """The page as it was built, but for that."""
    shutil.copytree(Config().page_dir, folder)
    same_chance_in(folder)
    return folder
