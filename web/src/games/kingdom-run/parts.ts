/** What the race needs at a table. */
import { ARROWS, type GameParts, type KeyHelp, type TallyWords, type Turns } from "../../lib/game";
import type { Step } from "../../lib/playback.svelte";
import type { Sound } from "../../lib/sound";
import { t } from "../../lib/words.svelte";
import type { Seat } from "../../generated/wire";
import Board from "./Board.svelte";
import { explains } from "./explaining";
import { airs, lasts } from "./motion";
import { outcomes, readRace } from "./text";

// The keys that lead round the racetrack.
export const boardKeys: readonly KeyHelp[] = [
  { keys: ARROWS, caps: () => "← → ↑ ↓", does: () => t("On the racetrack: from space to space; in a menu: from action to action") },
  { keys: ["Home", "End"], caps: () => t("Home, End"), does: () => t("To the first space, to the last") },
  { keys: ["Enter", " "], caps: () => t("Enter"), does: () => t("Choose what is marked") },
];

// How a race ends.
export const ended: GameParts["ended"] = ({ ending }) => {
  switch (ending) {
    case "podium-full":
      return t("The last place on the podium is taken.");
    case "player-finished":
      return t("All four runners of one player are across the line.");
    case "everyone-finished":
      return t("Every player has finished.");
    default:
      return "";
  }
};

/** Between equal scores the best runners decide (KR-8.5). */
export const tied = (winners: number): string =>
  winners > 1
    ? t("Equal scores, and their best runners stand side by side: the victory is shared.")
    : t("Equal scores: whose best runner is further ahead wins.");

// Which sound belongs to a move, by its text.
export function soundOf({ move }: Step): Sound | null {
  switch (move?.[0]) {
    case "!":
      return "dice";
    case "D":
    case "+":
    case "C":
      return "hop";
    case "B":
      return "splash";
    case "L":
      return isSmall(move.at(-1)!) ? "paper" : "snore"; // a small letter lay asleep before
    case "V":
      return "coin";
    default:
      return null;
  }
}

const isSmall = (letter: string) => letter !== letter.toUpperCase();

// How a score comes about, in words.
export const tally: TallyWords = {
  kinds: ["podium", "zone", "tokens"],
  heading: (kind) => (kind === "podium" ? t("On the podium") : kind === "tokens" ? t("Victory tokens") : t("Still on the racetrack")),
  said: ({ kind, at }) => {
    if (kind === "podium") return t("place {place}", { place: at });
    if (kind === "tokens") return at === 1 ? t("one token") : t("{count} tokens", { count: at });
    return t("space {space}", { space: at });
  },
};

// Whose turn a position's text speaks of (KR-10), where the server says no more than the text.
const TURN = 4; // the fields of a position's text
const PHASE = 5;

export const turnOf = (text: string): Seat | null => text.split(" ")[TURN] ?? null;

/** A turn is a clan's; a clan that rolls begins a new one. */
export const turns: Turns = {
  label: (text) => turnOf(text) ?? "",
  begins: (text) => text.split(" ")[PHASE] === "roll",
  seat: (label) => label,
  heading: (label, names) => names[label] ?? label,
};

export const parts: GameParts = {
  Board,
  lasts,
  airs,
  soundOf,
  mayTakeBack: (step, seat) => step.by === seat || step.by === null, // a turn is one player's
  turnOf,
  turns,
  tally,
  ended,
  counts: (text) => readRace(text).phase === "over",
  tied,
  shares: true,
  outcomes,
  explains,
  keys: boardKeys,
};
