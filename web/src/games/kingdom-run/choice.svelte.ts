/** What a player is about to choose: a die, a runner, dice to reroll; and what that makes of a touch. */
import type { Problem } from "../../generated/wire";
import type { Die } from "../../generated/games/kingdom-run";
import { t } from "../../lib/words.svelte";
import { meant, paidBy, sortOffers } from "./choosing";
import type { Preview } from "./Marks.svelte";
import { refusalWords } from "./words";
import type { Face, MoveText, Race } from "./text";

/** The position as it stands; read anew whenever it is needed. */
export interface Situation {
  readonly race: Race;
  readonly dice: Die[];
  /** Legal moves; none unless this device must act. */
  readonly moves: string[];
  readonly landings: Record<string, number>;
  readonly onmove?: (move: string) => void;
  readonly onwhy?: (move: string) => Promise<Problem | null>;
}

interface OpenMenu {
  space: number;
  rows: { runner: string; moves: MoveText[] }[];
}

const PATIENCE = 1000; // milliseconds until a move that led to nothing may be made again

export class Choice {
  chosen = $state<Face | null>(null);
  open = $state.raw<OpenMenu | null>(null);
  /** Which dice are to be rerolled. */
  again = $state.raw<number[]>([]);
  note = $state.raw<Problem | null>(null);
  previewed = $state<string | null>(null);
  busy = $state(false);
  #hovered = $state.raw<{ space: number; runner: string | null } | null>(null);

  offers = $derived.by(() => sortOffers(this.now.moves, this.now.race));
  #paid = $derived.by(() => (this.chosen && this.now.race.phase === "act" ? paidBy(this.now.dice, this.chosen) : null));

  /** Where the chosen runner would land. */
  previews = $derived.by<Preview[]>(() => {
    const shown = this.#shown();
    return shown.flatMap((move) => {
      const to = this.now.landings[move.text];
      const action = (move.action === "+" ? "D" : move.action) as Face;
      return to === undefined ? [] : [{ move: move.text, action, from: move.space, to, strong: shown.length === 1 || move.text === this.previewed }];
    });
  });

  constructor(private readonly now: Situation) {}

  /** Another position: nothing of the old choice holds. */
  forget(): void {
    [this.chosen, this.open, this.again, this.note, this.previewed, this.busy] = [null, null, [], null, null, false];
  }

  play(move: string): void {
    if (this.busy || !this.now.onmove) return;
    this.busy = true;
    setTimeout(() => (this.busy = false), PATIENCE);
    this.open = null;
    this.now.onmove(move);
  }

  offersOf(space: number, runner: string): MoveText[] {
    const all = this.offers.runners.get(`${space}${runner}`) ?? [];
    return this.#paid ? all.filter((move) => this.#paid!.has(move.text)) : all;
  }

  actionsOn(space: number): number {
    return this.#runnersOn(space).reduce((count, runner) => count + this.offersOf(space, runner).length, 0);
  }

  markOf(space: number, runner: string): "may" | "now" | "chosen" | "" {
    if (this.open?.space === space && this.open.rows.some((row) => row.runner === runner)) return "chosen";
    if (!this.offersOf(space, runner).length) return "";
    return this.chosen || this.now.race.phase === "sow" ? "now" : "may";
  }

  hover(space: number, runner: string | null): void {
    if ((this.#hovered?.space ?? 0) === space && (this.#hovered?.runner ?? null) === runner) return;
    this.#hovered = space ? { space, runner } : null;
  }

  /** A space was touched, at one of its runners or beside them. */
  pick(space: number, runner: string | null, byKey: boolean): void {
    if (!this.now.moves.length) return;
    this.note = null;
    const landing = this.previews.filter((preview) => preview.to === space);
    if (this.open && landing.length === 1 && this.open.space !== space && !runner) return this.play(landing[0]!.move);
    const here = runner ? [runner] : this.#runnersOn(space);
    const rows = here.map((one) => ({ runner: one, moves: this.offersOf(space, one) })).filter((row) => row.moves.length);
    const all = rows.flatMap((row) => row.moves);
    if (!all.length) return this.#refuse(space, here[0], byKey);
    const settled = this.now.race.phase === "sow" || (this.chosen !== null && this.chosen !== "X");
    if (all.length === 1 && settled && (runner || byKey)) return this.play(all[0]!.text);
    const same = this.open?.space === space && this.open.rows[0]?.runner === rows[0]?.runner;
    this.open = same && !byKey ? null : { space, rows };
  }

  async pickDie(index: number): Promise<void> {
    const { race, dice } = this.now;
    const die = dice[index]!;
    const face = die.face as Face;
    this.note = null;
    if (race.phase === "keep") {
      this.again = this.again.includes(index) ? this.again.filter((one) => one !== index) : [...this.again, index];
    } else if (die.state === "ready" && race.phase === "act") {
      const could = paidBy(dice, face);
      const mine = this.open?.rows.length === 1 ? this.open.rows[0]!.moves.filter((move) => could.has(move.text)) : [];
      if (mine.length === 1 && this.chosen === null) return this.play(mine[0]!.text);
      this.open = null;
      this.chosen = this.chosen === face ? null : face;
    } else if (die.state === "spent") {
      this.note = { code: "page/spent", sentence: t("This die has been used in this turn."), clause: "KR-4.2" };
    } else if (die.code) {
      this.note = { code: die.code, sentence: refusalWords(die.code, die.code), clause: die.clause };
    }
  }

  rob(clan: string): void {
    if (this.offers.steals.has(clan)) this.play(`V:${clan}`);
    else void this.#ask(`V:${clan}`);
  }

  /** Nothing is chosen any more; which space had its menu open. */
  close(): number {
    const space = this.open?.space ?? 0;
    [this.open, this.chosen, this.note] = [null, null, null];
    return space;
  }

  #runnersOn(space: number): string[] {
    return [...new Set(this.now.race.spaces[space - 1] ?? "")];
  }

  #shown(): MoveText[] {
    const { open, chosen } = this;
    const hovered = this.#hovered;
    if (open) return open.rows.length === 1 ? open.rows[0]!.moves : open.rows.flatMap((row) => row.moves).filter((move) => move.text === this.previewed);
    return hovered?.runner && (chosen || this.now.race.phase === "sow") ? this.offersOf(hovered.space, hovered.runner) : [];
  }

  #refuse(space: number, runner: string | undefined, byKey: boolean): void {
    this.open = null;
    if (!runner) return;
    if (this.chosen === "V" || this.chosen === "X") {
      this.chosen = null; // a runner was meant after all, whatever die it takes
      return this.pick(space, runner, byKey);
    }
    void this.#ask(meant(this.now.race, space, runner, this.chosen));
  }

  async #ask(move: string): Promise<void> {
    this.open = null;
    const problem = (await this.now.onwhy?.(move)) ?? null;
    this.note = problem && { ...problem, sentence: refusalWords(problem.code, problem.sentence) };
  }
}
