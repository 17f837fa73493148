/** HMAC with SHA-256. */
import { Bytes } from "./python.mjs";
import { digestOf } from "./hashlib.mjs";

export function digest(key, message) {
  const block = new Uint8Array(64);
  block.set(key.data.length > 64 ? digestOf(key.data) : key.data);
  const inner = digestOf(Uint8Array.from([...block.map((byte) => byte ^ 0x36), ...message.data]));
  return new Bytes(digestOf(Uint8Array.from([...block.map((byte) => byte ^ 0x5c), ...inner])));
}
export const compare_digest = (a, b) => a.$__eq__?.(b) ?? a === b;
