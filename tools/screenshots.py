"""Draw every screen of the page: phone, tablet and desktop, by day and by night, with games that are really played.

python tools/screenshots.py FOLDER                     every scene of tests/page/scenes.py, in each size and light
python tools/screenshots.py FOLDER home learn   only scenes whose names begin so
… --size phone --light dark --language fr              only these; short, lying, laptop and large are sizes too
… --page FOLDER                                        a page that was built elsewhere

python tools/screenshots.py --keep                     those that the suite compares with, as they look now

`make pictures` does the last. Only those are written that differ from what was kept: look at each before you commit it.
"""

import argparse
import sys
import tempfile
from itertools import product
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT / "tests" / "page"), str(ROOT / "tests" / "server" / "helpers")]

from browsers import DESKTOP, PHONE, TABLET, Scheme, browsers, visitor  # noqa: E402
from pictures import KEPT, SHOTS, Shot, differing, keep, kept  # noqa: E402
from pictures import draw as drawn_shot  # noqa: E402
from playwright.sync_api import sync_playwright  # noqa: E402
from scene_browser import scene_browser  # noqa: E402
from scene_setup import SceneServer, scene_server  # noqa: E402
from scenes import SCENES  # noqa: E402

from ewala.locale.languages import LANGUAGES  # noqa: E402
from ewala.server.platform.config import Config  # noqa: E402

SIZES = {
    "phone": PHONE,
    "tablet": TABLET,
    "desktop": DESKTOP,
    # and the others in which a whole board must be in sight: a phone with its browser's bars shown, lying, ...
    "short": (390, 664),
    "lying": (844, 390),
    "laptop": (1366, 650),
    "large": (1920, 1080),
}
USUAL = ("phone", "tablet", "desktop")
LIGHTS: tuple[Scheme, ...] = ("light", "dark")


def draw(stage: SceneServer, asked: argparse.Namespace) -> int:
    wanted = [scene for scene in SCENES if not asked.scenes or scene.name.startswith(tuple(asked.scenes))]
    views = [(size, light) for size in asked.size or USUAL for light in asked.light or LIGHTS]
    with browsers() as browser:
        for scene, (size, light) in product(wanted, views):
            how = {"scheme": light, "language": asked.language, "device_scale_factor": asked.scale}
            with visitor(browser, "", size=SIZES[size], **how) as person:
                scene.show(person.page, stage, asked.language)
                path = asked.folder / f"{scene.name}-{size}-{light}.png"
                person.page.screenshot(path=path, full_page=asked.whole)
                person.complaints.clear()  # one looks at pictures here; the tests listen
    return len(wanted) * len(views)


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
            old, new = kept(shot), drawn_shot(browser, shot)
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


def keep_pictures() -> None:
    for shot in changed():
        sys.stdout.write(f"kept anew: {shot.path.relative_to(ROOT)}\n")
    for path in gone():
        sys.stdout.write(f"removed: {path.relative_to(ROOT)}\n")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, nargs="?")
    parser.add_argument("scenes", nargs="*", help="how the scenes' names begin")
    parser.add_argument("--size", action="append", choices=SIZES)
    parser.add_argument("--light", action="append", choices=LIGHTS)
    parser.add_argument("--language", default="en", choices=LANGUAGES)
    parser.add_argument("--scale", type=float, default=1, help="pixels of the picture for each of the page's")
    parser.add_argument("--whole", action="store_true", help="the whole page, not only what is on the screen")
    parser.add_argument("--page", type=Path, default=Config().page_dir, help="where the built page is")
    parser.add_argument("--keep", action="store_true", help="keep the pictures of the suite")
    asked = parser.parse_args()
    if asked.keep:
        return keep_pictures()
    if asked.folder is None:
        parser.error("say into which folder")
    asked.folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data, scene_server(Path(data), page_dir=asked.page) as stage:
        drawn = draw(stage, asked)
    sys.stdout.write(f"{drawn} pictures in {asked.folder}\n")


if __name__ == "__main__":
    main()
