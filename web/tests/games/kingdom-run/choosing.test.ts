/** The dice as a move leaves them. */
import { Choice, type Situation } from "../../../src/games/kingdom-run/choice.svelte";
import { adviceOf, diceAfter, diceOf, meant, paidBy, sortOffers } from "../../../src/games/kingdom-run/choosing";
import { outcomes, readRace } from "../../../src/games/kingdom-run/text";
import type { Die } from "../../../src/generated/games/kingdom-run";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

const race = (phase: string) => readRace(`K/S/-/- - 2,2 KS K ${phase}`);
const lying = (move: string, phase: string) => diceAfter(move, race(phase), undefined).map(({ face, state }) => `${face} ${state}`);

describe("the last move of a turn", () => {
  it("uses up its die, beside those that were used before", () => {
    expect(lying("C1K", "act:C:DBV")).toEqual(["D spent", "C spent", "B spent", "V spent"]);
  });
  it("uses up a carbon copy where its own face is gone", () => {
    expect(lying("V:S", "act:X:DBV")).toEqual(["D spent", "B spent", "V spent", "X spent"]);
  });
  it("uses up one of two dice alike", () => {
    expect(lying("B1K", "act:BB:DV")).toEqual(["D spent", "B spent", "B ready", "V spent"]);
  });
  it("leaves what could not be used", () => {
    expect(lying("end", "act:LL:DV")).toEqual(["D spent", "V spent", "L ready", "L ready"]);
  });
  it("is as the server explained it before", () => {
    const explained = [{ face: "L", state: "barred" as const, moves: [], clause: "KR-6.5" }, { face: "B", state: "ready" as const, moves: ["B1K"] }];
    expect(diceAfter("B1K", race("act:BL:DV"), explained).map(({ state }) => state)).toEqual(["barred", "spent"]);
  });
});

// What a touch makes of what may be chosen. Legal moves come from the server.
const acting = readRace("KKSF/Kg/-/- - 3,3 KS K act:DBX:-");
const MOVES = ["D1K", "D1S", "B1K", "V:S", "end", "D2K"];
const dice: Die[] = [
  { face: "D", state: "ready", moves: ["D1K", "D1S", "D2K"] },
  { face: "B", state: "ready", moves: ["B1K"] },
  { face: "L", state: "spent", moves: [] },
  { face: "X", state: "ready", moves: MOVES },
];
let played: string[];
let asked: string[];
const situation = (changes: Partial<Situation> = {}): Situation => ({
  race: acting, dice, moves: MOVES, landings: { D1K: 2, B1K: 4, D2K: 3 },
  onmove: (move) => played.push(move), onwhy: async (move) => (asked.push(move), null), ...changes,
});

beforeEach(() => {
  vi.useFakeTimers();
  [played, asked] = [[], []];
});
afterEach(() => void vi.useRealTimers());

describe("offers", () => {
  it("are sorted by what one touches", () => {
    const offers = sortOffers([...MOVES, "."], acting);
    expect([...offers.runners.keys()]).toEqual(["1K", "1S", "2K"]);
    expect(offers.runners.get("1K")!.map(({ text }) => text)).toEqual(["D1K", "B1K"]);
    expect([[...offers.steals], offers.end, offers.stop]).toEqual([["S"], true, true]);
  });

  it("of a die are what it can pay for", () => {
    expect([...paidBy(dice, "B")]).toEqual(["B1K"]);
    expect([...paidBy(dice, "V")]).toEqual([]);
  });

  it("without an explanation follow from the position's text", () => {
    const spoken = diceOf(readRace("K - 3 K K act:XD:vB"), undefined, ["D1K", "end"]);
    expect(spoken.map(({ face, state, moves }) => [face, state, moves])).toEqual([
      ["D", "ready", ["D1K"]], ["B", "spent", []], ["X", "ready", ["D1K", "end"]], ["X", "spent", []],
    ]);
    expect(diceOf(acting, dice, [])).toBe(dice);
  });

  it("that are none are asked for by what might have been meant", () => {
    expect(meant(acting, 2, "g", null)).toBe("D2G");
    expect(meant(acting, 2, "g", "L")).toBe("L2g");
    expect(meant(acting, 1, "K", "X")).toBe("D1K");
    expect(meant(readRace("K - 3 K K sow:-:D:1>2"), 1, "s", "D")).toBe("+S");
  });
});

describe("a touch", () => {
  it("on a runner with several actions opens its menu, another closes it", () => {
    const choice = new Choice(situation());
    choice.pick(1, "K", false);
    expect(choice.open).toEqual({ space: 1, rows: [{ runner: "K", moves: expect.any(Array) }] });
    expect([choice.markOf(1, "K"), choice.markOf(1, "S"), choice.markOf(1, "F")]).toEqual(["chosen", "may", ""]);
    choice.pick(1, "K", false);
    expect([choice.open, played]).toEqual([null, []]);
  });

  it("on where a previewed runner would land makes the move", () => {
    const choice = new Choice(situation());
    choice.pick(1, "K", false);
    expect(choice.previews.map(({ to }) => to)).toEqual([2, 4]);
    choice.pick(4, null, false);
    expect(played).toEqual(["B1K"]);
  });

  it("on a runner after its die makes the only move at once", () => {
    const choice = new Choice(situation());
    void choice.pickDie(1);
    expect([choice.chosen, choice.actionsOn(1), choice.actionsOn(2), choice.markOf(1, "K")]).toEqual(["B", 1, 0, "now"]);
    choice.pick(1, "K", false);
    expect(played).toEqual(["B1K"]);
  });

  it("on a die after a runner does the same, and on a die twice lets it go", () => {
    const choice = new Choice(situation());
    choice.pick(1, "K", false);
    void choice.pickDie(1);
    expect(played).toEqual(["B1K"]);
    void choice.pickDie(0);
    void choice.pickDie(0);
    expect(choice.chosen).toBeNull();
  });

  it("makes no second move until the first had its time", () => {
    const choice = new Choice(situation());
    choice.play("D1K");
    choice.play("D1S");
    expect(played).toEqual(["D1K"]);
    vi.advanceTimersByTime(1_000);
    choice.play("D1S");
    expect(played).toEqual(["D1K", "D1S"]);
  });

  it("on a runner that may do nothing asks why", () => {
    const choice = new Choice(situation());
    choice.pick(1, "F", false);
    expect([asked, played]).toEqual([["D1F"], []]);
  });

  it("on a player takes a token, or asks why not", () => {
    const choice = new Choice(situation());
    choice.rob("S");
    choice.rob("K");
    expect([played, asked]).toEqual([["V:S"], ["V:K"]]);
  });

  it("on a spent die says so, with its clause", () => {
    const choice = new Choice(situation());
    void choice.pickDie(2);
    expect(choice.note).toMatchObject({ code: "page/spent", clause: "KR-4.2" });
  });

  it("on dice before the reroll chooses them, and lets them go", () => {
    const choice = new Choice(situation({ race: readRace("K - 3 K K keep:DBLX"), moves: ["r:-"] }));
    for (const die of [0, 2, 0]) void choice.pickDie(die);
    expect(choice.again).toEqual([2]);
  });

  it("does nothing where nothing may be done", () => {
    const choice = new Choice(situation({ moves: [] }));
    choice.pick(1, "K", false);
    expect([choice.open, asked]).toEqual([null, []]);
  });

  it("leaves nothing of the choice for another position", () => {
    const choice = new Choice(situation());
    void choice.pickDie(0);
    choice.pick(1, null, false);
    expect(choice.open?.rows.map(({ runner }) => runner)).toEqual(["K", "S"]);
    choice.forget();
    expect([choice.chosen, choice.open, choice.previews]).toEqual([null, null, []]);
  });
});

describe("a coach's move", () => {
  const advised = (move: string) => adviceOf(move, acting, dice, { D1K: 2 });
  it("points at the runner and where it would land", () => {
    expect(advised("D1K")).toMatchObject({ point: "runner:1K", previews: [{ from: 1, to: 2, action: "D", strong: true }] });
  });
  it("points at the dice that are to be rolled again, each once", () => {
    const hand = [..."DBDX"].map((face) => ({ face, state: "ready" as const, moves: [] }));
    expect(adviceOf("r:DX", acting, hand, {}).dice).toEqual([0, 3]);
  });
  it("points at whose token is to be taken, and else at nothing", () => {
    expect([advised("V:S").robbed, advised("end").point, advised("").previews]).toEqual(["S", "", []]);
  });
});

it.each([0, 1, 2, 3, 4])("%i dice come up in every way once", (size) => {
  const all = outcomes("D".repeat(size));
  expect(all.reduce((sum, [, weight]) => sum + weight, 0)).toBe(6 ** size);
  expect(new Set(all.map(([faces]) => faces)).size).toBe(all.length);
});

it("handfuls come as in a dictionary, weighed by the rolls that give them", () => {
  expect(outcomes("??").slice(0, 3)).toEqual([["DD", 1], ["DC", 2], ["DB", 2]]);
  expect(outcomes("??").at(-1)).toEqual(["XX", 1]);
});
