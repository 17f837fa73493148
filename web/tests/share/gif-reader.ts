/** Reads GIFs as any viewer does, as far as ours go; what it does not know, it refuses. */

interface Frame {
  region: { left: number; top: number; width: number; height: number };
  milliseconds: number;
  /** The whole picture, as it is seen then. */
  pixels: Uint8ClampedArray;
}

function blocksAt(data: Uint8Array, from: number): { bytes: number[]; end: number } {
  const bytes: number[] = [];
  let at = from;
  for (let count = data[at++]!; count; count = data[at++]!) {
    bytes.push(...data.subarray(at, at + count));
    at += count;
  }
  return { bytes, end: at };
}

function indexesOf(size: number, bytes: number[]): number[] {
  const [clear, end] = [1 << size, (1 << size) + 1];
  const found: number[] = [];
  let known: number[][] = [];
  let [width, bit] = [size + 1, 0];
  let last: number[] | null = null;
  const begin = () => {
    known = Array.from({ length: end + 1 }, (_, code) => (code < clear ? [code] : []));
    width = size + 1;
    last = null;
  };
  begin();
  for (;;) {
    let code = 0;
    for (let n = 0; n < width; n++, bit++) code |= ((bytes[bit >> 3]! >> (bit & 7)) & 1) << n;
    if (bit > 8 * bytes.length) throw new Error("the data end before their end");
    if (code === clear) {
      begin();
      continue;
    }
    if (code === end) {
      if (bytes.length > Math.ceil(bit / 8)) throw new Error("something stands after the end");
      return found;
    }
    if (code > known.length || (code === known.length && !last)) throw new Error(`code ${code} is not known yet`);
    const entry: number[] = known[code] ?? [...last!, last![0]!];
    for (const index of entry) found.push(index);
    if (last && known.length < 4096) known.push([...last, entry[0]!]);
    if (known.length === 1 << width && width < 12) width++;
    last = entry;
  }
}

export function decoded(data: Uint8Array): { width: number; height: number; forEver: boolean; frames: Frame[] } {
  const short = (at: number) => data[at]! | (data[at + 1]! << 8);
  if (new TextDecoder().decode(data.subarray(0, 6)) !== "GIF89a") throw new Error("no GIF");
  const [width, height, flags] = [short(6), short(8), data[10]!];
  if (!(flags & 0x80)) throw new Error("no colours");
  const colours = 2 << (flags & 7);
  const colour = (index: number) => data.subarray(13 + 3 * index, 16 + 3 * index);
  const screen = new Uint8ClampedArray(4 * width * height);
  const frames: Frame[] = [];
  let [at, forEver, milliseconds, transparent] = [13 + 3 * colours, false, 0, -1];
  for (;;) {
    const kind = data[at++];
    if (kind === 0x3b) {
      if (at !== data.length) throw new Error("something stands after the end");
      return { width, height, forEver, frames };
    }
    if (kind === 0x21) {
      const label = data[at++];
      if (label === 0xf9) [milliseconds, transparent] = [10 * short(at + 2), data[at + 1]! & 1 ? data[at + 4]! : -1];
      else if (label === 0xff) forEver = true;
      else throw new Error(`extension ${label}`);
      at = blocksAt(data, at).end;
      continue;
    }
    if (kind !== 0x2c) throw new Error(`block ${kind}`);
    const region = { left: short(at), top: short(at + 2), width: short(at + 4), height: short(at + 6) };
    const size = data[at + 9]!;
    const { bytes, end } = blocksAt(data, at + 10);
    at = end;
    const indexes = indexesOf(size, bytes);
    if (indexes.length !== region.width * region.height) throw new Error("a frame has other pixels than it says");
    indexes.forEach((index, n) => {
      if (index === transparent) return;
      const place = (region.top + Math.floor(n / region.width)) * width + region.left + (n % region.width);
      screen.set([...colour(index), 255], 4 * place);
    });
    frames.push({ region, milliseconds, pixels: screen.slice() });
  }
}
