"""Draw what is shown of links to the page before they are followed: a picture for each game, and one of the house.

python tools/draw_previews.py    writes them anew, from the scenes of the first page

They stand in the repository, since a server has no browser: `present/preview.png` in each game's folder, and
`web/public/preview.png`. They are the same in every language and for every table.
"""

import io
import sys
import tempfile
from pathlib import Path

from PIL import Image

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT / "tests" / "page"), str(ROOT / "tests" / "server")]

from browsers import browsers, visitor  # noqa: E402
from playwright.sync_api import Page, expect  # noqa: E402
from table_server import served  # noqa: E402

from ewala.games.registry import GAMES, game_class, kit_of  # noqa: E402
from ewala.server.previews import PICTURE_SIZE  # noqa: E402

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


def drawn(page: Page, games: list[str], title: str) -> bytes:
    page.evaluate(POSE, [games, title])
    image = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    small = io.BytesIO()
    image.save(small, "PNG", optimize=True)
    return small.getvalue()


def main() -> None:
    with (
        tempfile.TemporaryDirectory() as data,
        served(Path(data)) as server,
        browsers() as browser,
        visitor(browser, f"http://127.0.0.1:{server.port}", size=PICTURE_SIZE) as person,
    ):
        person.open()
        expect(person.page.locator("main h1").first).to_be_attached()
        person.page.evaluate("document.fonts.ready.then(() => true)")
        pictures = {HOUSE: drawn(person.page, list(GAMES), "Ewala")}
        for game in GAMES:
            folder = Path(str(kit_of(game).files()))
            pictures[folder / "present" / "preview.png"] = drawn(person.page, [game], game_class(game).title)
    for path, picture in pictures.items():
        path.write_bytes(picture)
        sys.stdout.write(f"{path.relative_to(ROOT)}: {len(picture)} bytes\n")


if __name__ == "__main__":
    main()
