/** Few colours for many: the boxes of colours that differ most are cut in two until there are enough (median cut). */

const LEVELS = 32; // of each channel: what a paper-cut picture needs, and few enough to count
const CELLS = LEVELS ** 3;

export type Colour = readonly [red: number, green: number, blue: number];

const cellOf = (red: number, green: number, blue: number) => ((red >> 3) << 10) | ((green >> 3) << 5) | (blue >> 3);

/** Counts the colours of pictures, and chooses those that stand for all. */
export class Colours {
  #counts = new Uint32Array(CELLS);
  #sums = [new Float64Array(CELLS), new Float64Array(CELLS), new Float64Array(CELLS)] as const;

  /** Take in a picture: red, green, blue, opacity of each pixel. */
  add(pixels: Uint8ClampedArray): void {
    const [reds, greens, blues] = this.#sums;
    for (let at = 0; at < pixels.length; at += 4) {
      const [red, green, blue] = [pixels[at]!, pixels[at + 1]!, pixels[at + 2]!];
      const cell = cellOf(red, green, blue);
      this.#counts[cell]!++;
      reds[cell]! += red;
      greens[cell]! += green;
      blues[cell]! += blue;
    }
  }

  palette(most: number): Palette {
    const used: number[] = [];
    this.#counts.forEach((count, cell) => count && used.push(cell));
    let boxes = used.length ? [this.#box(used)] : [];
    while (boxes.length < most) {
      const widest = boxes.reduce<Box | null>((best, box) => (box.cells.length > 1 && (!best || box.weight > best.weight) ? box : best), null);
      if (!widest) break;
      boxes = boxes.filter((box) => box !== widest).concat(this.#cut(widest));
    }
    return new Palette(boxes.map((box) => this.#middle(box.cells)));
  }

  #box(cells: number[]): Box {
    let [count, along, widest] = [0, 0, -1];
    for (const cell of cells) count += this.#counts[cell]!;
    for (const channel of [0, 1, 2]) {
      let [low, high] = [255, 0];
      for (const cell of cells) {
        const value = this.#mean(cell, channel);
        [low, high] = [Math.min(low, value), Math.max(high, value)];
      }
      if (high - low > widest) [along, widest] = [channel, high - low];
    }
    return { cells, along, weight: widest * Math.sqrt(count) }; // rare colours keep a chance: they are the pieces
  }

  #cut({ cells, along }: Box): Box[] {
    const sorted = [...cells].sort((a, b) => this.#mean(a, along) - this.#mean(b, along));
    const half = sorted.reduce((sum, cell) => sum + this.#counts[cell]!, 0) / 2;
    let [at, passed] = [0, 0];
    while (at < sorted.length - 1 && (at === 0 || passed < half)) passed += this.#counts[sorted[at++]!]!;
    return [this.#box(sorted.slice(0, at)), this.#box(sorted.slice(at))];
  }

  #mean(cell: number, channel: number): number {
    return this.#sums[channel]![cell]! / this.#counts[cell]!;
  }

  #middle(cells: number[]): Colour {
    const count = cells.reduce((sum, cell) => sum + this.#counts[cell]!, 0);
    const [red, green, blue] = this.#sums.map((sums) => Math.round(cells.reduce((sum, cell) => sum + sums[cell]!, 0) / count));
    return [red!, green!, blue!];
  }
}

interface Box {
  cells: number[];
  /** The channel in which its colours differ most, and how much is won by cutting there. */
  along: number;
  weight: number;
}

export class Palette {
  #nearest = new Int16Array(CELLS).fill(-1);

  constructor(readonly colours: Colour[]) {}

  /** Each pixel's colour by its number. */
  indexes(pixels: Uint8ClampedArray): Uint8Array {
    const found = new Uint8Array(pixels.length / 4);
    for (let at = 0, pixel = 0; at < pixels.length; at += 4, pixel++) {
      const cell = cellOf(pixels[at]!, pixels[at + 1]!, pixels[at + 2]!);
      let index = this.#nearest[cell]!;
      if (index < 0) this.#nearest[cell] = index = this.#find(pixels[at]!, pixels[at + 1]!, pixels[at + 2]!);
      found[pixel] = index;
    }
    return found;
  }

  #find(red: number, green: number, blue: number): number {
    let [best, least] = [0, Infinity];
    this.colours.forEach(([r, g, b], index) => {
      const far = 2 * (r - red) ** 2 + 4 * (g - green) ** 2 + 3 * (b - blue) ** 2; // as eyes weigh them
      if (far < least) [best, least] = [index, far];
    });
    return best;
  }
}
