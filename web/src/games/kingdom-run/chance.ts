/** What the dice can show. */
import type { Outcome } from "../../lib/dice";

const FACES = "DCBVLX";

/** The handfuls of dice, as in a dictionary, and in how many ordered rolls each comes up. */
function handfuls(size: number, faces = FACES): Outcome[] {
  if (size === 0) return [["", 1]];
  if (!faces) return [];
  const found: Outcome[] = [];
  let ways = 1; // to choose which of the dice show the first face
  const counted: Outcome[][] = [];
  for (let count = 0; count <= size; count++) {
    counted.push(handfuls(size - count, faces.slice(1)).map(([rest, weight]) => [faces[0]!.repeat(count) + rest, ways * weight]));
    ways = (ways * (size - count)) / (count + 1);
  }
  for (const some of counted.reverse()) found.push(...some);
  return found;
}

/** Of a handful that came up, only how many dice it has is looked at. */
export function outcomes(drawn: string): Outcome[] {
  return handfuls(drawn.length);
}
