/** What a coach's move looks like on the board: who goes where, which dice, whose token. */
import type { Die } from "./wire";
import type { Preview } from "./Marks.svelte";
import { readMove, type Face, type Race } from "./text";

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
