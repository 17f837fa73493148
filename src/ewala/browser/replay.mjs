// A module with its memory, which makes the calls that recorded.py has written down; in Node and in a browser alike.
// A job is plain JSON: { do, ... }; bytes travel in Base64.

export async function opened(code, about) {
  const { instance } = await WebAssembly.instantiate(code, {});
  return new Module(instance.exports, about);
}

function unpacked(base64) {
  return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
}

class Module {
  kept = [];
  #free;

  constructor(exports, about) {
    this.exports = exports;
    this.about = about;
    this.#free = exports.__heap_base.value;
  }

  /** The address of so many blank bytes. */
  reserve(bytes) {
    const at = this.#free;
    this.#free += (bytes + 15) & ~15;
    const { memory } = this.exports;
    const missing = this.#free - memory.buffer.byteLength;
    if (missing > 0) memory.grow(Math.ceil(missing / 65536));
    return at;
  }

  put(at, data) {
    new Uint8Array(this.exports.memory.buffer, at, data.length).set(data);
  }

  words(at, many) {
    return new Int32Array(this.exports.memory.buffer, at, many);
  }
}

/** The buffers of a structure, blank, and the parameters as which it is passed. */
class Structure {
  places = [];
  parameters = [];

  constructor(module, { kind, sizes, numbers }) {
    const left = [...numbers];
    const { structures } = module.about;
    const add = (name) => {
      for (const field of Object.values(structures[name].fields)) {
        if (field.structure) add(field.structure);
        else if (field.given) this.parameters.push(left.shift());
        else {
          const many = field.shape.reduce((product, size) => product * (sizes[size] ?? size), 1);
          this.places.push({ at: module.reserve(many * field.bytes), bytes: many * field.bytes });
          this.parameters.push(this.places.at(-1).at);
        }
      }
    };
    add(kind);
    this.parameters.unshift(...structures[kind].sizes.map((size) => sizes[size]));
  }

  digests(module) {
    return this.places.map(({ at, bytes }) => digest(module.words(at, Math.ceil(bytes / 4))));
  }
}

/** A call of a kernel, ready to be made as often as one likes. */
function readied(module, structures, { call, given, puts }) {
  const parameters = given.flatMap(({ structure, rules, number }) => {
    if (number !== undefined) return [number];
    if (structure !== undefined) return structures[structure].parameters;
    const data = unpacked(rules);
    const at = module.reserve(data.length);
    module.put(at, data);
    return [at];
  });
  const written = puts.map(([structure, buffer, at, base64]) => ({
    at: structures[structure].places[buffer].at + at,
    data: unpacked(base64),
  }));
  const used = given.map(({ structure }) => structure).filter((structure) => structure !== undefined);
  return { kernel: module.exports[call], parameters, written, used };
}

function performed(module, { kernel, parameters, written }) {
  for (const { at, data } of written) module.put(at, data);
  return kernel(...parameters);
}

const JOBS = {
  /** Calls, for later; returns the number by which they are asked for. */
  keep(module, { structures, steps }) {
    const made = structures.map((structure) => new Structure(module, structure));
    return module.kept.push({ structures: made, steps: steps.map((step) => readied(module, made, step)) }) - 1;
  },

  /** Those calls one after the other: what each returns, and what is in its buffers then. */
  follow(module, { kept }) {
    const { structures, steps } = module.kept[kept];
    return steps.map((step) => {
      const returns = performed(module, step) ?? null;
      return { returns, digests: step.used.map((one) => structures[one].digests(module)) };
    });
  },

  /** All of them so many times, or those from one on, for their speed; the sum of what they return. */
  repeat(module, { kept, times, from = 0 }) {
    const steps = module.kept[kept].steps.slice(from);
    let sum = 0;
    for (let n = 0; n < times; n++) for (const step of steps) sum += performed(module, step) ?? 0;
    return sum;
  },
};

export function perform(module, job) {
  return JOBS[job.do](module, job);
}

/** A number of 32 bits that changes with every word: a sum with odd weights, another for each place. */
function digest(words) {
  let sum = 0;
  for (let i = 0; i < words.length; i++) sum = (sum + Math.imul(words[i], Math.imul(2 * i + 1, 0x9e3779b1))) | 0;
  return sum;
}
