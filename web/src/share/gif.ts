/** An animated GIF, frame by frame. Of each frame only the region that differs is written, and in it only what differs. */
import { applyPalette, GIFEncoder, quantize, type Palette } from "gifenc";

const [MOST_COLOURS, TRANSPARENT] = [255, 255]; // the last of 256 colours stands for "as before"
const SHORTEST = 20; // milliseconds: what is shorter, browsers show slowly
const REGION = 9; // bytes of a frame before it says where its region lies

/** At most 255 colours for these pictures of the same size: red, green, blue, opacity of each pixel. */
export function paletteOf(pictures: Uint8ClampedArray[]): Palette {
  const all = new Uint8ClampedArray(pictures.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const pixels of pictures) {
    all.set(pixels, at);
    at += pixels.length;
  }
  return all.length ? quantize(all, MOST_COLOURS) : [];
}

export class Gif {
  readonly #encoder = GIFEncoder();
  readonly #table: Palette;
  #shown: Uint8Array | null = null;

  constructor(
    readonly width: number,
    readonly height: number,
    private readonly palette: Palette,
  ) {
    this.#table = Array.from({ length: 256 }, (_, n) => palette[n] ?? [0, 0, 0]);
  }

  /** So many bytes it has by now. */
  get size(): number {
    return this.#encoder.bytesView().length;
  }

  add(pixels: Uint8ClampedArray, milliseconds: number): void {
    const indexes = applyPalette(pixels, this.palette);
    const before = this.#shown;
    const region = before ? difference(before, indexes, this.width) : { left: 0, top: 0, width: this.width, height: this.height };
    const at = this.size;
    this.#encoder.writeFrame(before ? cut(indexes, before, region, this.width) : indexes, region.width, region.height, {
      palette: before ? undefined : this.#table,
      delay: Math.max(SHORTEST, milliseconds),
      transparent: true,
      transparentIndex: TRANSPARENT,
      dispose: 1, // it stays
    });
    // The encoder puts every frame into the corner.
    if (before) new DataView(this.#encoder.buffer).setUint32(at + REGION, region.left | (region.top << 16), true);
    this.#shown = indexes;
  }

  done(): Uint8Array<ArrayBuffer> {
    this.#encoder.finish();
    return this.#encoder.bytes();
  }
}

interface Region {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** The smallest region in which two pictures differ; a single pixel where they do not, since a frame needs one. */
function difference(before: Uint8Array, after: Uint8Array, width: number): Region {
  const height = after.length / width;
  let [left, right, top, bottom] = [width, -1, height, -1];
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at++) {
      if (before[at] === after[at]) continue;
      if (x < left) left = x;
      if (x > right) right = x;
      if (y < top) top = y;
      bottom = y;
    }
  }
  return right < 0 ? { left: 0, top: 0, width: 1, height: 1 } : { left, top, width: right - left + 1, height: bottom - top + 1 };
}

function cut(after: Uint8Array, before: Uint8Array, { left, top, width, height }: Region, whole: number): Uint8Array {
  const region = new Uint8Array(width * height);
  for (let y = 0, to = 0; y < height; y++) {
    for (let x = 0, from = (top + y) * whole + left; x < width; x++, from++, to++) {
      region[to] = after[from] === before[from] ? TRANSPARENT : after[from]!;
    }
  }
  return region;
}
