"""Draw the pictures of README.md and docs/play.md anew, from scenes of the page's tests; `make images` runs it.

They are the same in every run, and small: a palette is enough for paper. Look at each before you commit it.
"""

import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

from PIL import Image

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT / "tests" / "page"), str(ROOT / "tests" / "server")]

from browsers import PHONE, Scheme  # noqa: E402
from pictures import Shot, draw  # noqa: E402
from playwright.sync_api import sync_playwright  # noqa: E402
from scene_browser import scene_browser  # noqa: E402
from scene_setup import scene_server  # noqa: E402
from scenes import SCENES  # noqa: E402

IMAGES = ROOT / "docs" / "images"
DESK = (1152, 720)
COLOURS = 256


class Kept(NamedTuple):
    """A picture of the docs: the scene that it shows, how large, and in which light."""

    name: str
    scene: str
    size: tuple[int, int] = PHONE
    light: Scheme = "light"
    # How 256 colours are chosen: by how much they are needed, which suits a dusk of many violets; or all over, where
    # paper grain would need them all and leave the small figures on it none.
    choice: Image.Quantize = Image.Quantize.MEDIANCUT


PICTURES = [
    Kept("start", "start", (1440, 1057), choice=Image.Quantize.FASTOCTREE),
    Kept("kingdom-run", "kingdom-run-keep", DESK),
    Kept("kingdom-run-night", "kingdom-run-sleepers", DESK, "dark"),
    Kept("chronicles", "chronicles-chosen", DESK),
    Kept("lesson-phone", "learn-kingdom-run"),
    Kept("chronicles-phone", "chronicles-effect", PHONE, "dark"),
    Kept("result-phone", "kingdom-run-result"),
]


def save(picture: Image.Image, path: Path, choice: Image.Quantize) -> None:
    """With the colours that it needs most; dithering would cost more bytes than it is worth."""
    picture.quantize(COLOURS, choice, dither=Image.Dither.NONE).save(path, optimize=True)


def main() -> None:
    scenes = {scene.name: scene for scene in SCENES}
    with (
        tempfile.TemporaryDirectory() as data,
        scene_server(Path(data)) as server,
        sync_playwright() as playwright,
        scene_browser(playwright, server) as browser,
    ):
        for kept in PICTURES:
            path = IMAGES / f"{kept.name}.png"
            save(draw(browser, Shot(scenes[kept.scene], kept.size, kept.light)), path, kept.choice)
            sys.stdout.write(f"{path.relative_to(ROOT)}: {path.stat().st_size} bytes\n")


if __name__ == "__main__":
    main()
