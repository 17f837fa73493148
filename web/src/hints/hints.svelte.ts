/** A hint that is asked for, thought about, and looked at. */
import { coachApi } from "../lib/coach";
import { bearer, keysOf } from "../lib/keys";
import { announce } from "../lib/screen.svelte";
import { language } from "../lib/words.svelte";
import { hasBots } from "../local/kernels";
import { isOfThisDevice } from "../local/messages";
import type { Better, Hint, Seat, TableView } from "../generated/wire";

const ALTERNATIVES = 3;

/** People who play here, whoever they are. */
export const peopleAt = (table: TableView): Seat[] =>
  table.seats.filter(({ kind, resigned }) => kind === "person" && !resigned).map(({ seat }) => seat);

/** Whether other people play who would have to agree. */
export const inCompany = (table: TableView, you: Seat[]): boolean => {
  const people = peopleAt(table);
  return people.length > 1 && people.some((seat) => !you.includes(seat));
};

/** At a table of this device the coach thinks here, if the page has what it searches with; at a rated one nobody is helped. */
export const mayAskCoach = (table: TableView, you: Seat[]): boolean =>
  !table.rated && (!isOfThisDevice(table.id) || hasBots(table.game)) && (table.hints || !inCompany(table, you));

export class Hinting {
  hint = $state.raw<Hint | null>(null);
  thinking = $state(false);
  /** Which of the moves is looked at. */
  chosen = $state(0);
  #asked = 0;

  /** The best move and a few others. */
  get moves(): Better[] {
    return this.hint?.moves.slice(0, ALTERNATIVES + 1) ?? [];
  }

  get better(): Better | undefined {
    return this.moves[this.chosen];
  }

  /** The move that is to be marked on the board. */
  get move(): string {
    return this.better?.move ?? "";
  }

  async ask(table: string, seat: Seat): Promise<void> {
    const asked = ++this.#asked;
    this.thinking = true;
    try {
      const hint = await coachApi.hint(table, seat, bearer(keysOf(table)));
      if (asked !== this.#asked) return; // the game went on meanwhile
      this.chosen = 0;
      this.hint = hint;
      announce(hint.advice);
    } finally {
      if (asked === this.#asked) this.thinking = false;
    }
  }

  forget(): void {
    this.#asked++;
    [this.hint, this.thinking, this.chosen] = [null, false, 0];
  }
}

// Chances and changes as figures, in the reader's language: always per cent of a win, never points, which are the
// game's.
const FINE = 0.0995; // below, a tenth of a per cent is worth writing

/** A chance: 53 %. */
export function percent(chance: number): string {
  return written(Math.min(1, Math.max(0, chance)), 0);
}

/** A change of a chance, with its sign: +8.2 %. */
export function signed(change: number): string {
  return written(change, digitsOf(change), "exceptZero");
}

/** What was lost, without a sign: 8.2 %. */
export function lost(loss: number): string {
  return written(loss, digitsOf(loss));
}

/** How well somebody decided: 97.4 %, 76.0 %. What lost a little is not all, which alone is 100 %. */
export function accurate(accuracy: number): string {
  return written(Math.floor(accuracy * 1000) / 1000, 1, "auto", accuracy < 1 ? 1 : 0);
}

const digitsOf = (change: number): number => (Math.abs(change) < FINE ? 1 : 0);

function written(value: number, digits: number, signDisplay: "auto" | "exceptZero" = "auto", least = 0): string {
  const digitsWritten = { minimumFractionDigits: least, maximumFractionDigits: digits };
  return new Intl.NumberFormat(language(), { style: "percent", signDisplay, ...digitsWritten }).format(value);
}
