/** A game's board out of sight, as a spectator sees it: still, without marks, as large as the picture. */
import { flushSync, mount, unmount } from "svelte";
import type { BoardProps, GameParts } from "../lib/game";
import type { Step } from "../lib/playback.svelte";
import { drawingOf, escaped, nextTask } from "./drawing";

const [WIDTH, HEIGHT] = [960, 720]; // pixels
const PATIENCE = 4_000; // milliseconds until a board that the server draws must be there
const LOOK = 40;
const FRAMES = 12; // in which a board has found its size

export type Shown = Pick<BoardProps, "parameters" | "names" | "bots" | "ondraw">;

export class Offstage {
  readonly root = document.createElement("div");
  #props: BoardProps;
  #board: object;

  constructor(parts: GameParts, shown: Shown, step: Step) {
    this.root.inert = true;
    this.root.setAttribute("aria-hidden", "true");
    // The box that a board stands in (BoardPage), the same in every window.
    const box = { width: `${WIDTH}px`, height: `${HEIGHT}px`, containerType: "size", containerName: "board" };
    Object.assign(this.root.style, { position: "fixed", top: "0", left: "-20000px", pointerEvents: "none", ...box });
    this.root.style.setProperty("--board-height", box.height);
    document.body.append(this.root);
    const props = $state<BoardProps>({ ...shown, step, before: null, you: [], still: true });
    this.#props = props;
    this.#board = mount(parts.Board, { target: this.root, props });
  }

  /** Whether there is a board to be drawn; it may have to be asked for, and measures itself first. */
  async show(step: Step): Promise<boolean> {
    this.#props.step = step;
    flushSync();
    await this.#settled();
    for (let waited = 0; !picturesIn(this.root).length && waited < PATIENCE; waited += LOOK) await nextTask(LOOK);
    return picturesIn(this.root).length > 0;
  }

  /** Boards measure themselves, and draw again as large as they find they may be: until nothing changes any more. */
  async #settled(): Promise<void> {
    let before = "";
    for (let frame = 0; frame < FRAMES; frame++) {
      await painted();
      const now = this.root.innerHTML;
      if (now === before) return;
      before = now;
    }
  }

  end(): void {
    void unmount(this.#board);
    this.root.remove();
  }
}

export type Picture = SVGSVGElement | HTMLImageElement;

/** What a board draws, and not the small signs beside it: its largest pictures, in the order in which they lie. */
export function picturesIn(root: Element): Picture[] {
  const outermost = [...root.querySelectorAll<Picture>("svg, img")].filter((one) => !one.parentElement?.closest("svg"));
  const sizes = outermost.map((one) => {
    const { width, height } = one.getBoundingClientRect();
    return width * height;
  });
  const largest = Math.max(...sizes, 0);
  return outermost.filter((one, n) => sizes[n]! > 0 && sizes[n]! >= largest / 4 && !(one instanceof HTMLImageElement && !one.complete));
}

/** Where nothing is painted, a little later: much later where it should be, as a busy device is only slow. */
async function painted(): Promise<void> {
  await Promise.race([new Promise(requestAnimationFrame), nextTask(document.hidden ? 120 : 2_000)]);
  await nextTask();
}

// A board's drawing: all that it draws, where it lies on the page, on the ground that it lies on.

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
