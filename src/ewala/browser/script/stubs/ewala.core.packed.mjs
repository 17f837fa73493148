/** Records for kernels: fields of whole numbers, with the same bytes as on every machine. */
import { Bytes, ValueError, cls } from "../runtime/python.mjs";

const READ = { 1: "getInt8", 2: "getInt16", 4: "getInt32" };
const WRITE = { 1: "setInt8", 2: "setInt16", 4: "setInt32" };

const readNumber = (view, at, size) => (size === 8 ? Number(view.getBigInt64(at, true)) : view[READ[size]](at, true));
function writeNumber(view, at, size, number) {
  if (size === 8) view.setBigInt64(at, BigInt(number), true);
  else {
    const limit = 2 ** (8 * size - 1);
    if (!(number >= -limit && number < limit)) throw ValueError(`${number} has no room in ${size} bytes`);
    view[WRITE[size]](at, number, true);
  }
}
function sizeOf(kind) {
  if (!kind._size) {
    const { layout } = kind._about;
    const whole = layout.reduce((sum, [, count, size]) => sum + (count || 1) * size, 0);
    const widest = Math.max(...layout.map(([, , size]) => size));
    kind._size = Math.ceil(whole / widest) * widest;
  }
  return kind._size;
}

export const Packed = cls(
  "Packed",
  [],
  {},
  {
    $__init__() {
      for (const [name, count] of this.constructor._about.layout) this["$" + name] = count ? Array(count).fill(0) : 0;
    },
    $pack() {
      const data = new Uint8Array(sizeOf(this.constructor));
      const view = new DataView(data.buffer);
      let at = 0;
      for (const [name, count, size] of this.constructor._about.layout) {
        for (const number of count ? this["$" + name] : [this["$" + name]]) {
          writeNumber(view, at, size, Number(number));
          at += size;
        }
      }
      return new Bytes(data);
    },
    $duplicate() {
      const record = Object.create(Object.getPrototypeOf(this));
      for (const [name, count] of this.constructor._about.layout) record["$" + name] = count ? this["$" + name].slice() : this["$" + name];
      return record;
    },
  },
  {},
  {
    $fields() {
      return this._about.layout;
    },
    $unpack(bytes) {
      const record = Object.create(this.prototype);
      const view = new DataView(bytes.data.buffer, bytes.data.byteOffset, bytes.data.byteLength);
      let at = 0;
      for (const [name, count, size] of this._about.layout) {
        const numbers = [];
        for (let n = 0; n < (count || 1); n++, at += size) numbers.push(readNumber(view, at, size));
        record["$" + name] = count ? numbers : numbers[0];
      }
      return record;
    },
  },
);
