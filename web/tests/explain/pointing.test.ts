import { describe, expect, it } from "vitest";
import { placeCard } from "../../src/explain/pointing.svelte";

const SCREENS = [
  { width: 390, height: 664 },
  { width: 844, height: 390 },
  { width: 1920, height: 1080 },
];
const CARD = { width: 320, height: 150 };

describe("a card's place", () => {
  for (const screen of SCREENS) {
    it(`is in the window and not over the thing, ${screen.width} by ${screen.height}`, () => {
      for (let x = 0; x <= screen.width - 40; x += 35) {
        for (let y = 0; y <= screen.height - 40; y += 35) {
          const at = placeCard({ x, y, width: 40, height: 40 }, CARD, screen);
          expect(at.x).toBeGreaterThanOrEqual(8);
          expect(at.y).toBeGreaterThanOrEqual(8);
          expect(at.x + CARD.width).toBeLessThanOrEqual(screen.width - 8);
          expect(at.y + CARD.height).toBeLessThanOrEqual(screen.height - 8);
          const apart = at.x >= x + 40 || at.x + CARD.width <= x || at.y >= y + 40 || at.y + CARD.height <= y;
          expect(apart, `thing at ${x}, ${y}`).toBe(true);
        }
      }
    });
  }

  it("is above, below, or beside, in this order", () => {
    const screen = { width: 844, height: 390 };
    expect(placeCard({ x: 400, y: 300, width: 40, height: 40 }, CARD, screen)).toEqual({ x: 260, y: 140 });
    expect(placeCard({ x: 400, y: 20, width: 40, height: 40 }, CARD, screen)).toEqual({ x: 260, y: 70 });
    expect(placeCard({ x: 400, y: 100, width: 40, height: 200 }, CARD, screen)).toEqual({ x: 70, y: 125 });
    expect(placeCard({ x: 20, y: 100, width: 40, height: 200 }, CARD, screen)).toEqual({ x: 70, y: 125 });
  });
});
