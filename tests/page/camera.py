"""Codes on a screen, as another device's camera sees them."""

from pathlib import Path

from playwright.sync_api import Locator, Page

QR_READER = Path(__file__).parents[2] / "web/node_modules/jsqr/dist/jsQR.js"


def read_by_camera(page: Page, code: Locator) -> str:
    """What a camera reads in the code, from the pixels on the screen."""
    picture = code.screenshot().hex()
    page.evaluate(QR_READER.read_text() + "; window.readCode = jsQR; null")
    text: str = page.evaluate(
        """async (picture) => {
            const bytes = new Uint8Array(picture.match(/../g).map((pair) => parseInt(pair, 16)));
            const image = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
            const paper = new OffscreenCanvas(image.width, image.height).getContext("2d");
            paper.drawImage(image, 0, 0);
            const { data, width, height } = paper.getImageData(0, 0, image.width, image.height);
            return window.readCode(data, width, height)?.data ?? "";
        }""",
        picture,
    )
    return text
