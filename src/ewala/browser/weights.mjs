// Reads the flat file that weights.py writes: for each name its numbers, in the order of its shape.

/** @param {Uint8Array} file @param about where each array lies, and how it is kept */
export function weights(file, about) {
  return Object.fromEntries(Object.entries(about).map(([name, one]) => [name, read(file, one)]));
}

function read(file, { at, bytes, shape, kept, step, after }) {
  const many = shape.reduce((product, size) => product * size, 1);
  const size = bytes / many;
  const whole = new Uint8Array(bytes); // the bytes of each number together again
  for (let byte = 0; byte < size; byte++) {
    for (let n = 0; n < many; n++) whole[n * size + byte] = file[at + byte * many + n];
  }
  if (kept === "f8") return new Float64Array(whole.buffer);
  if (kept === "f4") return new Float32Array(whole.buffer);
  const words = new Uint16Array(whole.buffer);
  return kept === "f2" ? lookedUp(words) : stepped(words, shape[0], step, after);
}

function stepped(words, rows, step, after) {
  const numbers = Int32Array.from(words, (word) => (word & 1 ? -((word + 1) >> 1) : word >> 1));
  const length = words.length / rows;
  for (let row = rows - 2; row >= 0; row--) {
    if (!after[row]) continue;
    for (let n = row * length; n < (row + 1) * length; n++) numbers[n] += numbers[n + length];
  }
  return Float32Array.from(numbers, (number) => number * step);
}

/** Fractions of 16 bits: there are fewer of them than of weights. */
let halves = null;
function lookedUp(words) {
  halves ??= Float32Array.from({ length: 1 << 16 }, (_, word) => half(word));
  const numbers = new Float32Array(words.length);
  for (let n = 0; n < words.length; n++) numbers[n] = halves[words[n]];
  return numbers;
}

function half(word) {
  const sign = word & 0x8000 ? -1 : 1;
  const exponent = (word >> 10) & 31;
  const rest = word & 1023;
  return sign * (exponent ? 2 ** (exponent - 25) * (1024 + rest) : rest * 2 ** -24);
}
