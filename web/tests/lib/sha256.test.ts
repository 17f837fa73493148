/** Our own SHA-256 gives what Node's does: short, long, and where a block is just full. */
import { createHash, createHmac } from "node:crypto";
import { expect, it } from "vitest";
import { fromHex, hex, hmac, joined, sha256 } from "../../src/lib/sha256";

const message = (size: number) => Uint8Array.from({ length: size }, (_, n) => (n * 131 + size) % 256);

it.each([0, 1, 55, 56, 63, 64, 65, 119, 120, 1000])("of %i bytes", (size) => {
  expect(hex(sha256(message(size)))).toBe(createHash("sha256").update(message(size)).digest("hex"));
});

it.each([0, 1, 32, 64])("keyed with %i bytes", (size) => {
  expect(hex(hmac(message(size), message(77)))).toBe(createHmac("sha256", message(size)).update(message(77)).digest("hex"));
});

it("bytes are written in hexadecimal and read again", () => {
  expect(hex(Uint8Array.of(0, 10, 255))).toBe("000aff");
  expect([...fromHex("000aff")]).toEqual([0, 10, 255]);
  expect([...joined(Uint8Array.of(1), new Uint8Array(), Uint8Array.of(2, 3))]).toEqual([1, 2, 3]);
});
