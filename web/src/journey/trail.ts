/** Where the stations lie and how the path winds between them, in a picture that is wide or tall. */
export interface Point {
  x: number;
  y: number;
}

export interface Layout {
  width: number;
  height: number;
  points: Point[];
}

const SWING = [0, 1, 0.12, 0.9, 0.05, 1, 0.15, 0.88, 0.02, 0.8]; // how far to the other side each lies, so that no two bends are alike

/** From left to right, up and down. */
export function wide(count: number): Layout {
  return { width: 1200, height: 400, points: swinging(count, (along, across) => ({ x: 90 + 1020 * along, y: 238 - 132 * across })) };
}

/** From top to bottom, to and fro. */
export function tall(count: number): Layout {
  const height = 110 + 112 * count;
  return { width: 390, height, points: swinging(count, (along, across) => ({ x: 88 + 214 * across, y: 66 + (height - 196) * along })) };
}

function swinging(count: number, place: (along: number, across: number) => Point): Point[] {
  return Array.from({ length: count }, (_, n) => place(count > 1 ? n / (count - 1) : 0.5, SWING[n % SWING.length]!));
}

/** From each station to the next: a bend that leaves and arrives along the way of the whole. */
export function bends({ width, height, points }: Layout): string[] {
  const upright = height > width;
  return points.slice(1).map((to, n) => {
    const from = points[n]!;
    const half = (upright ? to.y - from.y : to.x - from.x) / 2;
    const [a, b] = upright ? [{ x: from.x, y: from.y + half }, { x: to.x, y: to.y - half }] : [{ x: from.x + half, y: from.y }, { x: to.x - half, y: to.y }];
    return `M${from.x} ${from.y}C${a.x} ${a.y} ${b.x} ${b.y} ${to.x} ${to.y}`;
  });
}
