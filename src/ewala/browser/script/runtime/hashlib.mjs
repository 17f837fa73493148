/** SHA-256 at once: the browser's own answers only later. */
import { Bytes } from "./python.mjs";

const K = new Uint32Array(64);
const FIRST = new Uint32Array(8);
(() => {
  // Fractions of roots of the first primes, as the standard has it.
  const fraction = (root) => Math.floor((root - Math.floor(root)) * 2 ** 32) >>> 0;
  for (let number = 2, n = 0; n < 64; number++) {
    let prime = true;
    for (let by = 2; by * by <= number; by++) if (number % by === 0) prime = false;
    if (!prime) continue;
    if (n < 8) FIRST[n] = fraction(Math.sqrt(number));
    K[n++] = cubeRootFraction(number);
  }
})();
/** 32 bits of the fraction of a cube root, exactly. */
function cubeRootFraction(number) {
  const scaled = BigInt(number) << 96n;
  let root = BigInt(Math.floor(Math.cbrt(number) * 2 ** 32));
  while (root * root * root > scaled) root--;
  while ((root + 1n) * (root + 1n) * (root + 1n) <= scaled) root++;
  return Number(root & 0xffffffffn);
}

export function digestOf(data) {
  const length = ((data.length + 8) >> 6) + 1;
  const padded = new Uint8Array(length * 64);
  padded.set(data);
  padded[data.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(data.length / 2 ** 29));
  view.setUint32(padded.length - 4, (data.length << 3) >>> 0);
  const hash = FIRST.slice();
  const w = new Uint32Array(64);
  for (let block = 0; block < padded.length; block += 64) {
    for (let n = 0; n < 16; n++) w[n] = view.getUint32(block + 4 * n);
    for (let n = 16; n < 64; n++) {
      const [a, b] = [w[n - 15], w[n - 2]];
      const s0 = ((a >>> 7) | (a << 25)) ^ ((a >>> 18) | (a << 14)) ^ (a >>> 3);
      const s1 = ((b >>> 17) | (b << 15)) ^ ((b >>> 19) | (b << 13)) ^ (b >>> 10);
      w[n] = (w[n - 16] + s0 + w[n - 7] + s1) | 0;
    }
    let [a, b, c, d, e, f, g, h] = hash;
    for (let n = 0; n < 64; n++) {
      const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
      const one = (h + s1 + ((e & f) ^ (~e & g)) + K[n] + w[n]) | 0;
      const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
      const two = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((word, n) => (hash[n] = (hash[n] + word) | 0));
  }
  const out = new Uint8Array(32);
  const written = new DataView(out.buffer);
  hash.forEach((word, n) => written.setUint32(4 * n, word));
  return out;
}

export function sha256(data = new Bytes(new Uint8Array())) {
  let all = data;
  return {
    $update(more) {
      all = all.$__add__(more);
    },
    $digest: () => new Bytes(digestOf(all.data)),
    $hexdigest: () => new Bytes(digestOf(all.data)).$hex(),
  };
}
