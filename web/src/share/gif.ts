/** An animated GIF, frame by frame. Of each only the part that differs is written, and in it only what differs. */
import { packed } from "./lzw";
import type { Palette } from "./palette";

/** Colours besides the one that stands for "as before". */
export const MOST_COLOURS = 255;
const [TRANSPARENT, BITS] = [255, 8];
const SHORTEST = 2; // hundredths of a second: what is shorter, browsers show slowly

export class Gif {
  #parts: Uint8Array[] = [];
  #shown: Uint8Array | null = null;

  constructor(
    readonly width: number,
    readonly height: number,
    private readonly palette: Palette,
  ) {
    const table = new Uint8Array(3 * 256);
    palette.colours.slice(0, MOST_COLOURS).forEach((colour, index) => table.set(colour, 3 * index));
    const screen = [...short(width), ...short(height), 0xf7, 0, 0]; // a table of 256 colours of 8 bits
    const forEver = [0x21, 0xff, 11, ...letters("NETSCAPE2.0"), 3, 1, ...short(0), 0];
    this.#put(letters("GIF89a"), screen, table, forEver);
  }

  /** So many bytes it has by now. */
  get size(): number {
    return this.#parts.reduce((sum, part) => sum + part.length, 0);
  }

  add(pixels: Uint8ClampedArray, milliseconds: number): void {
    const indexes = this.palette.indexes(pixels);
    const changed = this.#shown ? difference(this.#shown, indexes, this.width) : { left: 0, top: 0, width: this.width, height: this.height };
    const part = this.#shown ? cut(indexes, this.#shown, changed, this.width) : indexes;
    this.#shown = indexes;
    const delay = Math.max(SHORTEST, Math.round(milliseconds / 10));
    const control = [0x21, 0xf9, 4, 0b101, ...short(delay), TRANSPARENT, 0]; // it stays, and one colour shows what was there
    const place = [0x2c, ...short(changed.left), ...short(changed.top), ...short(changed.width), ...short(changed.height), 0];
    this.#put(control, place, packed(part, BITS));
  }

  done(): Uint8Array<ArrayBuffer> {
    this.#put([0x3b]);
    const whole = new Uint8Array(this.size);
    let at = 0;
    for (const part of this.#parts) {
      whole.set(part, at);
      at += part.length;
    }
    return whole;
  }

  #put(...parts: (Uint8Array | number[])[]): void {
    this.#parts.push(...parts.map((part) => (part instanceof Uint8Array ? part : Uint8Array.from(part))));
  }
}

interface Part {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** The smallest part in which two pictures differ; a single pixel where they do not, since a frame needs one. */
function difference(before: Uint8Array, after: Uint8Array, width: number): Part {
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

function cut(after: Uint8Array, before: Uint8Array, { left, top, width, height }: Part, whole: number): Uint8Array {
  const part = new Uint8Array(width * height);
  for (let y = 0, to = 0; y < height; y++) {
    for (let x = 0, from = (top + y) * whole + left; x < width; x++, from++, to++) {
      part[to] = after[from] === before[from] ? TRANSPARENT : after[from]!;
    }
  }
  return part;
}

const short = (number: number) => [number & 255, number >> 8];
const letters = (text: string) => [...text].map((letter) => letter.charCodeAt(0));
