/** Where a search works in a page: kernels in a module of WebAssembly, with their buffers in its memory. */
import { Bytes, Dict, IndexError, RuntimeError, gathering, pairs, small_int } from "../runtime/python.mjs";

const equipped = new Map();

/** Give a game the exports of its module, with the `structures` and `kernels` of its description. */
export const equip = (game, exports, about) => void equipped.set(game, new Machine(exports, about));

export function machine_of(game) {
  const found = equipped.get(game.$name);
  if (!found) throw RuntimeError(`${game.$name} has no module here`);
  return found;
}

const KINDS = { whole: BigInt64Array, real: Float64Array, short: Float32Array, flag: Uint8Array };
const rounded = (bytes) => (bytes + 15) & ~15;
const product = (shape) => shape.reduce((all, size) => all * size, 1);

/** A module's memory. What nobody holds any more is used again, by whoever needs as much: searches for other games. */
class Memory {
  #memory;
  #after;
  #views = {};
  #free = new Map(); // of each size, the addresses
  #unused = new FinalizationRegistry(({ at, bytes }) => this.#free.get(bytes).push(at));

  constructor(exports) {
    this.#memory = exports.memory;
    this.#after = rounded(exports.__heap_base.value);
  }
  /** So many blank bytes: theirs as long as somebody holds the block. */
  reserve(bytes) {
    if (!this.#free.has(bytes)) this.#free.set(bytes, []);
    const again = this.#free.get(bytes).pop();
    if (again !== undefined) this.bytes(again, bytes).fill(0); // what is new is blank
    const block = { at: again ?? this.#grown(bytes), bytes };
    this.#unused.register(block, { ...block });
    return block;
  }
  #grown(bytes) {
    const at = this.#after;
    this.#after += rounded(bytes);
    const missing = this.#after - this.#memory.buffer.byteLength;
    if (missing > 0) this.#memory.grow(Math.ceil(missing / 65536));
    return at;
  }
  bytes(at, many) {
    return new Uint8Array(this.#memory.buffer, at, many);
  }
  /** All of it as numbers of a kind: another view once it has grown. */
  numbers(kind) {
    if (this.#views[kind]?.buffer !== this.#memory.buffer) {
      const { buffer } = this.#memory;
      this.#views[kind] = new KINDS[kind](buffer, 0, Math.floor(buffer.byteLength / KINDS[kind].BYTES_PER_ELEMENT));
    }
    return this.#views[kind];
  }
}

/** Numbers or records in rows, rows of rows and so on; without a shape, a single record. */
class Buffer {
  constructor(memory, block, at, field, shape) {
    Object.assign(this, { memory, block, at, field, shape });
    this.inner = shape.slice(1);
    this.stride = product(this.inner) * field.bytes;
  }
  /** The address of a row, a number or a record. */
  place(at) {
    const n = Number(at) < 0 ? Number(at) + this.shape[0] : Number(at);
    if (!(n >= 0 && n < this.shape[0])) throw IndexError("index out of range");
    return this.at + n * this.stride;
  }
  row(n) {
    return new Buffer(this.memory, this.block, this.place(n), this.field, this.inner);
  }
  /** The first of a row of numbers, as they are in Python. */
  first(many) {
    const { number, bytes } = this.field;
    const found = Array.from(this.memory.numbers(number).subarray(this.at / bytes, this.at / bytes + many));
    return number === "whole" ? found.map(small_int) : number === "flag" ? found.map(Boolean) : found;
  }
  /** Write from the beginning of a row. */
  fill(numbers) {
    const { number, bytes } = this.field;
    this.memory.numbers(number).set(number === "whole" ? Array.from(numbers, BigInt) : numbers, this.at / bytes);
  }
  $__len__() {
    return this.shape[0];
  }
  $__getitem__(at) {
    if (this.inner.length) return this.row(at);
    const { number, bytes } = this.field;
    const found = this.memory.numbers(number)[this.place(at) / bytes];
    return number === "whole" ? small_int(found) : number === "flag" ? Boolean(found) : found;
  }
  $__setitem__(at, value) {
    const { number, bytes } = this.field;
    this.memory.numbers(number)[this.place(at) / bytes] = number === "whole" ? BigInt(value) : Number(value);
  }
  *[Symbol.iterator]() {
    for (let n = 0; n < this.shape[0]; n++) yield this.$__getitem__(n);
  }
}

/** As `ewala.core.machines.Machine` has it; what structures are made of, the module's description says. */
class Machine {
  $quick = true;
  #memory;
  #exports;
  #about;
  #held = new WeakMap();
  #parameters = new WeakMap();

  constructor(exports, about) {
    this.#memory = new Memory(exports);
    this.#exports = exports;
    this.#about = about;
  }
  $kernels(module) {
    const names = this.#about.kernels[module];
    return Object.fromEntries(names.map((name) => ["$" + name, (...given) => this.#called(name, given)]));
  }
  $record(record) {
    const { data } = record.$pack();
    const block = this.#memory.reserve(data.length);
    this.#memory.bytes(block.at, data.length).set(data);
    return new Buffer(this.#memory, block, block.at, { record: true, bytes: data.length }, []);
  }
  $blank(structure, named, ...others) {
    const sizes = named instanceof Dict ? Object.fromEntries(pairs(named)) : {};
    const held = named && !(named instanceof Dict) ? [named, ...others] : others;
    const made = this.#blank(structure.$__name__, sizes, held);
    return structure(...structure._about.fields.map(([name]) => made["$" + name]));
  }
  /** The same structure as kernels read it. It never changes, so that whoever gives it again gets the same buffers. */
  $held(given) {
    if (!this.#held.has(given)) this.#held.set(given, this.#written(given));
    return this.#held.get(given);
  }
  $put(records, at, { data }) {
    this.#memory.bytes(records.place(at), data.length).set(data);
  }
  $get(records, at) {
    return new Bytes(this.#memory.bytes(records.place(at), records.field.bytes).slice());
  }
  $write(buffer, numbers) {
    if (Array.isArray(numbers[0])) numbers.forEach((row, n) => buffer.row(n).fill(row));
    else buffer.fill(numbers);
  }
  $read(buffer, many = buffer.shape[0], ...inner) {
    if (!buffer.inner.length) return buffer.first(many);
    return Array.from({ length: many }, (_, n) => this.$read(buffer.row(n), ...inner));
  }

  #fields(name) {
    return Object.entries(this.#about.structures[name].fields);
  }
  /** Buffers for some fields, one behind the other. */
  #laid(fields) {
    const sizes = fields.map(([, field, shape]) => rounded(product(shape) * field.bytes));
    const block = this.#memory.reserve(sizes.reduce((sum, size) => sum + size, 0));
    let at = block.at;
    return Object.fromEntries(
      fields.map(([name, field, shape], n) => {
        const buffer = new Buffer(this.#memory, block, at, field, shape);
        at += sizes[n];
        return ["$" + name, buffer];
      }),
    );
  }
  #blank(name, sizes, held) {
    const made = {};
    for (const [field, { structure }] of this.#fields(name)) {
      if (structure) made["$" + field] = held.find((one) => one.constructor.$__name__ === structure) ?? this.#blank(structure, sizes, held);
    }
    const buffers = this.#fields(name).filter(([, field]) => field.shape);
    return { ...made, ...this.#laid(buffers.map(([one, field]) => [one, field, field.shape.map((size) => sizes[size] ?? size)])) };
  }
  #written(given) {
    const buffers = this.#fields(given.constructor.$__name__).filter(([, field]) => field.shape);
    const made = this.#laid(buffers.map(([name, field]) => [name, field, shapeOf(given["$" + name], field.shape.length)]));
    for (const [name, buffer] of Object.entries(made)) rowsInto(buffer, given[name]);
    return given.constructor(...given.constructor._about.fields.map(([name]) => made["$" + name] ?? given["$" + name]));
  }
  #called(name, given) {
    return this.#exports[name](...given.flatMap((one) => this.#passed(one))) ?? null;
  }
  /** What an argument is for an export: a number, an address, or the sizes and addresses of a structure. */
  #passed(given) {
    if (given instanceof Buffer) return [given.at];
    if (typeof given !== "object") return [Number(given)];
    if (!this.#parameters.has(given)) {
      const name = given.constructor.$__name__;
      const sizes = new Map();
      const addresses = this.#addresses(name, given, sizes);
      this.#parameters.set(given, [...this.#about.structures[name].sizes.map((size) => sizes.get(size)), ...addresses]);
    }
    return this.#parameters.get(given);
  }
  #addresses(name, structure, sizes) {
    return this.#fields(name).flatMap(([field, kind]) => {
      const part = structure["$" + field];
      if (kind.structure) return this.#addresses(kind.structure, part, sizes);
      if (kind.given) return [Number(part)];
      kind.shape.forEach((size, n) => typeof size === "string" && sizes.set(size, part.shape[n]));
      return [part.at];
    });
  }
}
gathering(Machine.prototype.$blank, "structure");

/** How many rows there are, how long they are, and so on. */
function shapeOf(given, deep) {
  return deep ? [given.length, ...shapeOf(given[0], deep - 1)] : [];
}
function rowsInto(buffer, given) {
  if (!buffer.inner.length) buffer.fill(given);
  else for (let n = 0; n < given.length; n++) rowsInto(buffer.row(n), given[n]);
}
