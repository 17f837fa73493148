/** Lempel, Ziv and Welch's packing as GIF has it: codes that grow from `bits + 1` to 12 bits, then begin anew. */

const MOST_CODES = 4096;
const SLOTS = 8192; // of the table of known pairs: twice the codes, so that a free one is near
const BLOCK = 255; // bytes that GIF lets follow one count

/** Indexes of so many bits as a GIF's image data: the code size, counted blocks, an empty one. */
export function packed(indexes: Uint8Array, bits: number): Uint8Array {
  const size = Math.max(2, bits);
  const [clear, end] = [1 << size, (1 << size) + 1];
  const out = new Blocks(size, indexes.length);
  const pairs = new Int32Array(SLOTS); // prefix and next index, plus one; 0 is a free slot
  const codes = new Uint16Array(SLOTS);
  let [next, width] = [end + 1, size + 1];
  out.write(clear, width);
  let prefix = indexes[0] ?? -1;
  for (let at = 1; at < indexes.length; at++) {
    const index = indexes[at]!;
    const pair = ((prefix << 8) | index) + 1;
    let slot = (prefix * 31 + index * 257) & (SLOTS - 1);
    while (pairs[slot] !== 0 && pairs[slot] !== pair) slot = (slot + 1) & (SLOTS - 1);
    if (pairs[slot] === pair) {
      prefix = codes[slot]!;
      continue;
    }
    out.write(prefix, width);
    if (next < MOST_CODES) {
      [pairs[slot], codes[slot]] = [pair, next];
      if (next++ === 1 << width) width++;
    } else {
      out.write(clear, width);
      pairs.fill(0);
      [next, width] = [end + 1, size + 1];
    }
    prefix = index;
  }
  if (prefix >= 0) {
    out.write(prefix, width);
    // A reader adds a code for what it has just read, and may need a bit more for the end.
    if (next === 1 << width && width < 12) width++;
  }
  out.write(end, width);
  return out.done();
}

/** Bits, lowest first, in blocks that say how long they are. */
class Blocks {
  #bytes: Uint8Array;
  #length = 2; // the code size and the first block's count stand before
  #count = 1; // where this block's count stands
  #held = 0;
  #bits = 0;

  constructor(size: number, about: number) {
    this.#bytes = new Uint8Array(Math.max(64, about >> 2));
    this.#bytes[0] = size;
  }

  write(code: number, width: number): void {
    this.#held |= code << this.#bits;
    this.#bits += width;
    while (this.#bits >= 8) {
      this.#byte(this.#held & 255);
      this.#held >>>= 8;
      this.#bits -= 8;
    }
  }

  done(): Uint8Array {
    if (this.#bits) this.#byte(this.#held & 255);
    const count = this.#length - this.#count - 1;
    this.#bytes[this.#count] = count;
    if (count) this.#append(0);
    return this.#bytes.slice(0, this.#length);
  }

  #byte(value: number): void {
    this.#append(value);
    if (this.#length - this.#count - 1 < BLOCK) return;
    this.#bytes[this.#count] = BLOCK;
    this.#count = this.#length;
    this.#append(0);
  }

  #append(value: number): void {
    if (this.#length === this.#bytes.length) {
      const larger = new Uint8Array(2 * this.#length);
      larger.set(this.#bytes);
      this.#bytes = larger;
    }
    this.#bytes[this.#length++] = value;
  }
}
