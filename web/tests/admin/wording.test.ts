import { expect, test } from "vitest";
import { change, deed } from "../../src/admin/wording";
import type { Act } from "../../src/generated/wire";

const act = (what: Act["what"], before = "", after = ""): Act => ({ id: 1, at: 0, what, subject: "k7m2p9qrst", before, after });

test("what was done is said with what it was done to", () => {
  expect(deed(act("close-table"))).toBe("Table k7m2p9qrst was closed");
  expect(change(act("rename-person", "Rude", "Ada"))).toEqual(["Rude", "Ada"]);
});

test("of limits those are told that have changed", () => {
  const limits = { most_tables: 0, rated: true, evenings: true, lobby: true };
  const changed = act("limits", JSON.stringify(limits), JSON.stringify({ ...limits, most_tables: 20, lobby: false }));
  expect(change(changed)).toEqual(["Most tables: 0, Lobby: yes", "Most tables: 20, Lobby: no"]);
});
