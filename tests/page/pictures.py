"""A picture of every scene, and what tells a changed one from the same drawn by another browser.

Pictures are kept with 32 steps of each colour, which halves them and puts no colour off by more than 4 of 255: what is
lost is bounded everywhere, as it is with neither a palette nor a lossy format.
"""

from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

import numpy as np
from browsers import PHONE, Scheme
from numpy.typing import NDArray
from PIL import Image, ImageDraw
from playwright.sync_api import Page
from scene_browser import SceneBrowser
from scene_setup import Scene
from scenes import SCENES

from ewala.locale.languages import LANGUAGES

KEPT = Path(__file__).parent / "pictures"
STEPS = 31  # between black and full

# Whoever draws letters elsewhere, with another version or for another processor, draws the same edges a little darker
# or lighter, or moves them by a part of a pixel; and a line of text whose place is half a pixel is put above or below,
# now and then even by the same browser. So differences are looked at through windows, wherever they may lie. In a
# small one they add up, whichever way they go, unless they are gone with the picture a pixel higher or lower: a sign
# that is missing, or what moved farther, exceeds STROKES; other letters do not (between Chromium and its headless
# shell: 41 at most). In a large one lighter and darker cancel out: a ground or a button of another colour exceeds
# TONES; other letters do not (9 at most).
STROKES, SMALL = 46, 12  # of 255; pixels
TONES, LARGE = 11, 24  # of 255, of which the kept picture may be off by 4; pixels

Pixels = NDArray[np.float64]


@dataclass(frozen=True)
class Shot:
    scene: Scene
    size: tuple[int, int] = PHONE
    light: Scheme = "light"
    language: str = "en"

    @property
    def name(self) -> str:
        if self.size == PHONE and self.light == "light" and self.language == "en":
            return self.scene.name
        width, height = self.size
        return f"{self.scene.name}-{width}x{height}-{'day' if self.light == 'light' else 'night'}-{self.language}"

    @property
    def path(self) -> Path:
        return KEPT / f"{self.name}.webp"


SIZES = ((390, 664), (390, 844), (844, 390), (820, 1180), (1366, 650), (1440, 900), (1920, 1080))
LIGHTS: tuple[tuple[Scheme, int], ...] = (("light", 1), ("dark", 3))


def everywhere(scene: Scene) -> list[Shot]:
    """A scene in every size by day and by night; languages take turns, so that each is seen small, tall and wide."""
    turns = len(LANGUAGES)
    return [
        Shot(scene, size, light, LANGUAGES[(number + shift) % turns])
        for number, size in enumerate(SIZES)
        for light, shift in LIGHTS
    ]


# Every scene on a phone by day in English, and both boards everywhere: while one plays, and when all is over.
_BOARDS = ("kingdom-run-act", "chronicles-chosen", "kingdom-run-result", "chronicles-result")
BOARDS = [scene for scene in SCENES if scene.name in _BOARDS]
SHOTS = [Shot(scene) for scene in SCENES] + [shot for scene in BOARDS for shot in everywhere(scene)]


# --- Drawing


def draw(browser: SceneBrowser, shot: Shot) -> Image.Image:
    with browser.visit(shot.scene, shot.language, shot.size, shot.light) as page:
        return drawn(browser, page)


def drawn(browser: SceneBrowser, page: Page) -> Image.Image:
    """The page as it is shown now."""
    return Image.open(BytesIO(browser.screenshot(page))).convert("RGB")


# --- Keeping


def kept(shot: Shot) -> Image.Image | None:
    return Image.open(shot.path).convert("RGB") if shot.path.is_file() else None


def keep(shot: Shot, picture: Image.Image) -> None:
    KEPT.mkdir(exist_ok=True)
    steps = np.round(_pixels(picture) * (STEPS / 255)) * (255 / STEPS)
    Image.fromarray(np.round(steps).astype(np.uint8)).save(shot.path, lossless=True, quality=80, method=4)


# --- Comparing


def differing(old: Image.Image, new: Image.Image) -> NDArray[np.bool_] | None:
    """Where a picture is another than the one that was kept; None if it is the same."""
    if old.size != new.size:
        return np.ones((new.height, new.width), dtype=bool)
    around = _noticeable(old, new)
    if around is None:
        return None
    whole = np.zeros((new.height, new.width), dtype=bool)
    whole[around] = _differing(_pixels(old)[around], _pixels(new)[around])
    return whole if whole.any() else None


def _noticeable(old: Image.Image, new: Image.Image) -> tuple[slice, slice] | None:
    """Around everything that could be noticed: a window in which no pixel is off by more than TONES has no mean that
    is, and in most pictures there is no other."""
    off = np.abs(np.asarray(old, dtype=np.int16) - np.asarray(new, dtype=np.int16)).max(axis=2) > TONES
    rows, columns = np.nonzero(off)
    if not len(rows):
        return None
    return (
        slice(max(0, rows.min() - LARGE), rows.max() + 1 + LARGE),
        slice(max(0, columns.min() - LARGE), columns.max() + 1 + LARGE),
    )


def _differing(was: Pixels, now: Pixels) -> NDArray[np.bool_]:
    higher, lower = np.vstack([now[1:], now[-1:]]), np.vstack([now[:1], now[:-1]])
    strokes = (
        np.minimum.reduce([_means(np.abs(moved - was), SMALL).max(axis=2) for moved in (now, higher, lower)]) > STROKES
    )
    tones = np.abs(_means(now - was, LARGE)).max(axis=2) > TONES
    return _covered(strokes, SMALL) | _covered(tones, LARGE)


def _pixels(picture: Image.Image) -> Pixels:
    return np.asarray(picture, dtype=np.float64)


def _means(values: Pixels, size: int) -> Pixels:
    """The mean in each window of so many pixels a side, by the window's upper left corner."""
    sums = np.pad(values, ((1, 0), (1, 0), (0, 0))).cumsum(axis=0).cumsum(axis=1)
    whole: Pixels = sums[size:, size:] - sums[:-size, size:] - sums[size:, :-size] + sums[:-size, :-size]
    return whole / size**2


def _covered(windows: NDArray[np.bool_], size: int) -> NDArray[np.bool_]:
    """The pixels of these windows."""
    room = np.pad(windows.astype(np.float64), size - 1)
    found: NDArray[np.bool_] = _means(room[:, :, np.newaxis], size)[:, :, 0] > 0.5 / size**2
    return found


# --- Showing


def shown_beside(old: Image.Image | None, new: Image.Image, found: NDArray[np.bool_]) -> Image.Image:
    """The kept picture, the new one, and the new one faded with red where they differ."""
    faded = Image.blend(new.convert("L").convert("RGB"), Image.new("RGB", new.size, "white"), 0.6)
    faded.paste(Image.new("RGB", new.size, "red"), mask=Image.fromarray(np.where(found, 200, 0).astype(np.uint8)))
    parts = {"kept": old or Image.new("RGB", new.size, "white"), "now": new, "difference": faded}
    gap, head = 12, 24
    width = sum(part.width + gap for part in parts.values()) + gap
    sheet = Image.new("RGB", (width, head + max(part.height for part in parts.values()) + gap), "dimgray")
    pen, x = ImageDraw.Draw(sheet), gap
    for title, part in parts.items():
        pen.text((x, 6), title, fill="white")
        sheet.paste(part, (x, head))
        x += part.width + gap
    return sheet
