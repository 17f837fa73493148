"""Draw the icons of the installed page from the house's mark, `web/public/favicon.svg`.

python tools/draw_icons.py    writes them anew, beside it: look at each

They stand in the repository, since whoever builds the page need not have a browser. Systems that cut icons to a shape
of their own get the coin without its edge: gold to all sides, and everything else where no shape cuts it off.
"""

import io
import sys
from pathlib import Path

from PIL import Image

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT / "tests" / "page"), str(ROOT / "tests" / "server")]

from browsers import browsers  # noqa: E402
from playwright.sync_api import Page  # noqa: E402

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


def drawn(page: Page, size: int, *, cut: bool) -> bytes:
    mark = MARK.read_text(encoding="utf-8")
    if EDGE not in mark:
        raise SystemExit(f"{MARK.name}: its first circle is not the coin's edge any more")
    page.set_viewport_size({"width": size, "height": size})
    shown = mark.replace(EDGE, EVERYWHERE) if cut else mark
    page.set_content(f"<style>body {{ margin: 0 }} svg {{ display: block }}</style>{shown}")
    picture = Image.open(io.BytesIO(page.screenshot(omit_background=True)))
    packed = io.BytesIO()
    picture.convert("RGB" if cut else "RGBA").save(packed, "PNG", optimize=True)
    return packed.getvalue()


def main() -> None:
    with browsers() as browser:
        page = browser.new_page()
        for name, (size, cut) in WANTED.items():
            picture = drawn(page, size, cut=cut)
            (MARK.parent / name).write_bytes(picture)
            sys.stdout.write(f"{name}: {len(picture)} bytes\n")


if __name__ == "__main__":
    main()
