import { expect, test } from "vitest";
import { packed, unpacked } from "../../src/lib/records";

const RECORD = `Ewala record 1\ngame: kingdom-run\nseat K: Zoë\n\n${"1K: !DDLX r:- m3>5 Копия\n".repeat(200)}`;

test("a text comes out as it went in, through letters that need nothing else in an address", async () => {
  for (const text of [RECORD, "", "é"]) {
    const code = await packed(text);
    expect(code).toMatch(/^[\w-]*$/);
    expect(await unpacked(code)).toBe(text);
  }
  expect((await packed(RECORD)).length).toBeLessThan(RECORD.length / 4);
});

test("what is no such text, or not whole, is nothing", async () => {
  const code = await packed(RECORD);
  for (const damaged of ["%", "abc", code.slice(0, -9), code.replace(/^./, "_")]) expect(await unpacked(damaged)).toBeNull();
});

test("nobody unpacks without end", async () => {
  expect(await unpacked(await packed("a".repeat(200_000)))).toHaveLength(200_000);
  expect(await unpacked(await packed("a".repeat(200_001)))).toBeNull();
});
