/** A board's drawing: all that it draws, where it lies on the page, on the ground that it lies on. */
import { drawingOf, escaped } from "./drawing";
import { picturesIn, type Picture } from "./offstage.svelte";

const MARGIN = 0.03; // of its width

export interface BoardPicture {
  /** Lies at 0, 0. */
  markup: string;
  width: number;
  height: number;
  families: Set<string>;
}

export async function pictureOf(board: Element, signal?: AbortSignal): Promise<BoardPicture> {
  const pictures = picturesIn(board);
  const boxes = pictures.map((one) => one.getBoundingClientRect());
  const { left, top, width, height } = frameOf(boxes);
  const families = new Set<string>();
  let markup = groundOf(pictures[0]!).map((colour) => `<rect width="${width}" height="${height}" fill="${escaped(colour)}"/>`).join("");
  for (const [n, one] of pictures.entries()) {
    const box = boxes[n]!;
    const place = { x: box.left - left, y: box.top - top, width: box.width, height: box.height };
    if (one instanceof HTMLImageElement) {
      const where = Object.entries(place).map(([key, value]) => ` ${key}="${value}"`).join("");
      markup += `<image${where} href="${escaped(one.src)}"/>`;
    } else {
      const drawing = await drawingOf(one, place, signal);
      markup += drawing.markup;
      for (const family of drawing.families) families.add(family);
    }
  }
  return { markup, width, height, families };
}

/** The uppermost of them is what it is about; of what lies under it, a margin is seen. */
function frameOf(boxes: DOMRect[]): DOMRect {
  const about = boxes.at(-1)!;
  const margin = about.width * MARGIN;
  const edge = (side: "left" | "top" | "right" | "bottom", way: 1 | -1) =>
    way * Math.min(way * about[side] + margin, Math.max(...boxes.map((box) => way * box[side])));
  const [left, top, right, bottom] = [edge("left", -1), edge("top", -1), edge("right", 1), edge("bottom", 1)];
  return new DOMRect(left, top, right - left, bottom - top);
}

/** The colours that lie under a picture, the lowest first. */
function groundOf(picture: Picture): string[] {
  const colours: string[] = [];
  for (let at = picture as Element | null; at && at !== document.body; at = at.parentElement) colours.unshift(getComputedStyle(at).backgroundColor);
  return colours.filter((colour) => colour && colour !== "rgba(0, 0, 0, 0)");
}
