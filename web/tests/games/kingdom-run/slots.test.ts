/** Dice that were not rolled again do not stir, and those that were come to rest where they lay. */
import { expect, it } from "vitest";
import { placesOf, type Lying } from "../../../src/games/kingdom-run/pieces";

const read = (text: string) => [...text].map((face): Lying => (face === "?" ? null : (face as Lying)));
/** What lies in each place, from left to right; `?` is in the air. */
function lying(before: string, now: string, thrown: number[] = []): string {
  const faces = read(now);
  const shown: string[] = [];
  placesOf(read(before), faces, thrown).forEach((place, die) => (shown[place] = faces[die] ?? "?"));
  return shown.join("");
}

it("the first dice lie in their order", () => {
  expect(lying("", "CDVX")).toBe("CDVX");
  expect(lying("????", "CDVX")).toBe("CDVX");
});

it("a die in the air leaves its place free, and comes back to it", () => {
  expect(lying("BCLX", "BLX?")).toBe("B?LX");
  expect(lying("B?LX", "BDLX")).toBe("BDLX");
  expect(lying("B?LX", "BLXX")).toBe("BXLX");
});

it("of two that look alike, the one that was taken up is thrown", () => {
  expect(lying("DDVX", "DVX?", [0])).toBe("?DVX");
  expect(lying("DDVX", "DVX?", [1])).toBe("D?VX");
});

it("a die that is spent stays where it lies, however the position sorts it", () => {
  expect(lying("XBDC", "BCDX")).toBe("XBDC");
});
