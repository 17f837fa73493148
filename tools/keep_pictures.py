"""Keep pictures of the page's scenes as they look now; `make pictures` runs it. The suite draws them anew and compares.

Only those are written that differ from what was kept: look at each of them before you commit it.
"""

import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT / "tests" / "page"), str(ROOT / "tests" / "server")]

from pictures import KEPT, SHOTS, Shot, differing, draw, keep, kept  # noqa: E402
from playwright.sync_api import sync_playwright  # noqa: E402
from scene_browser import scene_browser  # noqa: E402
from scene_setup import scene_server  # noqa: E402


def changed() -> list[Shot]:
    """Draws every scene; those that look different are kept as they are now."""
    found = []
    with (
        tempfile.TemporaryDirectory() as data,
        scene_server(Path(data)) as server,
        sync_playwright() as playwright,
        scene_browser(playwright, server) as browser,
    ):
        for shot in SHOTS:
            old, new = kept(shot), draw(browser, shot)
            if old is None or differing(old, new) is not None:
                keep(shot, new)
                found.append(shot)
    return found


def gone() -> list[Path]:
    """Removes pictures whose scene is no more."""
    left = sorted(set(KEPT.iterdir()) - {shot.path for shot in SHOTS})
    for path in left:
        path.unlink()
    return left


def main() -> None:
    for shot in changed():
        sys.stdout.write(f"kept anew: {shot.path.relative_to(ROOT)}\n")
    for path in gone():
        sys.stdout.write(f"removed: {path.relative_to(ROOT)}\n")


if __name__ == "__main__":
    main()
