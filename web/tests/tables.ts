/** Tables, positions and events to try things on; whatever a test does not care about is as plain as can be. */
import type { Happened, Position, SeatView, Snapshot, TableView } from "../src/wire";

export const aSeat = (seat: string, changes: Partial<SeatView> = {}): SeatView => ({
  seat, kind: "person", name: "", bot: "", online: true, resigned: false, hints: false, again: false, portrait: "", ...changes,
});

export const aTable = (changes: Partial<TableView> = {}): TableView => ({
  id: "table", game: "game", title: "", status: "playing", parameters: {}, clock: { kind: "none", seconds: 0, increment: 0 },
  confirm: false, listed: false, seats: [aSeat("A"), aSeat("B", { online: false })], commitment: "seal", promises: {}, entropy: {},
  to_show: [], rematch: "", rematch_seats: {}, at_once: false, rated: false, created_at: 0, hints: false, ...changes,
});

export const aPosition = (ply: number, changes: Partial<Position> = {}): Position => ({ text: `position ${ply}`, ply, scores: {}, ...changes });

export const aSnapshot = (changes: Partial<Snapshot> = {}): Snapshot => ({
  type: "snapshot", seq: 5, table: aTable(), you: ["A"], host: false, position: aPosition(3), log: ["a", "b", "c"], chat: [], result: null, ...changes,
});

export const moved = (seq: number, move: string, position: Position, seat = "A"): Happened => ({
  type: "happened", seq, event: { type: "moved", at: 1, seat, move }, words: `${seat} plays ${move}`, position,
});
