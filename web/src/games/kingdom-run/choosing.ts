/** What may be chosen, sorted by what one touches. Legal moves come from the server; nothing is decided here. */
import type { Preview } from "./Marks.svelte";
import { type Clan, type Face, FACES, type MoveText, type Race, readMove } from "./text";
import type { Die } from "../../generated/games/kingdom-run";

interface Offers {
  /** By space and runner, such as `4K`. */
  runners: Map<string, MoveText[]>;
  steals: Set<string>;
  end: boolean;
  stop: boolean;
}

export function sortOffers(moves: string[], race: Race): Offers {
  const offers: Offers = { runners: new Map(), steals: new Set(), end: false, stop: false };
  for (const text of moves) {
    const move = readMove(text, race);
    if (move.action === "end") offers.end = true;
    else if (move.action === ".") offers.stop = true;
    else if (move.action === "V") offers.steals.add(move.runner);
    else if (move.space) {
      const key = `${move.space}${move.runner}`;
      offers.runners.set(key, [...(offers.runners.get(key) ?? []), move]);
    }
  }
  return offers;
}

/** The dice of the turn: as the server explains them, else as the position's text has them. */
export function diceOf(race: Race, explained: Die[] | undefined, moves: string[]): Die[] {
  if (explained?.length) return explained;
  const spent = [...race.done].map((letter) => (letter === letter.toUpperCase() ? letter : "X"));
  const dice: Die[] = [
    ...race.faces.map((face) => ({ face, state: "ready" as const, moves: face === "X" ? moves : moves.filter((move) => move[0] === face) })),
    ...spent.map((face) => ({ face, state: "spent" as const, moves: [] })),
  ];
  return dice.sort((a, b) => FACES.indexOf(a.face as Face) - FACES.indexOf(b.face as Face));
}

/** The dice of a turn as its last move leaves them: the position that follows has the next player's already. */
export function diceAfter(move: string, race: Race, explained: Die[] | undefined): Die[] {
  const dice = diceOf(race, explained, []);
  const paying = "DCBVL".includes(move[0]!) ? [move[0], "X"] : []; // a face, or a carbon copy of it
  const used = paying.map((face) => dice.find((die) => die.face === face && die.state !== "spent")).find((die) => die);
  return dice.map((die) => (die === used ? { ...die, state: "spent", moves: [] } : die));
}

/** What a die can pay for. */
export function paidBy(dice: Die[], face: Face): Set<string> {
  return new Set(dice.filter((die) => die.face === face).flatMap((die) => die.moves));
}

/** A move that one might have meant by touching a runner, to ask why it is not possible. */
export function meant(race: Race, space: number, runner: string, face: Face | null): string {
  const clan = runner.toUpperCase() as Clan;
  if (race.phase === "sow") return `+${clan}`;
  const action = face && face !== "X" && face !== "V" ? face : (race.faces.find((one) => one !== "X" && one !== "V") ?? "D");
  return action === "L" ? `L${space}${runner}` : `${action}${space}${clan}`;
}

// What a coach's move looks like on the board: who goes where, which dice, whose token.
export interface Advice {
  /** What to point at on the circuit. */
  point: string;
  previews: Preview[];
  /** The numbers of the dice that are to be rerolled. */
  dice: number[];
  /** The clan whose token is to be taken. */
  robbed: string;
}

export function adviceOf(text: string, race: Race, dice: Die[], landings: Record<string, number>): Advice {
  const nothing: Advice = { point: "", previews: [], dice: [], robbed: "" };
  if (!text) return nothing;
  const move = readMove(text, race);
  if (move.action === "r") return { ...nothing, dice: diceAmong(dice, text.slice(2)) };
  if (move.action === "V") return { ...nothing, robbed: move.runner };
  if (!move.space) return nothing;
  const to = landings[text];
  const action = (move.action === "+" ? "D" : move.action) as Face;
  const previews = to === undefined ? [] : [{ move: text, action, from: move.space, to, strong: true }];
  return { ...nothing, point: `runner:${move.space}${move.runner}`, previews };
}

function diceAmong(dice: Die[], faces: string): number[] {
  const left = [...faces];
  return dice.flatMap((die, index) => {
    const at = left.indexOf(die.face);
    if (at < 0) return [];
    left.splice(at, 1);
    return [index];
  });
}
