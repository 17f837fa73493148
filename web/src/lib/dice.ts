/** Dice that can be checked, as docs/dice.md describes them, byte for byte: promises, draws, and what they come to. */
import { fromHex, hex, hmac, joined, sha256 } from "./sha256";
import type { Seat } from "../generated/wire";

/** All that a game's rolls follow from. */
export interface Dice {
  commitment: string;
  secret: string;
  promises: Record<Seat, string>;
  entropy: Record<Seat, string>;
}

const utf8 = (text: string) => new TextEncoder().encode(text);

function number(value: number, bytes: 4 | 8): Uint8Array {
  const view = new DataView(new ArrayBuffer(bytes));
  view.setUint32(bytes - 4, value);
  return new Uint8Array(view.buffer);
}

function part(text: string): Uint8Array {
  const bytes = utf8(text);
  return joined(number(bytes.length, 4), bytes);
}

export function commitmentOf(secret: string): string {
  return hex(sha256(joined(utf8("ewala dice 1 commitment "), fromHex(secret))));
}

/** What a seat says of its part before any is shown. */
export function promiseOf(commitment: string, seat: Seat, added: string): string {
  return hex(sha256(joined(utf8("ewala dice 2 promise "), part(commitment), part(seat), part(added))));
}

/** The beginning of every draw's message: who has promised and added what. */
function begun({ commitment, promises, entropy }: Dice): Uint8Array {
  const seats = Object.keys(promises).sort();
  if (!seats.length) {
    const added = Object.keys(entropy).sort().map((seat) => joined(part(seat), part(entropy[seat]!)));
    return joined(utf8("ewala dice 1"), ...added);
  }
  const parts = seats.map((seat) => {
    const added = entropy[seat];
    return joined(part(seat), part(promises[seat]!), added === undefined ? utf8("-") : joined(utf8("+"), part(added)));
  });
  return joined(utf8("ewala dice 2"), part(commitment), ...parts);
}

/** A number below `n`: the draw of that number for that purpose. */
export function below(dice: Dice, n: number, purpose: "chance" | "first", count: number): number {
  const limit = 2n ** 64n - (2n ** 64n % BigInt(n));
  for (let attempt = 0; ; attempt++) {
    const message = joined(begun(dice), utf8("|"), part(purpose), number(count, 8), number(attempt, 8));
    const block = new DataView(hmac(fromHex(dice.secret), sha256(message)).buffer);
    for (const at of [0, 8, 16, 24]) {
      const drawn = block.getBigUint64(at);
      if (drawn < limit) return Number(drawn % BigInt(n));
    }
  }
}

/** What can come up, and in how many ways. */
export type Outcome = [drawn: string, weight: number];

/** A chance move of a game's log, counted from 0: what the server said, and what the dice give. */
export interface Roll {
  said: string;
  drawn: string;
}

/** Every chance move of a log, computed again; the game knows what could come up. */
export function rolled(dice: Dice, log: string[], outcomes: (drawn: string, before: string[]) => Outcome[]): Roll[] {
  const rolls = log.filter((move) => move.startsWith("!")).map((move) => move.slice(1));
  return rolls.map((said, count) => {
    const possible = outcomes(said, rolls.slice(0, count));
    let left = below(dice, possible.reduce((sum, [, weight]) => sum + weight, 0), "chance", count);
    const found = possible.find(([, weight]) => (left -= weight) < 0);
    return { said, drawn: found![0] };
  });
}

/** Who begins by lot, of the seats that play, in their order. */
export function lot(dice: Dice, players: Seat[]): Seat {
  return players[below(dice, players.length, "first", 0)]!;
}
