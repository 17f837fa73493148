/** Whose turn a position's text speaks of (CR-7), where the server says no more than the text. */
import type { Turns } from "../../lib/game";
import { t } from "../../lib/words.svelte";
import type { Seat } from "../../wire";

const TURN = 4; // the fields of a position's text
const PHASE = 5;

export function turnOf(text: string): Seat | null {
  return /^(?:bid|effect):([OC])/.exec(text.split(" ")[PHASE] ?? "")?.[1] ?? null;
}

/** A turn is a number and who has the initiative; `1-` is the deal. */
export const turns: Turns = {
  label: (text) => (text.split(" ")[TURN] ?? "").split("*")[0] ?? "",
  begins: () => false,
  seat: (label) => label.at(-1) ?? "",
  heading: (label, names) => {
    const [, number = "", side = ""] = /^(\d+)(.)$/.exec(label) ?? [];
    return side === "-" ? t("The deal") : t("Turn {number}, {name} begins", { number, name: names[side] ?? side });
  },
};

/** Whether a bid lies on the board that is not turned up yet, or not answered. */
export function bidIsPending(text: string): boolean {
  return /[([]/.test(text.split(" ")[2] ?? "");
}
