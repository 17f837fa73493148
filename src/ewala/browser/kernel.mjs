// A module with its memory, and what benchmarks and tests ask of one, in Node and in a browser alike.
// A job is plain JSON: { do, ... }; positions and rules travel in Base64, the state of random draws as a text.

const CHANCE = -1;
const OVER = -2;
const MOST_ANSWERS = 1 << 14; // about one position

export async function opened(code, about) {
  const { instance } = await WebAssembly.instantiate(code, {});
  return new Kernel(instance.exports, about);
}

function unpacked(base64) {
  return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
}

export class Kernel {
  answers = new Int32Array(MOST_ANSWERS);
  #free;

  constructor(doors, about) {
    this.doors = doors;
    this.about = about;
    this.#free = doors.__heap_base.value;
    const place = (name) => this.reserve(about.room[name]);
    for (const name of ["state", "other", "blank"]) this[name] = place("state");
    for (const name of ["moves", "weights"]) this[name] = place("moves");
    for (const name of ["rules", "features", "scores", "text", "rng", "stack", "rows"]) this[name] = place(name);
  }

  /** The address of so many blank bytes. */
  reserve(bytes) {
    const at = this.#free;
    this.#free += (bytes + 15) & ~15;
    const { memory } = this.doors;
    const missing = this.#free - memory.buffer.byteLength;
    if (missing > 0) memory.grow(Math.ceil(missing / 65536));
    return at;
  }

  bytes(at, many) {
    return new Uint8Array(this.doors.memory.buffer, at, many);
  }

  numbers(at, many) {
    return new Int32Array(this.doors.memory.buffer, at, many);
  }

  put(at, base64) {
    const data = unpacked(base64);
    this.bytes(at, data.length).set(data);
  }

  copy(from, to) {
    new Uint8Array(this.doors.memory.buffer).copyWithin(to, from, from + this.about.room.state);
  }

  get word() {
    return new BigInt64Array(this.doors.memory.buffer, this.rng, 1);
  }

  /** Prepared for a job: its rules, the state of its random draws, and the first position. */
  begin({ rules, rng }) {
    this.put(this.rules, rules);
    if (rng !== undefined) this.word[0] = BigInt(rng);
    this.start();
  }

  start() {
    this.copy(this.blank, this.state);
    this.doors.setup(this.state, this.rules);
  }
}

/** The buffers of a search's structure, blank, and what it comes as through a door. */
class Structure {
  places = [];
  parameters = [];

  constructor(kernel, { kind, sizes, numbers }) {
    const left = [...numbers];
    const { structures } = kernel.about;
    const add = (name) => {
      for (const field of Object.values(structures[name].fields)) {
        if (field.structure) add(field.structure);
        else if (field.given) this.parameters.push(left.shift());
        else {
          const many = field.shape.reduce((product, size) => product * (sizes[size] ?? size), 1);
          this.places.push({ at: kernel.reserve(many * field.bytes), bytes: many * field.bytes });
          this.parameters.push(this.places.at(-1).at);
        }
      }
    };
    add(kind);
    this.parameters.unshift(...structures[kind].sizes.map((size) => sizes[size]));
  }

  digests(kernel) {
    return this.places.map(({ at, bytes }) => placed(kernel.numbers(at, Math.ceil(bytes / 4))));
  }
}

/** A search's call of a kernel, ready to be made as often as one likes. */
function readied(kernel, structures, { call, given, puts }) {
  const parameters = given.flatMap(({ structure, rules, number }) => {
    if (number !== undefined) return [number];
    if (structure !== undefined) return structures[structure].parameters;
    const at = kernel.reserve(kernel.about.room.rules);
    kernel.put(at, rules);
    return [at];
  });
  const written = puts.map(([structure, buffer, at, base64]) => ({
    at: structures[structure].places[buffer].at + at,
    data: unpacked(base64),
  }));
  const used = given.map(({ structure }) => structure).filter((structure) => structure !== undefined);
  return { door: kernel.doors[call], parameters, written, used };
}

function performed(kernel, { door, parameters, written }) {
  for (const { at, data } of written) kernel.bytes(at, data.length).set(data);
  return door(...parameters);
}

const JOBS = {
  /** A search's calls, for later. */
  keep(kernel, { structures, steps }) {
    kernel.structures = structures.map((structure) => new Structure(kernel, structure));
    kernel.steps = steps.map((step) => readied(kernel, kernel.structures, step));
    return kernel.steps.length;
  },

  /** Those calls one after the other: what each gives, and what is in its buffers then. */
  follow(kernel) {
    return kernel.steps.map((step) => {
      const gives = performed(kernel, step) ?? null;
      return { gives, digests: step.used.map((one) => kernel.structures[one].digests(kernel)) };
    });
  },

  /** All of them so many times, for their speed. */
  repeat(kernel, { times }) {
    for (let n = 0; n < times; n++) for (const step of kernel.steps) performed(kernel, step);
    return times;
  },

  /** Whole games at random. */
  games(kernel, { games }) {
    const moves = kernel.doors.play_out_many(kernel.state, kernel.blank, kernel.rules, kernel.rng, games);
    return { moves, rng: String(kernel.word[0]) };
  },

  /** The same, each by itself: a number for its length, how it ended and what was drawn. */
  ends(kernel, { games }) {
    return Array.from({ length: games }, () => {
      const moves = kernel.doors.play_out_many(kernel.state, kernel.blank, kernel.rules, kernel.rng, 1);
      return digest([moves, ...kernel.numbers(kernel.rng, 2), ...kernel.bytes(kernel.state, kernel.about.room.state)]);
    });
  },

  /** Paths of a length from a position. */
  perft(kernel, { state, depth }) {
    kernel.put(kernel.stack, state);
    return kernel.doors.perft(kernel.stack, kernel.rules, kernel.rows, depth);
  },

  /** The text of every code. */
  spell(kernel, { codes }) {
    return codes.map((code) => String.fromCharCode(...kernel.bytes(kernel.text, kernel.doors.spell(code, kernel.text))));
  },

  /** Everything that can be asked about the positions of random games, as a number for each position. */
  walk(kernel, { positions, seats }) {
    const digests = [];
    for (let number = 0; number < positions; number++) digests.push(digest(asked(kernel, seats, number)));
    return { digests, rng: String(kernel.word[0]) };
  },

  /** The answers in one of those positions, as they are. */
  look(kernel, { position, seats }) {
    for (let number = 0; number < position; number++) asked(kernel, seats, number);
    return [...asked(kernel, seats, position)];
  },
};

export function perform(kernel, job) {
  kernel.begin(job);
  return JOBS[job.do](kernel, job);
}

/** All answers about the position, as whole numbers; then a move is made there, or another game begun. */
function asked(kernel, seats, number) {
  const { doors, about, state, other, rules, moves, weights, features, scores, rng, answers } = kernel;
  let many = 0;
  const say = (...numbers) => {
    for (const each of numbers) answers[many++] = each;
  };
  const told = (numbers) => {
    answers.set(numbers, many);
    many += numbers.length;
  };
  const position = (at) => told(kernel.bytes(at, about.room.state));
  const text = (at) => {
    if (doors.spell_position) told(kernel.bytes(kernel.text, doors.spell_position(at, rules, kernel.text)));
  };
  const actor = doors.to_act(state, rules);
  const legal = doors.legal(state, rules, moves);
  say(actor, legal);
  told(kernel.numbers(moves, legal));
  const outcomes = doors.chances(state, rules, moves, weights);
  say(outcomes);
  told(kernel.numbers(moves, outcomes));
  told(kernel.numbers(weights, outcomes));
  doors.scores(state, rules, scores);
  told(kernel.numbers(scores, seats));
  doors.result(state, rules, scores);
  told(kernel.numbers(scores, 2 * seats));
  let move = -1;
  text(state);
  if (actor === CHANCE) move = doors.sample(state, rules, rng);
  else if (actor !== OVER) move = doors.pick(state, rules, rng);
  say(move, doors.why_not(state, rules, (number * 7919) % about.codes.CODES));
  for (let viewer = -1; viewer < seats; viewer++) {
    kernel.copy(state, other);
    doors.redact(other, rules, viewer);
    position(other);
    if (viewer < 0) text(other);
    doors.observe(other, rules, viewer, features);
    told(kernel.numbers(features, about.features));
    doors.determinize(other, rules, rng);
    position(other);
    if (move >= 0) say(doors.seen(state, rules, move, viewer));
  }
  if (move < 0) kernel.start();
  else {
    say(doors.why_not(state, rules, move));
    doors.apply(state, rules, move);
  }
  position(state);
  return answers.subarray(0, many);
}

/** A number of 32 bits that changes with every answer: a sum with odd weights. */
function digest(answers) {
  let sum = 0;
  let weight = 1;
  for (let i = 0; i < answers.length; i++) {
    sum = (sum + Math.imul(answers[i], weight)) | 0;
    weight = (Math.imul(weight, 1664525) + 1013904224) | 0;
  }
  return sum;
}

/** The same of a buffer's words, with another weight for each place. */
function placed(words) {
  let sum = 0;
  for (let i = 0; i < words.length; i++) sum = (sum + Math.imul(words[i], Math.imul(2 * i + 1, 0x9e3779b1))) | 0;
  return sum;
}
