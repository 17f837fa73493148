/** Python's random numbers: the Mersenne Twister, drawn from as Python does, so that the same seed gives the same. */
import { Bytes, cls, int, small_int as small } from "./python.mjs";

const N = 624;
function wordsOf(seed) {
  const words = [];
  for (let rest = BigInt(seed < 0 ? -seed : seed); rest > 0n || !words.length; rest >>= 32n) words.push(Number(rest & 0xffffffffn));
  return words;
}

export const Random = cls("Random", [], {}, {
  $__init__(seed = null) {
    this.state = new Uint32Array(N);
    this.$seed(seed ?? int.$from_bytes(new Bytes(crypto.getRandomValues(new Uint8Array(32)))));
  },
  $seed(seed) {
    const key = wordsOf(seed);
    const state = this.state;
    state[0] = 19650218;
    for (let n = 1; n < N; n++) state[n] = Math.imul(1812433253, state[n - 1] ^ (state[n - 1] >>> 30)) + n;
    let [i, j] = [1, 0];
    for (let left = Math.max(N, key.length); left; left--) {
      state[i] = (state[i] ^ Math.imul(state[i - 1] ^ (state[i - 1] >>> 30), 1664525)) + key[j] + j;
      if (++i >= N) [state[0], i] = [state[N - 1], 1];
      if (++j >= key.length) j = 0;
    }
    for (let left = N - 1; left; left--) {
      state[i] = (state[i] ^ Math.imul(state[i - 1] ^ (state[i - 1] >>> 30), 1566083941)) - i;
      if (++i >= N) [state[0], i] = [state[N - 1], 1];
    }
    state[0] = 0x80000000;
    this.at = N;
  },
  word() {
    const state = this.state;
    if (this.at >= N) {
      for (let n = 0; n < N; n++) {
        const y = (state[n] & 0x80000000) | (state[(n + 1) % N] & 0x7fffffff);
        state[n] = state[(n + 397) % N] ^ (y >>> 1) ^ (y & 1 ? 0x9908b0df : 0);
      }
      this.at = 0;
    }
    let y = state[this.at++];
    y ^= y >>> 11;
    y ^= (y << 7) & 0x9d2c5680;
    y ^= (y << 15) & 0xefc60000;
    return (y ^ (y >>> 18)) >>> 0;
  },
  $random() {
    return ((this.word() >>> 5) * 67108864 + (this.word() >>> 6)) / 9007199254740992;
  },
  $getrandbits(bits) {
    if (bits <= 32) return this.word() >>> (32 - bits);
    let all = 0n;
    for (let at = 0n, left = bits; left > 0; left -= 32, at += 32n) all |= BigInt(left < 32 ? this.word() >>> (32 - left) : this.word()) << at;
    return small(all);
  },
  $_randbelow(n) {
    const bits = BigInt(n).toString(2).length;
    let drawn = this.$getrandbits(bits);
    while (drawn >= n) drawn = this.$getrandbits(bits);
    return drawn;
  },
  $randrange(from, to) {
    return to === undefined ? this.$_randbelow(from) : from + this.$_randbelow(to - from);
  },
  $randint(from, to) {
    return this.$randrange(from, to + 1);
  },
  $choice(values) {
    return values[this.$_randbelow(values.length)];
  },
  $choices(values, weights, sums, many = 1) {
    const running = [];
    let sum = 0;
    for (const weight of weights ?? []) running.push((sum += weight));
    return Array.from({ length: many }, () => {
      if (!weights) return values[Math.floor(this.$random() * values.length)];
      const drawn = this.$random() * sum;
      const at = running.findIndex((one) => drawn < one);
      return values[at < 0 ? values.length - 1 : at];
    });
  },
  $shuffle(values) {
    for (let n = values.length - 1; n > 0; n--) {
      const other = this.$_randbelow(n + 1);
      [values[n], values[other]] = [values[other], values[n]];
    }
  },
  $uniform(from, to) {
    return from + (to - from) * this.$random();
  },
});
Random.prototype.$choices._takes = [["population", "weights", "cum_weights", "k"], 4, false];
