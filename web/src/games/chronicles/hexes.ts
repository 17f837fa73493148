/** Hexes by axial coordinates (CR-2.2), pointing up, on paper. */

export type Hex = readonly [number, number];

export const SIZE = 40; // from the middle to a corner
const WIDTH = Math.sqrt(3) * SIZE;

export const keyOf = ([q, r]: Hex) => `${q},${r}`;

export function middleOf([q, r]: Hex): [number, number] {
  return [WIDTH * (q + r / 2), 1.5 * SIZE * r];
}

/** The hex in which a point lies. */
export function hexAt(x: number, y: number): Hex {
  const r = y / (1.5 * SIZE);
  const q = x / WIDTH - r / 2;
  const rounded = [Math.round(q), Math.round(r), Math.round(-q - r)] as const;
  const off = [Math.abs(rounded[0] - q), Math.abs(rounded[1] - r), Math.abs(rounded[2] + q + r)] as const;
  if (off[0] > off[1] && off[0] > off[2]) return [-rounded[1] - rounded[2], rounded[1]];
  if (off[1] > off[2]) return [rounded[0], -rounded[0] - rounded[2]];
  return [rounded[0], rounded[1]];
}

/** A hex's outline, a little smaller than its place. */
export function outline(scale = 0.95): string {
  const [w, h] = [(WIDTH / 2) * scale, SIZE * scale];
  return `M0 ${-h}L${w} ${-h / 2}V${h / 2}L0 ${h}L${-w} ${h / 2}V${-h / 2}Z`;
}

/** What holds all these hexes, with some hexes of room around them. */
export function frame(hexes: Hex[], room: number): { left: number; top: number; width: number; height: number } {
  const middles = hexes.map(middleOf);
  const xs = middles.map(([x]) => x);
  const ys = middles.map(([, y]) => y);
  const left = Math.min(...xs) - WIDTH * (room + 0.5);
  const top = Math.min(...ys) - SIZE * (1.5 * room + 1);
  return { left, top, width: Math.max(...xs) + WIDTH * (room + 0.5) - left, height: Math.max(...ys) + SIZE * (1.5 * room + 1) - top };
}

/** Every hex whose middle lies in a frame. */
export function hexesIn({ left, top, width, height }: ReturnType<typeof frame>): Hex[] {
  const found: Hex[] = [];
  for (let r = Math.ceil(top / (1.5 * SIZE)); r * 1.5 * SIZE <= top + height - SIZE * 0.9; r++)
    for (let q = Math.floor(left / WIDTH - r / 2); WIDTH * (q + r / 2) <= left + width - WIDTH * 0.4; q++) {
      const [x, y] = middleOf([q, r]);
      if (x >= left + WIDTH * 0.4 && y >= top + SIZE * 0.9) found.push([q, r]);
    }
  return found;
}
