/** Where a card goes: beside what it explains, never over it, and wholly in the window. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}
type Size = Pick<Box, "width" | "height">;

const GAP = 10; // between the thing and its card
const EDGE = 8; // that stays free at the window's edges

export function placeCard(thing: Box, card: Size, screen: Size): { x: number; y: number } {
  const within = (at: number, size: number, room: number) => Math.max(EDGE, Math.min(at, room - size - EDGE));
  const level = within(thing.x + thing.width / 2 - card.width / 2, card.width, screen.width);
  const above = thing.y - GAP - card.height;
  if (above >= EDGE) return { x: level, y: above };
  const below = thing.y + thing.height + GAP;
  if (below + card.height + EDGE <= screen.height) return { x: level, y: below };
  const beside = within(thing.y + thing.height / 2 - card.height / 2, card.height, screen.height);
  const left = thing.x - GAP - card.width;
  if (left >= EDGE) return { x: left, y: beside };
  const right = thing.x + thing.width + GAP;
  if (right + card.width + EDGE <= screen.width) return { x: right, y: beside };
  return { x: level, y: EDGE }; // a thing that fills the window
}
