/** What whoever must act has chosen so far, what they look at, and what they were refused. */
import type { BoardProps, NextAction } from "../../lib/game";
import type { Seat } from "../../generated/wire";
import { t } from "../../lib/words.svelte";
import { refusal, type Notice } from "./notice";
import type { Reading } from "./notation";
import { bidLabel, bidRunes, bidSlots, effectLabel, effectTargets, effectWish } from "./wishes";

/** What a pointer, a finger or the keyboard is on. */
type Attended = { rune: number } | { slot: string } | null;

/** What there is to choose from. */
interface Occasion {
  reading: Reading;
  /** The legal moves; none where this device has nothing to choose. */
  moves: string[];
  side: Seat;
  onmove: BoardProps["onmove"];
  onwhy: BoardProps["onwhy"];
}

export class Choosing {
  rune = $state<number | null>(null);
  slot = $state<string | null>(null);
  attended = $state<Attended>(null);
  refused = $state<Notice | null>(null);

  readonly bidding = $derived.by(() => this.now().reading.phase === "bid" && this.now().moves.length > 0);
  #targets = $derived.by(() => (this.now().reading.phase === "effect" ? effectTargets(this.now().moves, this.now().reading) : {}));
  readonly slots = $derived.by(() => (this.bidding ? bidSlots(this.now().moves, this.rune) : new Set(Object.keys(this.#targets))));
  readonly runes = $derived.by(() => (this.bidding ? bidRunes(this.now().moves, this.slot) : null));

  constructor(private readonly now: () => Occasion) {}

  letGo(): void {
    this.rune = this.slot = this.attended = this.refused = null;
  }

  attend(what: Attended): void {
    this.attended = what;
    if (what) this.refused = null;
  }

  touchRune(rune: number): void {
    this.attend({ rune });
    if (this.runes?.has(rune)) this.rune = this.rune === rune ? null : rune;
    else if (this.bidding && this.slot) void this.#ask(`${rune}>${this.slot}`);
  }

  touchSlot(slot: string): void {
    const { moves, reading } = this.now();
    this.attend({ slot });
    if (this.slots.has(slot)) this.slot = this.slot === slot ? null : slot;
    else if (this.bidding && this.rune !== null) void this.#ask(`${this.rune}>${slot}`);
    else if (this.bidding && !reading.slots[slot]) void this.#ask(moves[0]!.replace(/>.*/, `>${slot}`));
    else if (moves.length && !this.bidding) void this.#ask(effectWish(slot, reading));
  }

  /** The stone that would come to the chosen slot. */
  get ghost(): { side: Seat; rune: number } | null {
    const { reading, side } = this.now();
    if (this.bidding) return this.rune === null ? null : { side, rune: this.rune };
    const free = this.slot && !reading.slots[this.slot];
    return free ? { side, rune: Number(reading.deciding[0]?.slice(1)) } : null;
  }

  /** The move that is chosen, if it is whole. */
  get next(): NextAction | null {
    const { rune, slot } = this;
    const effect = slot && this.#targets[slot];
    const instead = this.now().moves.includes("-") ? { label: t("Do not use it"), act: () => this.commit("-") } : undefined;
    if (effect) return { label: effectLabel(effect, this.now().reading), act: () => this.commit(effect), instead };
    if (instead) return { label: "", act: () => {}, instead };
    if (!this.bidding || rune === null || !slot) return null;
    return { label: bidLabel({ rune, slot }), act: () => this.commit(`${rune}>${slot}`) };
  }

  commit(move: string): void {
    const { onmove } = this.now();
    this.letGo();
    onmove?.(move);
  }

  /** Why a wish can't be had, in the server's words; unless the game has gone on meanwhile. */
  async #ask(move: string | null): Promise<void> {
    const { reading, onwhy } = this.now();
    const problem = move && (await onwhy?.(move));
    if (problem && this.now().reading === reading) this.refused = refusal(problem);
  }
}
