/** What lies on the board, and how one position becomes the next: frames that are shown one after another. */
import type { Step } from "../../lib/playback.svelte";
import type { Share } from "../../lib/scoreCount.svelte";
import type { Position, Seat } from "../../generated/wire";
import type { Act, Frame, Stone } from "./frame";
import { otherSide, read, readBid, zoneOf, type Reading } from "./notation";
import * as say from "./sayings";
import type { Explained, Zone } from "../../generated/games/chronicles";
import { zoneTold } from "./wording";

export function explainedOf(position: Position): Explained | undefined {
  return position.explained && "hexes" in position.explained ? (position.explained as unknown as Explained) : undefined;
}

export function stonesOf(position: Position): Stone[] {
  const slots = explainedOf(position)?.slots;
  return Object.entries(read(position.text).slots).map(([slot, lying]) => ({
    key: lying.rune === null || lying.face === "down" ? `${lying.side}${slot}` : `${lying.side}${lying.rune}`,
    slot,
    ...lying,
    bonuses: slots?.[slot]?.bonuses ?? [],
    destiny: slots?.[slot]?.destiny ?? lying.rune,
  }));
}

export function zonesOf(position: Position): Record<string, Zone> {
  const known = explainedOf(position)?.zones;
  if (known) return known;
  const zones = read(position.text).zones.map((zone, hex): [string, Zone] => [
    String(zone),
    { hex, power: zone ? zoneTold(zone).power : 0, winner: null, disputed: false, because: null },
  ]);
  return Object.fromEntries(zones.filter(([zone]) => zone !== "0"));
}

/** The frames from one step to the next, of which the last is the position itself; one if nothing is to be told. */
export function framesBetween(before: Step | null, step: Step): Frame[] {
  const last: Frame = { stones: stonesOf(step.position), zones: zonesOf(step.position) };
  if (!before || !step.move || before.position.ply + 1 !== step.position.ply) return [last];
  const [was, is] = [read(before.position.text), read(step.position.text)];
  const bid = readBid(step.move);
  if (bid) {
    const first = Object.keys(was.slots).find((slot) => was.slots[slot]!.pending);
    return first ? reveal(before.position, last, [first, bid.slot], was, is) : [{ ...last, act: { laid: bid.slot } }];
  }
  return step.move.startsWith("!") ? [last] : effect(before.position, last, was, step.move);
}

/** Two stones turn over together; then follows what that brings. Knows both from the position after, when all may. */
function reveal(before: Position, last: Frame, pair: [string, string], was: Reading, is: Reading): Frame[] {
  const zones = zonesOf(before);
  const old = stonesOf(before).filter((stone) => !pair.includes(stone.slot));
  const turned = pair.map((slot) => last.stones.find((stone) => stone.slot === slot)).filter((stone) => stone !== undefined);
  const hidden = turned.map((stone): Stone =>
    was.slots[stone.slot]?.face === "up" ? plain(stone) : { ...plain(stone), rune: null, destiny: null, face: "down" },
  );
  const frames: Frame[] = [
    { stones: [...old, ...hidden], zones, line: say.made(), act: { laid: pair[1] } },
    { stones: [...old, ...turned.map(plain)], zones, line: say.revealed(turned) },
  ];
  for (const stone of turned) {
    const opponent = otherSide(stone.side);
    if (stone.rune === 7 && is.foreseen.includes(opponent)) frames.push({ ...frames.at(-1)!, line: say.foreseen(opponent), act: { sign: { rune: 7, slot: stone.slot } } });
  }
  return [...frames, ...consequences(frames.at(-1)!, last)];
}

function effect(before: Position, last: Frame, was: Reading, move: string): Frame[] {
  const by = was.deciding[0] ?? "";
  const line = say.effect(by, move, last.stones);
  if (move === "-") return [{ ...last, line }];
  const old = new Map(stonesOf(before).map((stone) => [stone.key, stone]));
  // First they move with the destiny they had; what the new place does to it comes after.
  const moved = last.stones.map((stone): Stone => {
    const { bonuses, destiny } = old.get(stone.key) ?? stone;
    return { ...stone, bonuses, destiny };
  });
  const moves = moved.flatMap(({ key, slot }) => {
    const from = old.get(key)?.slot;
    return from && from !== slot ? [{ from, to: slot }] : [];
  });
  const first: Frame = { stones: moved, zones: zonesOf(before), line, act: { moves } };
  return [first, ...consequences(first, last)];
}

/** Bonuses that come and go, stone by stone; then zones that change hands. */
function consequences(from: Frame, last: Frame): Frame[] {
  const frames: Frame[] = [];
  let now = from;
  for (const stone of last.stones) {
    const then = now.stones.find((other) => other.key === stone.key);
    if (!then || then.destiny === stone.destiny) continue;
    now = { ...now, stones: now.stones.map((other) => (other === then ? stone : other)), line: say.destiny(then, stone), act: gained(then, stone, last.stones) };
    frames.push(now);
  }
  for (const [number, zone] of Object.entries(last.zones)) {
    const then = now.zones[number];
    if (then?.winner === zone.winner && then.disputed === zone.disputed) continue;
    const inside = last.stones.filter((stone) => zoneOf(stone.slot) === Number(number));
    now = { ...now, zones: { ...now.zones, [number]: zone }, line: say.decided(Number(number), zone, inside), act: { decided: Number(number) } };
    frames.push(now);
  }
  frames.push({ ...last, line: undefined });
  return frames;
}

const GIVES = { madness: 1, deceit: 4, justice: 6 };

/** The rune that adds to a stone: its own, or the judge's that lies next to it. */
function gained(before: Stone, after: Stone, stones: Stone[]): Act | undefined {
  const bonus = after.bonuses.find(({ kind }) => !before.bonuses.some((had) => had.kind === kind));
  if (!bonus) return undefined;
  const rune = GIVES[bonus.kind];
  const from = stones.find((stone) => stone.side === after.side && stone.rune === rune && stone !== after)?.slot;
  return { sign: { rune, slot: after.slot, from } };
}

/** A stone that has just been turned over, before anything adds to it. */
function plain(stone: Stone): Stone {
  return { ...stone, bonuses: [], destiny: stone.rune };
}

/** The same without what a stone is that lies face down and is not of these seats. */
export function sealed(frame: Frame, seats: Seat[]): Frame {
  const secret = (stone: Stone) => stone.face === "down" && !seats.includes(stone.side);
  return {
    ...frame,
    stones: frame.stones.map((stone) => (secret(stone) ? { ...stone, rune: null, destiny: null, bonuses: [] } : stone)),
  };
}

/** The side that has just lost a zone: in a frame that tells of it, or since a position before where nothing moves. */
export function loserIn(frame: Frame, before: Position | null): Seat | null {
  const was = before && zonesOf(before);
  const lost = frame.act?.decided ?? (was ? Object.keys(frame.zones).find((zone) => frame.zones[zone]!.winner && frame.zones[zone]!.winner !== was[zone]?.winner) : undefined);
  const winner = lost === undefined ? null : frame.zones[lost]?.winner;
  return winner ? otherSide(winner) : null;
}

export interface Extra {
  side: Seat;
  points: number;
}

/** By zone, what Pain adds or Evil takes, once the frame shows who has it; one character can't do both. */
export function extrasOf(explained: Explained | undefined, frame: Frame): Record<number, Extra> {
  const extras: Record<number, Extra> = {};
  for (const [side, items] of Object.entries(explained?.tally ?? {})) {
    for (const { kind, at, points } of items) if (kind !== "zone" && frame.zones[at]?.winner) extras[at] = { side, points };
  }
  return extras;
}

// What is counted at the end, zone by zone.
interface ZoneShare extends Share {
  zone: number;
}

/** Each zone that somebody scores or loses by, as the tiles lie. */
export function sharesOf(zones: number[], tally: Explained["tally"]): ZoneShare[] {
  return zones.flatMap((zone) => {
    const points: Record<Seat, number> = {};
    for (const [side, items] of Object.entries(tally)) {
      const sum = items.filter(({ at }) => at === zone).reduce((all, item) => all + item.points, 0);
      if (sum) points[side] = sum;
    }
    return Object.keys(points).length ? [{ zone, points }] : [];
  });
}
