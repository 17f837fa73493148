/** Runners of a clan are alike, yet each figure on the table is one thing that moves. This keeps them apart. */
import { type Clan, CLANS, type Face, type Race, readMove } from "./text";

export interface Piece {
  id: string;
  clan: Clan;
  asleep: boolean;
  /** A space's number; on the podium, the number of spaces plus the place. */
  at: number;
  /** Which of a space's four seats. */
  seat: number;
  /** Nobody else stands on its space. */
  alone: boolean;
}

export interface Change {
  piece: Piece;
  from: Piece;
}

interface Wanted {
  clan: Clan;
  asleep: boolean;
  at: number;
}

function wantedBy(race: Race): Wanted[] {
  const onSpaces = race.spaces.flatMap((runners, index) =>
    [...runners].map((letter) => ({
      clan: letter.toUpperCase() as Clan,
      asleep: letter !== letter.toUpperCase(),
      at: index + 1,
    })),
  );
  const arrived = [...race.podium].map((clan, place) => ({
    clan: clan as Clan,
    asleep: false,
    at: race.spaces.length + 1 + place,
  }));
  return [...onSpaces, ...arrived];
}

/** The figures of a position: those that can have stayed have stayed, the others have moved or turned over. */
export function follow(before: Piece[], race: Race): Piece[] {
  const wanted = wantedBy(race);
  const left = new Set(before);
  const found = new Map<Wanted, Piece>();
  const claim = (fits: (piece: Piece, want: Wanted) => boolean) => {
    for (const want of wanted) {
      if (found.has(want)) continue;
      for (const piece of left) {
        if (!fits(piece, want)) continue;
        found.set(want, piece);
        left.delete(piece);
        break;
      }
    }
  };
  claim((piece, want) => piece.clan === want.clan && piece.at === want.at && piece.asleep === want.asleep);
  claim((piece, want) => piece.clan === want.clan && piece.at === want.at);
  claim((piece, want) => piece.clan === want.clan && piece.at < want.at);
  claim((piece, want) => piece.clan === want.clan);
  const fresh: Record<string, number> = {};
  for (const piece of before) fresh[piece.clan] = (fresh[piece.clan] ?? 0) + 1;
  const taken = new Map<number, Set<number>>();
  const seatsAt = (at: number) => taken.get(at) ?? taken.set(at, new Set()).get(at)!;
  for (const [want, piece] of found) if (piece.at === want.at) seatsAt(want.at).add(piece.seat);
  const crowd = new Map<number, number>();
  for (const { at } of wanted) crowd.set(at, (crowd.get(at) ?? 0) + 1);
  return wanted
    .map((want) => {
      const known = found.get(want);
      const id = known?.id ?? `${want.clan}${(fresh[want.clan] = (fresh[want.clan] ?? 0) + 1)}`;
      let seat = known?.at === want.at ? known.seat : 0;
      if (known?.at !== want.at) {
        while (seatsAt(want.at).has(seat) && seat < 3) seat++;
        seatsAt(want.at).add(seat);
      }
      return { id, ...want, seat, alone: crowd.get(want.at) === 1 && want.at <= race.spaces.length };
    })
    .sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** What moved or turned over between two positions. */
export function changes(before: Piece[], after: Piece[]): Change[] {
  const was = new Map(before.map((piece) => [piece.id, piece]));
  return after.flatMap((piece) => {
    const from = was.get(piece.id);
    return from && (from.at !== piece.at || from.asleep !== piece.asleep) ? [{ piece, from }] : [];
  });
}

export const letterOf = (piece: Piece): string => (piece.asleep ? piece.clan.toLowerCase() : piece.clan);

// Where dice lie. A die that is rolled again comes to rest where it lay, and the others do not stir.

/** A die in the order of the position; null: it is in the air. */
export type Lying = Face | null;

/** The place of each die, by its index: a die with the same face keeps its place. `thrown` are places whose dice were taken up. */
export function placesOf(before: Lying[], now: Lying[], thrown: number[] = []): number[] {
  const free = new Set(now.map((_, place) => place));
  const places = now.map(() => -1);
  const claim = (may: (place: number) => boolean) =>
    now.forEach((face, die) => {
      if (places[die] !== -1 || face === null) return;
      const place = [...free].find((one) => before[one] === face && may(one));
      if (place === undefined) return;
      places[die] = place;
      free.delete(place);
    });
  claim((place) => !thrown.includes(place));
  claim(() => true);
  const left = [...free];
  return places.map((place) => (place === -1 ? left.shift()! : place));
}

// Whom a move hurts, for the faces at the board's edge.

/** Whoever is robbed, or has a runner lulled by somebody else; nobody in most moves. */
export function hurtBy(move: string, by: string | null, before: Race): Clan | null {
  const { action, runner } = readMove(move, before);
  const lulls = action === "L" && runner !== runner.toLowerCase();
  const whose = CLANS.find((clan) => clan === runner.toUpperCase());
  return whose && whose !== by && (action === "V" || lulls) ? whose : null;
}
