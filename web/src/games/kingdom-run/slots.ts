/** Where dice lie. A die that is rolled again comes to rest where it lay, and the others do not stir. */
import type { Face } from "./text";

/** A die in the order of the position; null: it is in the air. */
export type Lying = Face | null;

/**
 * The place of each die, by its index: one that shows the same face as before keeps its place, the others take what is
 * left, in order. `thrown` are places whose dice were taken up, so that of two that look alike the right one stays.
 */
export function placesOf(before: Lying[], now: Lying[], thrown: number[] = []): number[] {
  const free = new Set(now.map((_, place) => place));
  const places = now.map(() => -1);
  const claim = (may: (place: number) => boolean) =>
    now.forEach((face, die) => {
      if (places[die] !== -1 || face === null) return;
      const place = [...free].find((one) => before[one] === face && may(one));
      if (place === undefined) return;
      places[die] = place;
      free.delete(place);
    });
  claim((place) => !thrown.includes(place));
  claim(() => true);
  const left = [...free];
  return places.map((place) => (place === -1 ? left.shift()! : place));
}
