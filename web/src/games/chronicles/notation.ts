/** Reads a position's text of The Chronicles of Run (CR-7), as far as a board needs it to draw. */
import type { Turns } from "../../lib/game";
import { t } from "../../lib/words.svelte";
import type { Seat } from "../../generated/wire";

export type Role = "a" | "d";
export const SIDES = ["O", "C"] as const;

/** A rune where it lies; `rune` is null where the viewer may not know it. */
export interface Lying {
  side: Seat;
  rune: number | null;
  face: "up" | "down";
  /** This turn's first bid, while the second is still to come. */
  pending: boolean;
}

export interface Reading {
  layout: string;
  /** The zone that lies on each hex, in layout order; 0 where none is turned up. */
  zones: number[];
  /** By slot, such as `3a`. */
  slots: Record<string, Lying>;
  hands: Record<Seat, number[]>;
  turn: number;
  /** Empty until it is drawn. */
  initiative: Seat;
  /** The sides whose next bid is face up. */
  foreseen: Seat[];
  phase: "deal" | "bid" | "effect" | "over";
  /** The side to bid. */
  bidder: Seat;
  /** The characters whose effect is still to be decided, such as `O10`. */
  deciding: string[];
}

export function read(text: string): Reading {
  const [layout = "", zones = "", slots = "", hands = "", turn = "", phase = ""] = text.split(" ");
  const [kind, rest = ""] = phase.split(":");
  return {
    layout,
    zones: [...zones].map((zone) => Number(zone) || 0),
    slots: readSlots(slots),
    hands: Object.fromEntries(hands.split(":").map((hand) => [hand[0] ?? "", readHand(hand.slice(1))])),
    turn: Number(turn[0]) || 1,
    initiative: turn[1] === "-" ? "" : (turn[1] ?? ""),
    foreseen: turn.split("*").slice(1),
    phase: kind as Reading["phase"],
    bidder: kind === "bid" ? rest : "",
    deciding: kind === "effect" ? rest.split(",") : [],
  };
}

function readHand(hand: string): number[] {
  return hand === "-" ? [] : hand.split(",").map(Number);
}

function readSlots(field: string): Record<string, Lying> {
  const slots: Record<string, Lying> = {};
  field.split("/").forEach((zone, index) => {
    zone.split("|").forEach((occupant, at) => {
      const found = /^([([]?)([OC])(\d+|\?)/.exec(occupant);
      if (!found) return;
      const [, bracket, side, rune] = found;
      slots[`${index + 1}${at ? "d" : "a"}`] = {
        side: side!,
        rune: rune === "?" ? null : Number(rune),
        face: bracket === "(" ? "down" : "up",
        pending: bracket !== "",
      };
    });
  });
  return slots;
}

export interface Bid {
  /** Null where the viewer may not know it. */
  rune: number | null;
  slot: string;
}

export function readBid(move: string): Bid | null {
  const found = /^(\d+|\?)>(\d[ad])$/.exec(move);
  return found ? { rune: found[1] === "?" ? null : Number(found[1]), slot: found[2]! } : null;
}

export const zoneOf = (slot: string): number => Number(slot[0]);
export const roleOf = (slot: string): Role => slot[1] as Role;
export const otherSide = (side: Seat): Seat => (side === "O" ? "C" : "O");

/** Where a character lies, such as `O10`. */
export function slotOf(slots: Record<string, { side: Seat; rune: number | null }>, side: Seat, rune: number): string | undefined {
  return Object.keys(slots).find((slot) => slots[slot]!.side === side && slots[slot]!.rune === rune);
}

// Whose turn a position's text speaks of (CR-7), where the server says no more than the text.
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
