"""Draw the pictures that stand in the repository; `make images` runs it. Look at each before you commit it.

- `docs/images`: scenes of the page's tests, for README.md and docs/play.md, in a palette, which is enough for paper;
- previews, which are shown of links before they are followed: `present/preview.png` in each game's folder, and
  `web/public/preview.png`, the same in every language and for every table;
- icons of the installed page, from the mark `web/public/favicon.svg`. Systems that cut icons to a shape of their own
  get the coin without its edge: gold to all sides, and everything else where no shape cuts it off.

They stand in the repository since neither a server nor somebody who builds the page need have a browser.
"""

import io
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

from PIL import Image

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT / "tests" / "page"), str(ROOT / "tests" / "server" / "helpers")]

from browsers import PHONE, Scheme, browsers, visitor  # noqa: E402
from pictures import Shot, draw  # noqa: E402
from playwright.sync_api import Page, expect, sync_playwright  # noqa: E402
from scene_browser import scene_browser  # noqa: E402
from scene_setup import scene_server  # noqa: E402
from scenes import SCENES  # noqa: E402
from table_server import served  # noqa: E402

from ewala.games.registry import GAMES, game_class, kit_of  # noqa: E402
from ewala.server.page import PICTURE_SIZE  # noqa: E402

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

HOUSE = ROOT / "web" / "public" / "preview.png"

# Lays scenes of the first page side by side over everything, cut along slanted lines, and a title on them.
POSE = """([games, title]) => {
  const sheet = document.createElement("div");
  sheet.id = "preview";
  Object.assign(sheet.style, {position: "fixed", inset: 0, zIndex: 1000, overflow: "hidden"});
  games.forEach((game, n) => {
    let card = document.querySelector(["new", "learn", "rules"].map((place) => `a[href^="#/${place}/${game}"]`).join());
    const large = () => [...card.querySelectorAll("svg")].find((svg) => svg.getBoundingClientRect().width > 200);
    while (!large()) card = card.parentElement;
    const scene = large().cloneNode(true);
    const grain = [...scene.querySelectorAll("[filter*=grain]")];
    grain.forEach((noise) => noise.remove()); // nobody sees it in a small picture, and it makes it a large one
    const [from, to] = [100 * n / games.length, 100 * (n + 1) / games.length];
    const edge = (at, up) => (at <= 0 ? 0 : at >= 100 ? 100 : at + (up ? 5 : -5));
    Object.assign(scene.style, {
      position: "absolute", top: 0, left: `${(from + to - 100) * 0.48}%`, width: "100%", height: "100%",
    });
    const piece = document.createElement("div");
    Object.assign(piece.style, {
      position: "absolute", inset: 0,
      clipPath: `polygon(${edge(from, true)}% 0, ${edge(to, true)}% 0,
        ${edge(to, false)}% 100%, ${edge(from, false)}% 100%)`,
    });
    piece.append(scene);
    sheet.append(piece);
  });
  const plate = document.createElement("div");
  const several = games.length > 1;
  Object.assign(plate.style, {
    position: "absolute", left: several ? "50%" : "40px", top: several ? "50%" : "24px",
    translate: several ? "-50% -50%" : "0",
    display: "flex", alignItems: "center", gap: several ? "24px" : "16px",
    padding: several ? "20px 40px 22px 28px" : "10px 30px 12px 16px", borderRadius: "32px",
    background: "var(--ground-raised)", color: "var(--ink)", boxShadow: "0 10px 30px -8px rgb(0 0 0 / 45%)",
    font: `650 ${several ? 96 : 54}px/1.1 var(--display)`, whiteSpace: "nowrap",
  });
  const mark = document.querySelector("header svg").cloneNode(true);
  ["width", "height"].forEach((side) => mark.setAttribute(side, several ? 110 : 66));
  plate.append(mark, title);
  sheet.append(plate);
  document.getElementById("preview")?.remove();
  document.body.append(sheet);
}"""

MARK = ROOT / "web" / "public" / "favicon.svg"
EDGE = '<circle cx="32" cy="32" r="30" fill="#C9971C" />'
EVERYWHERE = '<rect width="64" height="64" fill="#C9971C" />'
# name -> how many pixels wide and high it is, and whether it is cut to a shape
WANTED = {
    "icon-192.png": (192, False),
    "icon-512.png": (512, False),
    "maskable-512.png": (512, True),
    "touch-180.png": (180, True),
}


def packed(screenshot: bytes, mode: str) -> bytes:
    """The same picture in as few bytes as PNG has for it."""
    small = io.BytesIO()
    Image.open(io.BytesIO(screenshot)).convert(mode).save(small, "PNG", optimize=True)
    return small.getvalue()


def keep(path: Path, picture: bytes) -> None:
    path.write_bytes(picture)
    sys.stdout.write(f"{path.relative_to(ROOT)}: {len(picture)} bytes\n")


# --- Scenes


def save(picture: Image.Image, path: Path, choice: Image.Quantize) -> None:
    """With the colours that it needs most; dithering would cost more bytes than it is worth."""
    picture.quantize(COLOURS, choice, dither=Image.Dither.NONE).save(path, optimize=True)


def draw_scenes() -> None:
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


# --- Previews


def posed(page: Page, games: list[str], title: str) -> bytes:
    page.evaluate(POSE, [games, title])
    return packed(page.screenshot(), "RGB")


def draw_previews() -> None:
    with (
        tempfile.TemporaryDirectory() as data,
        served(Path(data)) as server,
        browsers() as browser,
        visitor(browser, f"http://127.0.0.1:{server.port}", size=PICTURE_SIZE) as person,
    ):
        person.open()
        expect(person.page.locator("main h1").first).to_be_attached()
        person.page.evaluate("document.fonts.ready.then(() => true)")
        pictures = {HOUSE: posed(person.page, list(GAMES), "Ewala")}
        for game in GAMES:
            folder = Path(str(kit_of(game).files()))
            pictures[folder / "present" / "preview.png"] = posed(person.page, [game], game_class(game).title)
    for path, picture in pictures.items():
        keep(path, picture)


# --- Icons


def icon(page: Page, size: int, *, cut: bool) -> bytes:
    mark = MARK.read_text(encoding="utf-8")
    if EDGE not in mark:
        raise SystemExit(f"{MARK.name}: its first circle is not the coin's edge any more")
    page.set_viewport_size({"width": size, "height": size})
    shown = mark.replace(EDGE, EVERYWHERE) if cut else mark
    page.set_content(f"<style>body {{ margin: 0 }} svg {{ display: block }}</style>{shown}")
    return packed(page.screenshot(omit_background=True), "RGB" if cut else "RGBA")


def draw_icons() -> None:
    with browsers() as browser:
        page = browser.new_page()
        for name, (size, cut) in WANTED.items():
            keep(MARK.parent / name, icon(page, size, cut=cut))


if __name__ == "__main__":
    draw_scenes()
    draw_previews()
    draw_icons()
