/** What Python does by itself and JavaScript does otherwise: truth, equality, whole numbers of any size, dictionaries by
 * value, classes. Scripts that `ewala.browser.script` writes are made of calls to what stands here. */

// --- Errors --------------------------------------------------------------------------------------------------

function errorClass(name, base) {
  const made = function (...given) {
    const error = Object.create(made.prototype);
    error.$__init__(...given);
    return error;
  };
  made.$__name__ = name;
  made._base = base;
  made.prototype = Object.create(base.prototype);
  made.prototype.constructor = made;
  Object.setPrototypeOf(made, base);
  return made;
}

export const Exception = errorClass("Exception", Error);
Exception.prototype.$__init__ = function (...given) {
  this.$args = given;
  this.message = given.map(str).join(", ");
  Error.captureStackTrace?.(this);
};
Exception.prototype.$__str__ = function () {
  return this.$args.length === 1 ? str(this.$args[0]) : this.$args.length ? repr(this.$args) : "";
};
export const BaseException = Exception;
export const ValueError = errorClass("ValueError", Exception);
const PythonTypeError = errorClass("TypeError", Exception);
export { PythonTypeError as TypeError };
export const LookupError = errorClass("LookupError", Exception);
export const KeyError = errorClass("KeyError", LookupError);
KeyError.prototype.$__str__ = function () {
  return repr(this.$args[0]);
};
export const IndexError = errorClass("IndexError", LookupError);
export const ArithmeticError = errorClass("ArithmeticError", Exception);
export const ZeroDivisionError = errorClass("ZeroDivisionError", ArithmeticError);
export const OverflowError = errorClass("OverflowError", ArithmeticError);
export const AttributeError = errorClass("AttributeError", Exception);
export const RuntimeError = errorClass("RuntimeError", Exception);
export const RecursionError = errorClass("RecursionError", RuntimeError);
export const NotImplementedError = errorClass("NotImplementedError", RuntimeError);
export const StopIteration = errorClass("StopIteration", Exception);
export const AssertionError = errorClass("AssertionError", Exception);
export const OSError = errorClass("OSError", Exception);
export const ImportError = errorClass("ImportError", Exception);
export const UnicodeError = errorClass("UnicodeError", ValueError);
export const UnicodeDecodeError = errorClass("UnicodeDecodeError", UnicodeError);
export const NotImplemented = Object.freeze({});

export const caught = (thrown) => thrown;
export const raised = (error) => (typeof error === "function" ? error() : error);

/** The end of a `with`: whoever was entered may have the error for itself. */
export function left(manager, thrown) {
  manager._left = true;
  if (!truth(manager.$__exit__(thrown.constructor, thrown, null))) throw thrown;
}
export function leave(manager) {
  if (!manager._left) manager.$__exit__(null, null, null);
  manager._left = false; // it may be entered again
}

// --- Truth, equality, order ----------------------------------------------------------------------------------

export function truth(value) {
  if (!value) return false;
  if (typeof value !== "object") return true;
  if (Array.isArray(value)) return value.length > 0;
  if (value.$__bool__) return value.$__bool__();
  if (value.$__len__) return value.$__len__() > 0;
  return true;
}
export const both = (first, other) => (truth(first) ? other() : first);
export const either = (first, other) => (truth(first) ? first : other());

export function eq(a, b) {
  if (a === b) return true;
  if (a == null || b == null) return a == b;
  if (typeof a !== "object" || typeof b !== "object") return typeof a === typeof b ? false : sameNumber(a, b);
  if (Array.isArray(a)) {
    if (!Array.isArray(b) || a.length !== b.length) return false;
    for (let n = 0; n < a.length; n++) if (!eq(a[n], b[n])) return false;
    return true;
  }
  if (a.$__eq__) {
    const said = a.$__eq__(b);
    return said === NotImplemented ? false : said;
  }
  return false;
}
const sameNumber = (a, b) => (isNumber(a) && isNumber(b) ? a == b : false);
const isNumber = (value) => typeof value === "number" || typeof value === "bigint" || typeof value === "boolean";

function compare(a, b) {
  if (Array.isArray(a) && Array.isArray(b)) {
    for (let n = 0; n < Math.min(a.length, b.length); n++) if (!eq(a[n], b[n])) return compare(a[n], b[n]);
    return a.length - b.length;
  }
  if (typeof a === "object" && a?.$__lt__) return a.$__lt__(b) ? -1 : b.$__lt__(a) ? 1 : 0;
  if (typeof a === "string" && typeof b === "string") return compareTexts(a, b);
  return a < b ? -1 : a > b ? 1 : 0;
}
/** Texts in the order of their code points, which is that of their UTF-16 units but for pairs of them. */
function compareTexts(a, b) {
  if (a === b) return 0;
  if (!PAIRS.test(a) && !PAIRS.test(b)) return a < b ? -1 : 1;
  return compare([...a].map((letter) => letter.codePointAt(0)), [...b].map((letter) => letter.codePointAt(0)));
}
const PAIRS = /[\ud800-\udfff]/;
export const lt = (a, b) => compare(a, b) < 0;
export const le = (a, b) => (a instanceof Set_ ? a.$issubset(b) : compare(a, b) <= 0);
export const gt = (a, b) => compare(a, b) > 0;
export const ge = (a, b) => (a instanceof Set_ ? b.$issubset(a) : compare(a, b) >= 0);

/** What a value is kept by in dictionaries and sets: equal values have the same. */
function keyOf(value) {
  switch (typeof value) {
    case "string":
    case "number":
    case "bigint":
      return value;
    case "boolean":
      return value ? 1 : 0;
    case "undefined":
      return null;
    case "function":
      return value;
  }
  if (value === null) return null;
  if (Array.isArray(value)) return "\u0001(" + value.map(keyText).join(",") + ")";
  if (value._key) return value._key();
  return value.$__hash__ ? alike(value) : value;
}
/** Of objects that say themselves when they are equal, the first that was met: as long as somebody has it. */
function alike(value) {
  let first = firsts.get(value);
  if (!first) {
    const hash = value.$__hash__();
    const met = (sameHash.get(hash) ?? []).filter((one) => one.deref());
    first = met.map((one) => one.deref()).find((one) => one && eq(one, value)) ?? value;
    if (first === value) met.push(new WeakRef(value));
    sameHash.set(hash, met);
    firsts.set(value, first);
  }
  return first;
}
const firsts = new WeakMap();
const sameHash = new Map();
let objects = 0;
const numbers = new WeakMap();
function keyText(value) {
  const key = keyOf(value);
  switch (typeof key) {
    case "string":
      return "'" + key.replaceAll("\u0001", "\u0001\u0001") + "'";
    case "object":
    case "function":
      if (key === null) return "None";
      if (!numbers.has(key)) numbers.set(key, ++objects);
      return "#" + numbers.get(key);
    default:
      return String(key);
  }
}

// --- Numbers -------------------------------------------------------------------------------------------------

export { small as small_int };
const small = (whole) => (whole >= -9007199254740991n && whole <= 9007199254740991n ? Number(whole) : whole);
const big = (value) => (typeof value === "bigint" ? value : BigInt(value));
const whole = (a, b) => typeof a === "bigint" || typeof b === "bigint";

export function add(a, b) {
  if (typeof a === "number" && typeof b === "number") {
    const sum = a + b;
    return Number.isSafeInteger(sum) || !Number.isInteger(sum) || !Number.isInteger(a) ? sum : small(BigInt(a) + BigInt(b));
  }
  if (typeof a === "string") return a + b;
  if (Array.isArray(a)) return a.concat(b);
  if (whole(a, b)) return small(big(a) + big(b));
  if (a.$__add__) return a.$__add__(b);
  return Number(a) + Number(b);
}
export function sub(a, b) {
  if (typeof a === "number" && typeof b === "number") return a - b;
  if (whole(a, b)) return small(big(a) - big(b));
  if (a.$__sub__) return a.$__sub__(b);
  return Number(a) - Number(b);
}
export function mul(a, b) {
  if (typeof a === "number" && typeof b === "number") {
    const product = a * b;
    if (Number.isSafeInteger(product) || !Number.isInteger(a) || !Number.isInteger(b)) return product;
    return small(BigInt(a) * BigInt(b));
  }
  if (typeof a === "string") return a.repeat(Math.max(0, b));
  if (typeof b === "string") return b.repeat(Math.max(0, a));
  if (Array.isArray(a)) return repeated(a, b);
  if (Array.isArray(b)) return repeated(b, a);
  if (whole(a, b)) return small(big(a) * big(b));
  if (a.$__mul__) return a.$__mul__(b);
  return Number(a) * Number(b);
}
function repeated(list, times) {
  const all = [];
  for (let n = 0; n < times; n++) all.push(...list);
  return all;
}
export function div(a, b) {
  if (Number(b) === 0) throw ZeroDivisionError("division by zero");
  return Number(a) / Number(b);
}
export function floordiv(a, b) {
  if (whole(a, b)) {
    const [x, y] = [big(a), big(b)];
    const quotient = x / y;
    return small((x % y !== 0n) && (x < 0n) !== (y < 0n) ? quotient - 1n : quotient);
  }
  if (b === 0) throw ZeroDivisionError("integer division or modulo by zero");
  return Math.floor(a / b);
}
export function mod(a, b) {
  if (a instanceof Bytes) return a.$__mod__(b);
  if (whole(a, b)) {
    const [x, y] = [big(a), big(b)];
    const rest = x % y;
    return small(rest !== 0n && (rest < 0n) !== (y < 0n) ? rest + y : rest);
  }
  if (b === 0) throw ZeroDivisionError("integer division or modulo by zero");
  const rest = a % b;
  return rest !== 0 && rest < 0 !== b < 0 ? rest + b : rest;
}
export function pow(a, b) {
  const power = Number(a) ** Number(b);
  return Number.isInteger(a) && Number.isInteger(b) && b >= 0 && !Number.isSafeInteger(power) ? small(BigInt(a) ** BigInt(b)) : power;
}
const isWord = (value) => value >= 0 && value <= 0xffffffff;
const isInt32 = (value) => (value | 0) === value;
export function bitand(a, b) {
  if (typeof a === "number" && typeof b === "number") {
    if (isWord(a) && isWord(b)) return (a & b) >>> 0;
    if (isInt32(a) && isInt32(b)) return a & b;
  } else if (typeof a === "boolean" && typeof b === "boolean") return a && b;
  else if (a instanceof Set_ || a instanceof Dict) return a.$__and__(b);
  return small(BigInt(a) & BigInt(b));
}
export function bitor(a, b) {
  if (typeof a === "number" && typeof b === "number") {
    if (isWord(a) && isWord(b)) return (a | b) >>> 0;
    if (isInt32(a) && isInt32(b)) return a | b;
  } else if (typeof a === "boolean" && typeof b === "boolean") return a || b;
  else if (typeof a === "object" && a.$__or__) return a.$__or__(b);
  return small(BigInt(a) | BigInt(b));
}
export function bitxor(a, b) {
  if (typeof a === "number" && typeof b === "number") {
    if (isWord(a) && isWord(b)) return (a ^ b) >>> 0;
    if (isInt32(a) && isInt32(b)) return a ^ b;
  } else if (typeof a === "boolean" && typeof b === "boolean") return a !== b;
  else if (a instanceof Set_) return a.$__xor__(b);
  return small(BigInt(a) ^ BigInt(b));
}
export function shl(a, b) {
  if (typeof a === "number") {
    const shifted = Number(a) * 2 ** Number(b);
    if (Number.isSafeInteger(shifted)) return shifted;
  }
  return small(BigInt(a) << BigInt(b));
}
export function shr(a, b) {
  if (typeof a === "number") return Math.floor(a / 2 ** Number(b));
  return small(BigInt(a) >> BigInt(b));
}
export const invert = (a) => sub(-a, 1);
export const abs = (a) => (a < 0 ? -a : a);
export const divmod = (a, b) => [floordiv(a, b), mod(a, b)];
/** Half goes to the even one, as Python has it. */
export function round(value, digits) {
  if (digits == null) {
    const below = Math.floor(value);
    const over = value - below;
    return over < 0.5 || (over === 0.5 && below % 2 === 0) ? below : below + 1;
  }
  return Number(toFixed(value, digits));
}

// --- Texts ---------------------------------------------------------------------------------------------------

export function str(value = "") {
  switch (typeof value) {
    case "string":
      return value;
    case "boolean":
      return value ? "True" : "False";
    case "number":
    case "bigint":
      return String(value);
    case "function":
      return `<class '${value.$__name__}'>`;
  }
  if (value == null) return "None";
  if (value.$__str__) return value.$__str__();
  return repr(value);
}
export function repr(value) {
  if (typeof value === "string") return quoted(value);
  if (value == null || typeof value !== "object") return str(value);
  if (Array.isArray(value)) return `[${value.map(repr).join(", ")}]`;
  if (value.$__repr__) return value.$__repr__();
  return str(value.constructor?.$__name__ ?? "object");
}
function quoted(text) {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  let written = "";
  for (const letter of text) {
    if (letter === quote || letter === "\\") written += "\\" + letter;
    else if (letter === "\n") written += "\\n";
    else if (letter === "\r") written += "\\r";
    else if (letter === "\t") written += "\\t";
    else if (isprintable(letter)) written += letter;
    else written += escaped(letter.codePointAt(0));
  }
  return quote + written + quote;
}
function escaped(code) {
  const [mark, width] = code < 256 ? ["x", 2] : code < 65536 ? ["u", 4] : ["U", 8];
  return "\\" + mark + code.toString(16).padStart(width, "0");
}
const isprintable = (letter) => letter === " " || !/[\p{C}\p{Z}]/u.test(letter);

export function format(value, spec) {
  if (!spec) return str(value);
  const [, fill = " ", align, sign = "", zero, width = "0", comma, , digits, kind] =
    /^(?:(.)?([<>^=]))?([+ -])?(0)?(\d+)?(,)?(\.(\d+))?([a-z%])?$/u.exec(spec) ?? missing(`format ${spec}`);
  let text;
  if (kind === "f" || kind === "%") text = toFixed(kind === "%" ? value * 100 : value, Number(digits ?? 6)) + (kind === "%" ? "%" : "");
  else if (kind === "x") text = value.toString(16);
  else if (kind === "b") text = value.toString(2);
  else if (digits !== undefined && typeof value === "number") text = String(Number(value.toPrecision(Number(digits))));
  else text = digits !== undefined ? str(value).slice(0, Number(digits)) : str(value);
  if (comma) text = text.replace(/\B(?=(\d{3})+(?!\d))/g, ",");
  if (sign === "+" && isNumber(value) && !text.startsWith("-")) text = "+" + text;
  const room = Number(width) - len(text);
  if (room <= 0) return text;
  if (zero && !align) return text.startsWith("-") ? "-" + "0".repeat(room) + text.slice(1) : "0".repeat(room) + text;
  const where = align ?? (isNumber(value) ? ">" : "<");
  if (where === "<") return text + fill.repeat(room);
  if (where === ">") return fill.repeat(room) + text;
  return fill.repeat(room >> 1) + text + fill.repeat(room - (room >> 1));
}
/** Something that scripts name and never use. */
export const absent = (name) => () => missing(name);
function missing(what) {
  throw NotImplementedError(what);
}
/** Decimals rounded by the number's exact value, half to the even one: JavaScript's own rounds exact halves up. */
function toFixed(value, digits) {
  const text = value.toFixed(digits);
  const scaled = Math.abs(value) * 10 ** digits;
  if (scaled % 1 === 0.5 && scaled < 2 ** 52 && exactHalf(value, digits)) {
    const below = Math.floor(scaled);
    return (value < 0 ? "-" : "") + ((below % 2 ? below + 1 : below) / 10 ** digits).toFixed(digits);
  }
  return text;
}
const exactHalf = (value, digits) => Number.isInteger(value * 2 ** (digits + 1)) || digits === 0;

const code = (text) => (PAIRS.test(text) ? [...text] : text);
const methodsOfTexts = {
  $startswith(start, from = 0) {
    if (Array.isArray(start)) return start.some((one) => this.startsWith(one, from));
    return String(this).startsWith(start, from);
  },
  $endswith(end) {
    return Array.isArray(end) ? end.some((one) => this.endsWith(one)) : this.endsWith(end);
  },
  $join(parts) {
    return [...parts].join(this);
  },
  $split(between, most = -1) {
    if (between == null) return this.trim() ? this.trim().split(/\s+/) : [];
    const parts = String(this).split(between);
    return most >= 0 && parts.length > most + 1 ? [...parts.slice(0, most), parts.slice(most).join(between)] : parts;
  },
  $rsplit(between, most = -1) {
    const parts = String(this).split(between);
    return most >= 0 && parts.length > most + 1 ? [parts.slice(0, parts.length - most).join(between), ...parts.slice(parts.length - most)] : parts;
  },
  $splitlines() {
    const lines = String(this).split(/\r\n|[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]/);
    if (lines.at(-1) === "") lines.pop();
    return lines;
  },
  $partition(between) {
    const at = this.indexOf(between);
    return at < 0 ? [String(this), "", ""] : [this.slice(0, at), between, this.slice(at + between.length)];
  },
  $rpartition(between) {
    const at = this.lastIndexOf(between);
    return at < 0 ? ["", "", String(this)] : [this.slice(0, at), between, this.slice(at + between.length)];
  },
  $strip(letters) {
    return this.$lstrip(letters).$rstrip(letters);
  },
  $lstrip(letters) {
    if (letters == null) return this.trimStart();
    let at = 0;
    while (at < this.length && letters.includes(this[at])) at++;
    return this.slice(at);
  },
  $rstrip(letters) {
    if (letters == null) return this.trimEnd();
    let at = this.length;
    while (at > 0 && letters.includes(this[at - 1])) at--;
    return this.slice(0, at);
  },
  $removeprefix(start) {
    return this.startsWith(start) ? this.slice(start.length) : String(this);
  },
  $removesuffix(end) {
    return end && this.endsWith(end) ? this.slice(0, -end.length) : String(this);
  },
  $lower() {
    return this.toLowerCase();
  },
  $upper() {
    return this.toUpperCase();
  },
  $casefold() {
    return this.toLowerCase();
  },
  $capitalize() {
    return this.slice(0, 1).toUpperCase() + this.slice(1).toLowerCase();
  },
  $replace(old, fresh, most = -1) {
    if (most < 0) return this.replaceAll(old, () => fresh);
    const parts = this.$split(old, most);
    return parts.join(fresh);
  },
  $find(part, from = 0) {
    return this.indexOf(part, from);
  },
  $rfind(part) {
    return this.lastIndexOf(part);
  },
  $index(part, from = 0) {
    const at = this.indexOf(part, from);
    if (at < 0) throw ValueError("substring not found");
    return at;
  },
  $rindex(part) {
    const at = this.lastIndexOf(part);
    if (at < 0) throw ValueError("substring not found");
    return at;
  },
  $count(part) {
    return this.split(part).length - 1;
  },
  $isdecimal() {
    return /^\p{Nd}+$/u.test(this);
  },
  $isdigit() {
    return /^\p{Nd}+$/u.test(this);
  },
  $isalpha() {
    return /^\p{L}+$/u.test(this);
  },
  $isalnum() {
    return /^[\p{L}\p{N}]+$/u.test(this);
  },
  $isascii() {
    return /^[\x00-\x7f]*$/.test(this);
  },
  $isspace() {
    return /^\s+$/.test(this);
  },
  $islower() {
    return /\p{Ll}/u.test(this) && !/\p{Lu}/u.test(this);
  },
  $isupper() {
    return /\p{Lu}/u.test(this) && !/\p{Ll}/u.test(this);
  },
  $isprintable() {
    return [...this].every(isprintable);
  },
  $ljust(width, fill = " ") {
    return String(this) + fill.repeat(Math.max(0, width - len(String(this))));
  },
  $rjust(width, fill = " ") {
    return fill.repeat(Math.max(0, width - len(String(this)))) + String(this);
  },
  $zfill(width) {
    return this.padStart(width, "0");
  },
  $encode() {
    return new Bytes(new TextEncoder().encode(String(this)));
  },
  $translate(table) {
    return [...this].map((letter) => table.$get(letter.codePointAt(0), letter)).join("");
  },
  $format(named = mapping([]), ...places) {
    if (!(named instanceof Dict)) [places, named] = [[named, ...places], mapping([])];
    return filled(String(this), (name) => (name === "" || /^\d+$/.test(name) ? places[Number(name || 0)] : at(named, name)));
  },
  $format_map(named) {
    return filled(String(this), (name) => at(named, name));
  },
};
/** A text with its blanks filled: `{name}`, `{name!r}`, `{name:spec}`; doubled braces stand for themselves. */
function filled(text, value) {
  return text.replace(/\{\{|\}\}|\{(\w*)(!r)?(?::([^{}]*))?\}/g, (whole, name, shown, spec) => {
    if (whole === "{{") return "{";
    if (whole === "}}") return "}";
    const given = value(name);
    return shown ? format(repr(given), spec) : format(given, spec ?? "");
  });
}
function give(prototype, methods) {
  for (const [name, method] of Object.entries(methods)) Object.defineProperty(prototype, name, { value: method, writable: true, configurable: true });
}
give(String.prototype, methodsOfTexts);
give(Number.prototype, {
  $__index__() {
    return Number(this);
  },
  $bit_count() {
    return BigInt(this).toString(2).replaceAll("0", "").replace("-", "").length;
  },
  $bit_length() {
    return this == 0 ? 0 : BigInt(abs(this)).toString(2).length;
  },
  $to_bytes(count, order = "big") {
    return BigInt(this).$to_bytes(count, order);
  },
  $is_integer() {
    return Number.isInteger(Number(this));
  },
});
give(BigInt.prototype, {
  $__index__() {
    return BigInt(this);
  },
  $bit_length() {
    return this.toString(2).length;
  },
  $to_bytes(count, order = "big") {
    const bytes = new Uint8Array(count);
    let rest = BigInt(this);
    for (let n = count - 1; n >= 0; n--, rest >>= 8n) bytes[n] = Number(rest & 255n);
    return new Bytes(order === "big" ? bytes : bytes.reverse());
  },
});

// --- Bytes ---------------------------------------------------------------------------------------------------

export class Bytes {
  constructor(data) {
    this.data = data;
    this.key = null;
  }
  _key() {
    this.key ??= "\u0001b" + Array.from(this.data, (byte) => String.fromCharCode(byte)).join("");
    return this.key;
  }
  $__eq__(other) {
    return other instanceof Bytes && this._key() === other._key();
  }
  $__len__() {
    return this.data.length;
  }
  $__add__(other) {
    return joined([this, other]);
  }
  $__getitem__(at) {
    return this.data[at < 0 ? at + this.data.length : at];
  }
  $__repr__() {
    return "b'" + [...this.data].map((byte) => (byte > 31 && byte < 127 ? String.fromCharCode(byte) : "\\x" + byte.toString(16).padStart(2, "0"))).join("") + "'";
  }
  [Symbol.iterator]() {
    return this.data[Symbol.iterator]();
  }
  /** `b"%b" % parts`. */
  $__mod__(parts) {
    const between = this._key().slice(2).split("%b").map(bytes_of);
    return joined([...parts].flatMap((part, n) => [between[n], part]).concat(between.at(-1)));
  }
  $hex() {
    return [...this.data].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  }
  $decode() {
    try {
      return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(this.data);
    } catch {
      throw UnicodeDecodeError("not UTF-8");
    }
  }
  $join(parts) {
    return joined([...parts].flatMap((part, n) => (n ? [this, part] : [part])));
  }
}
function joined(parts) {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.data.length, 0));
  let at = 0;
  for (const { data } of parts) {
    all.set(data, at);
    at += data.length;
  }
  return new Bytes(all);
}
export const bytes_of = (text) => new Bytes(Uint8Array.from(text, (letter) => letter.charCodeAt(0)));
export function bytes(given = 0) {
  return given instanceof Bytes ? given : new Bytes(typeof given === "number" ? new Uint8Array(given) : Uint8Array.from(given));
}
bytes.$fromhex = (text) => new Bytes(Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16)));

// --- Lists ---------------------------------------------------------------------------------------------------

give(Array.prototype, {
  $__init__(values = []) {
    for (const value of values) this.push(value);
  },
  $append(value) {
    this.push(value);
  },
  $extend(values) {
    for (const value of [...values]) this.push(value);
  },
  $insert(at, value) {
    this.splice(at < 0 ? Math.max(0, at + this.length) : at, 0, value);
  },
  $pop(at = -1) {
    if (!this.length) throw IndexError("pop from empty list");
    return at === -1 ? this.pop() : this.splice(at < 0 ? at + this.length : at, 1)[0];
  },
  $popleft() {
    if (!this.length) throw IndexError("pop from an empty deque");
    return this.shift();
  },
  $remove(value) {
    this.splice(this.$index(value), 1);
  },
  $index(value) {
    const at = this.findIndex((one) => eq(one, value));
    if (at < 0) throw ValueError(`${repr(value)} is not in list`);
    return at;
  },
  $count(value) {
    return this.filter((one) => eq(one, value)).length;
  },
  $sort(key, reverse = false) {
    const ordered = sorted_([this], key, reverse);
    this.splice(0, this.length, ...ordered);
  },
  $reverse() {
    this.reverse();
  },
  $copy() {
    return this.slice();
  },
  $clear() {
    this.length = 0;
  },
});

const place = (value, at) => {
  const found = at < 0 ? at + value.length : at;
  if (!(found >= 0 && found < value.length)) throw IndexError("index out of range");
  return found;
};
export function at(value, at) {
  if (Array.isArray(value)) return value[place(value, Number(at))];
  if (typeof value === "string") {
    const letters = code(value);
    return letters[place(letters, at)];
  }
  if (ArrayBuffer.isView(value)) return value[place(value, at)];
  return value.$__getitem__(at);
}
export function put(value, at, what) {
  if (Array.isArray(value) && !value.$__setitem__) value[place(value, Number(at))] = what;
  else if (ArrayBuffer.isView(value)) value[place(value, at)] = what;
  else value.$__setitem__(at, what);
}
export function drop(value, at) {
  if (Array.isArray(value)) value.splice(place(value, at), 1);
  else value.$__delitem__(at);
}
const bounds = (length, from, to) => {
  const clamp = (bound, otherwise) => (bound == null ? otherwise : bound < 0 ? Math.max(0, bound + length) : Math.min(bound, length));
  return [clamp(from, 0), clamp(to, length)];
};
export function slice(value, from, to, step = 1) {
  const list = typeof value === "string" ? code(value) : value instanceof Bytes ? value.data : Array.isArray(value) || ArrayBuffer.isView(value) ? value : list_of(value);
  let part;
  if (step === 1 || step == null) {
    const [first, after] = bounds(list.length, from, to);
    part = list.slice(first, Math.max(first, after));
  } else if (step > 0) {
    const [first, after] = bounds(list.length, from, to);
    part = [...list].filter((_, n) => n >= first && n < after && (n - first) % step === 0);
  } else {
    const clamp = (bound, otherwise) => (bound == null ? otherwise : bound < 0 ? Math.max(-1, bound + list.length) : Math.min(bound, list.length - 1));
    part = [];
    for (let n = clamp(from, list.length - 1); n > clamp(to, -1); n += step) part.push(list[n]);
  }
  if (typeof value === "string") return typeof part === "string" ? part : part.join("");
  return value instanceof Bytes ? new Bytes(Uint8Array.from(part)) : part;
}
export function put_slice(list, values, from, to) {
  const [first, after] = bounds(list.length, from, to);
  list.splice(first, Math.max(0, after - first), ...values);
}
export const drop_slice = (list, from, to) => put_slice(list, [], from, to);
export const has_length = (value, length, orMore = false) => Array.isArray(value) && (orMore ? value.length >= length : value.length === length);
export function exactly(values, count) {
  const list = Array.isArray(values) ? values : [...values];
  if (list.length !== count) throw ValueError(list.length < count ? `not enough values to unpack (expected ${count}, got ${list.length})` : `too many values to unpack (expected ${count})`);
  return list;
}
export function unpacked(values, count, starred) {
  const list = [...values];
  if (starred < 0) return exactly(list, count);
  if (list.length < count - 1) throw ValueError("not enough values to unpack");
  const after = count - 1 - starred;
  return [...list.slice(0, starred), list.slice(starred, list.length - after), ...list.slice(list.length - after)];
}

// --- Dictionaries and sets -----------------------------------------------------------------------------------

export class Dict {
  constructor(pairs = []) {
    this.map = new Map();
    for (const [key, value] of pairs) this.$__setitem__(key, value);
  }
  $__init__(given, named) {
    for (const [key, value] of [...pairs(given), ...pairs(named)]) this.$__setitem__(key, value);
  }
  $__len__() {
    return this.map.size;
  }
  $__getitem__(key) {
    const found = this.map.get(keyOf(key));
    if (found) return found[1];
    if (this.$__missing__) return this.$__missing__(key);
    throw KeyError(key);
  }
  $__setitem__(key, value) {
    const name = keyOf(key);
    const found = this.map.get(name);
    if (found) found[1] = value;
    else this.map.set(name, [key, value]);
  }
  $__delitem__(key) {
    if (!this.map.delete(keyOf(key))) throw KeyError(key);
  }
  $__contains__(key) {
    return this.map.has(keyOf(key));
  }
  *[Symbol.iterator]() {
    for (const [key] of this.map.values()) yield key;
  }
  $__eq__(other) {
    if (!(other instanceof Dict) || other.map.size !== this.map.size) return false;
    for (const [name, [, value]] of this.map) {
      const found = other.map.get(name);
      if (!found || !eq(found[1], value)) return false;
    }
    return true;
  }
  $__or__(other) {
    return new Dict([...this.map.values(), ...pairs(other)]);
  }
  $__repr__() {
    return `{${[...this.map.values()].map(([key, value]) => `${repr(key)}: ${repr(value)}`).join(", ")}}`;
  }
  $get(key, otherwise = null) {
    const found = this.map.get(keyOf(key));
    return found ? found[1] : otherwise;
  }
  $items() {
    return [...this.map.values()].map(([key, value]) => [key, value]);
  }
  $keys() {
    return set(this);
  }
  $values() {
    return [...this.map.values()].map(([, value]) => value);
  }
  $pop(key, ...otherwise) {
    const name = keyOf(key);
    const found = this.map.get(name);
    if (!found && !otherwise.length) throw KeyError(key);
    this.map.delete(name);
    return found ? found[1] : otherwise[0];
  }
  $popitem() {
    const [name, pair] = [...this.map].at(-1) ?? missingItem();
    this.map.delete(name);
    return [...pair];
  }
  $setdefault(key, value = null) {
    const found = this.map.get(keyOf(key));
    if (found) return found[1];
    this.$__setitem__(key, value);
    return value;
  }
  $update(given, named) {
    for (const [key, value] of [...pairs(given), ...pairs(named)]) this.$__setitem__(key, value);
  }
  $copy() {
    return new Dict(this.map.values());
  }
  $clear() {
    this.map.clear();
  }
}
function missingItem() {
  throw KeyError("the dictionary is empty");
}
export const mapping = (all) => new Dict(all);
/** The pairs of what is a dictionary, or a list of pairs. */
export function pairs(value) {
  if (value == null) return [];
  if (value instanceof Dict) return value.$items();
  return value.$items ? value.$items() : [...value];
}
export function dict(given, named) {
  return new Dict([...pairs(given), ...pairs(named)]);
}
dict.prototype = Dict.prototype;
dict._make = () => new Dict();
dict.$fromkeys = (keys, value = null) => new Dict([...keys].map((key) => [key, value]));

export class Set_ {
  constructor(values = []) {
    this.map = new Map();
    for (const value of values) this.$add(value);
  }
  _key() {
    return "\u0001{" + [...this.map.keys()].map(keyText).sort().join(",") + "}";
  }
  $__len__() {
    return this.map.size;
  }
  $__contains__(value) {
    return this.map.has(keyOf(value));
  }
  [Symbol.iterator]() {
    return this.map.values();
  }
  $__eq__(other) {
    return other instanceof Set_ && other.map.size === this.map.size && this.$issubset(other);
  }
  $__or__(other) {
    return new Set_([...this, ...other]);
  }
  $__and__(other) {
    return new Set_([...this].filter((value) => contains(other, value)));
  }
  $__sub__(other) {
    return new Set_([...this].filter((value) => !contains(other, value)));
  }
  $__xor__(other) {
    return new Set_([...this.$__sub__(other), ...other.$__sub__(this)]);
  }
  $__repr__() {
    return this.map.size ? `{${[...this].map(repr).join(", ")}}` : "set()";
  }
  $add(value) {
    const key = keyOf(value);
    if (!this.map.has(key)) this.map.set(key, value);
  }
  $discard(value) {
    this.map.delete(keyOf(value));
  }
  $remove(value) {
    if (!this.map.delete(keyOf(value))) throw KeyError(value);
  }
  $update(values) {
    for (const value of values) this.$add(value);
  }
  $union(other) {
    return this.$__or__(other);
  }
  $intersection(other) {
    return this.$__and__(other);
  }
  $difference(other) {
    return this.$__sub__(set(other));
  }
  $issubset(other) {
    return [...this].every((value) => contains(other, value));
  }
  $issuperset(other) {
    return [...other].every((value) => contains(this, value));
  }
  $isdisjoint(other) {
    return ![...other].some((value) => contains(this, value));
  }
  $pop() {
    const [key, value] = this.map.entries().next().value ?? missingItem();
    this.map.delete(key);
    return value;
  }
  $copy() {
    return new Set_(this);
  }
}
export const set = (values = []) => new Set_(values);
export const frozenset = (values = []) => new Set_(values);

export function contains(values, value) {
  if (typeof values === "string") return values.includes(value);
  if (Array.isArray(values)) return values.some((one) => eq(one, value));
  if (values.$__contains__) return values.$__contains__(value);
  for (const one of values) if (eq(one, value)) return true;
  return false;
}

// --- Functions of Python's own ---------------------------------------------------------------------------------

export function len(value) {
  if (typeof value === "string") return PAIRS.test(value) ? [...value].length : value.length;
  return Array.isArray(value) || ArrayBuffer.isView(value) ? value.length : value.$__len__();
}
class Range {
  constructor(from, to, step) {
    [this.from, this.to, this.step] = [from, to, step];
    this.length = Math.max(0, Math.ceil((to - from) / step));
  }
  *[Symbol.iterator]() {
    for (let n = 0; n < this.length; n++) yield this.from + n * this.step;
  }
  $__len__() {
    return this.length;
  }
  $__getitem__(at) {
    return this.from + place(this, at) * this.step;
  }
  $__contains__(value) {
    const steps = (value - this.from) / this.step;
    return Number.isInteger(steps) && steps >= 0 && steps < this.length;
  }
  $index(value) {
    return (value - this.from) / this.step;
  }
  $__eq__(other) {
    return other instanceof Range && eq([...this], [...other]);
  }
}
export const range = (from, to, step = 1) => (to == null ? new Range(0, from, 1) : new Range(from, to, step));
export function* enumerate(values, first = 0) {
  for (const value of values) yield [first++, value];
}
export function zip_(lists, strict = false) {
  if (!lists.length) return [];
  const all = lists.map((list) => (Array.isArray(list) ? list : null));
  if (all.every(Boolean)) {
    const shortest = Math.min(...all.map((list) => list.length));
    if (strict && all.some((list) => list.length !== shortest)) throw ValueError("zip() arguments have different lengths");
    return all[0].slice(0, shortest).map((_, n) => all.map((list) => list[n]));
  }
  return zipped(lists, strict);
}
function* zipped(lists, strict) {
  const all = lists.map(iter);
  for (;;) {
    const next = all.map((one) => one.next());
    if (next.some((one) => one.done)) {
      if (strict && !next.every((one) => one.done)) throw ValueError("zip() arguments have different lengths");
      return;
    }
    yield next.map((one) => one.value);
  }
}
const list_of = (values) => (Array.isArray(values) ? values : [...values]);
export function sorted_([values], key, reverse) {
  const keyed = [...values].map((value) => [key == null ? value : key(value), value]);
  keyed.sort(truth(reverse) ? ([a], [b]) => compare(b, a) : ([a], [b]) => compare(a, b));
  return keyed.map(([, value]) => value);
}
function extreme(sign, given, key, otherwise) {
  const values = given.length === 1 ? given[0] : given;
  let best, bestKey;
  let found = false;
  for (const value of values) {
    const now = key == null ? value : key(value);
    if (!found || compare(now, bestKey) * sign > 0) [best, bestKey, found] = [value, now, true];
  }
  if (!found && otherwise === undefined) throw ValueError("there is nothing to choose from");
  return found ? best : otherwise;
}
export const max_ = (given, key, otherwise) => extreme(1, given, key, otherwise);
export const min_ = (given, key, otherwise) => extreme(-1, given, key, otherwise);
/** As values, where they are handed on. */
export const max = (...given) => max_(given);
export const min = (...given) => min_(given);
export const sorted = (values) => sorted_([values]);
export const zip = (...lists) => zip_(lists);
export function sum(values, first = 0) {
  let all = first;
  for (const value of values) all = add(all, value);
  return all;
}
export function any(values) {
  for (const value of values) if (truth(value)) return true;
  return false;
}
export function all(values) {
  for (const value of values) if (!truth(value)) return false;
  return true;
}
export function* map(work, ...lists) {
  if (lists.length === 1) for (const value of lists[0]) yield work(value);
  else for (const values of zip_(lists)) yield work(...values);
}
export function* filter(test, values) {
  for (const value of values) if (truth(test == null ? value : test(value))) yield value;
}
export const reversed = (values) => [...values].reverse();
export const iter = (values) => values[Symbol.iterator]();
export function next(values, ...otherwise) {
  const { done, value } = values.next();
  if (done && !otherwise.length) throw StopIteration();
  return done ? otherwise[0] : value;
}
export function list(values = []) {
  return [...values];
}
export function tuple(values = []) {
  return [...values];
}
list.prototype = tuple.prototype = Array.prototype;
list._make = tuple._make = () => [];
export const bool = (value) => truth(value);
export function int(value = 0, base = 10) {
  if (typeof value === "string") {
    const text = value.trim().replaceAll("_", "");
    const fits = base === 16 ? /^[+-]?(0x)?[0-9a-f]+$/i : base === 2 ? /^[01]+$/ : /^[+-]?\d+$/;
    if (!fits.test(text)) throw ValueError(`invalid literal for int() with base ${base}: ${repr(value)}`);
    return base === 10 ? small(BigInt(text.replace(/^\+/, ""))) : small(BigInt((base === 16 ? "0x" : "0b") + text.replace(/^0x/i, "")));
  }
  if (typeof value === "bigint") return small(value);
  if (typeof value === "object" && value.$__int__) return value.$__int__();
  return Math.trunc(Number(value));
}
int.$from_bytes = (data, order = "big") => {
  const all = order === "big" ? [...data] : [...data].reverse();
  return small(all.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n));
};
export function float(value = 0) {
  if (typeof value === "string") {
    const number = Number(value.trim());
    if (!value.trim() || (Number.isNaN(number) && value !== "nan")) throw ValueError(`could not convert string to float: ${repr(value)}`);
    return number;
  }
  return Number(value);
}
export const ord = (letter) => letter.codePointAt(0);
export const chr = (number) => String.fromCodePoint(number);
export const hex = (number) => "0x" + number.toString(16);
export const bin = (number) => "0b" + number.toString(2);
export const callable = (value) => typeof value === "function";
export const id = (value) => keyText(value);
export const hash = (value) => keyText(value);
export const print = (...values) => console.log(values.map(str).join(" "));
export const getattr = (value, name, otherwise) => attribute(value, "$" + name) ?? otherwise;
export const hasattr = (value, name) => value != null && "$" + name in Object(value);
export const setattr = (value, name, what) => void (value["$" + name] = what);
export function vars(value) {
  return new Dict(Object.keys(value).filter((name) => name.startsWith("$")).map((name) => [name.slice(1), value[name]]));
}
/** A field, or a method bound to its object; of a class, a method that is given its object first. */
export function attribute(value, name) {
  if (typeof value === "function" && !(name in value) && value.prototype && name in value.prototype) {
    return (owner, ...given) => owner[name](...given);
  }
  const found = value[name];
  if (typeof found !== "function" || found._isClass || Object.hasOwn(Object(value), name)) return found;
  return typeof value === "function" && !found._ofClass ? found : found.bind(value);
}

// --- Classes -------------------------------------------------------------------------------------------------

/** A class of Python: called, it makes an object. Sections: methods, properties that are kept, methods of the class, static ones. */
export function cls(name, bases, about, methods = {}, cached = {}, ofClass = {}, statics = {}) {
  const base = bases[0] ?? object;
  const isError = base.prototype instanceof Error || base === Exception;
  const made = function (...given) {
    const value = base._make && !isError ? base._make() : {};
    Object.setPrototypeOf(value, made.prototype);
    value.$__init__(...given);
    return value;
  };
  made._isClass = true;
  made.$__name__ = name;
  made._base = base;
  made._about = about;
  if (base._make) made._make = base._make;
  Object.setPrototypeOf(made, base);
  made.prototype = Object.create(base.prototype);
  made.prototype.constructor = made;
  for (const other of bases.slice(1)) mix(made.prototype, other.prototype);
  if (about.fields) giveFields(made, about);
  made.$__eq__ = undefined;
  Object.defineProperties(made.prototype, Object.getOwnPropertyDescriptors(methods));
  for (const [key, { get }] of Object.entries(Object.getOwnPropertyDescriptors(cached))) {
    Object.defineProperty(made.prototype, key, {
      configurable: true,
      get() {
        const value = get.call(this);
        Object.defineProperty(this, key, { value, writable: true, configurable: true, enumerable: false });
        return value;
      },
    });
  }
  for (const [key, method] of Object.entries(ofClass)) {
    method._ofClass = true;
    made[key] = method;
    made.prototype[key] = function (...given) {
      return this.constructor[key](...given);
    };
  }
  for (const [key, method] of Object.entries(statics)) made[key] = made.prototype[key] = method;
  if (about.members) giveMembers(made, about.members);
  made._takes = about.takes ?? base._takes;
  made._given?.(made);
  return made;
}
function mix(prototype, other) {
  for (let from = other; from && from !== Object.prototype && from !== object.prototype; from = Object.getPrototypeOf(from)) {
    for (const [key, what] of Object.entries(Object.getOwnPropertyDescriptors(from))) {
      if (key !== "constructor" && !(key in prototype)) Object.defineProperty(prototype, key, what);
    }
  }
}
export function object() {
  return {};
}
object.prototype = {
  constructor: object,
  $__init__() {},
};
object.$__new__ = (kind) => Object.create(kind.prototype);

function giveFields(made, { fields, kind, frozen, order, eq: compared = true }) {
  const names = fields.map(([name]) => "$" + name);
  made.prototype.$__init__ = function (...given) {
    for (let n = 0; n < fields.length; n++) {
      const [name, otherwise] = fields[n];
      if (given[n] !== undefined) this["$" + name] = given[n];
      else if (otherwise) this["$" + name] = otherwise();
      else throw PythonTypeError(`${made.$__name__}() needs ${name}`);
    }
    this.$__post_init__?.();
  };
  if (compared) {
    made.prototype.$__eq__ = function (other) {
      return other?.constructor === this.constructor && names.every((name) => eq(this[name], other[name]));
    };
    if (frozen || kind === "tuple")
      made.prototype._key = function () {
        return `\u0001${made.$__name__}(${names.map((name) => keyText(this[name])).join(",")})`;
      };
  }
  if (order) made.prototype.$__lt__ = function (other) {
    return lt(names.map((name) => this[name]), names.map((name) => other[name]));
  };
  if (kind === "tuple") {
    made.prototype[Symbol.iterator] = function () {
      return names.map((name) => this[name])[Symbol.iterator]();
    };
    made.prototype.$__getitem__ = function (at) {
      return this[names[at < 0 ? at + names.length : at]];
    };
    made.prototype.$__len__ = () => names.length;
    made.$_fields = fields.map(([name]) => name);
    made.prototype.$_asdict = function () {
      return new Dict(fields.map(([name]) => [name, this["$" + name]]));
    };
    made.prototype.$_replace = gathering(function (changes) {
      return replace(this, changes);
    });
  }
  made.prototype.$__repr__ = function () {
    return `${made.$__name__}(${fields.map(([name]) => `${name}=${repr(this["$" + name])}`).join(", ")})`;
  };
}
/** The same with some fields changed. */
export function replace(value, changes) {
  const { fields } = value.constructor._about;
  return value.constructor(...fields.map(([name]) => (changes?.$__contains__(name) ? changes.$__getitem__(name) : value["$" + name])));
}
function giveMembers(made, members) {
  const all = members.map(([name, value]) => {
    const member = Object.create(made.prototype);
    member.$name = name;
    member.$value = value;
    made["$" + name] = member;
    return member;
  });
  made[Symbol.iterator] = () => all[Symbol.iterator]();
  made.prototype.$__str__ ??= function () {
    return `${made.$__name__}.${this.$name}`;
  };
}
/** A value that belongs to a class: objects have it, too, until they have their own. */
export function class_value(made, name, value) {
  made[name] = value;
  Object.defineProperty(made.prototype, name, { value, writable: true, configurable: true, enumerable: false });
}

const TYPES = new Map([
  [str, (value) => typeof value === "string"],
  [bool, (value) => typeof value === "boolean"],
  [int, (value) => typeof value === "bigint" || typeof value === "boolean" || Number.isInteger(value)],
  [float, (value) => typeof value === "number"],
  [list, Array.isArray],
  [tuple, Array.isArray],
  [dict, (value) => value instanceof Dict],
  [set, (value) => value instanceof Set_],
  [frozenset, (value) => value instanceof Set_],
  [bytes, (value) => value instanceof Bytes],
  [object, () => true],
  [type, (value) => typeof value === "function"],
]);
export function isinstance(value, kinds) {
  return kinds.some((kind) => {
    if (Array.isArray(kind)) return isinstance(value, kind);
    const test = TYPES.get(kind);
    if (test) return test(value);
    if (kind === Exception) return value instanceof Error;
    return value != null && typeof value === "object" && kind.prototype !== undefined && descends(value, kind);
  });
}
function descends(value, kind) {
  for (let one = Object.getPrototypeOf(value); one; one = Object.getPrototypeOf(one)) if (one === kind.prototype) return true;
  return false;
}
export function issubclass(kind, other) {
  return kind === other || kind.prototype instanceof Object && Object.prototype.isPrototypeOf.call(other.prototype, kind.prototype);
}
export function type(value) {
  if (value != null && typeof value === "object" && value.constructor?.$__name__) return value.constructor;
  for (const kind of [str, bool, int, float, list, dict, set, bytes]) if (TYPES.get(kind)(value)) return kind;
  return object;
}
for (const [kind] of TYPES) kind.$__name__ = kind.name;

/** A call with arguments by name, put in place by what the function says of itself. */
export function call(work, given, named) {
  return work(...arranged(work, given, named));
}
export function call_method(owner, name, given, named) {
  return owner[name](...arranged(owner[name], given, named));
}
/** Where arguments stand: their names, how many of them may be given by place, whether others are gathered. */
function arranged(work, given, named) {
  const [names, places, gathers] = work._takes ?? missing(`arguments by name: ${work.$__name__ ?? work.name}`);
  const all = Array(names.length).fill(undefined);
  const others = new Dict();
  for (let n = 0; n < Math.min(places, given.length); n++) all[n] = given[n];
  for (const [name, value] of named) {
    const at = names.indexOf(name);
    if (at >= 0) all[at] = value;
    else if (gathers) others.$__setitem__(name, value);
    else throw PythonTypeError(`${name} is no argument`);
  }
  return [...all, ...(gathers ? [others] : []), ...given.slice(places)];
}
/** Says where a method's arguments stand. */
export function takes(made, name, where) {
  for (const method of [Object.getOwnPropertyDescriptor(made.prototype, name)?.value, made[name]]) if (method) method._takes = where;
}
/** Says of a function that it gathers what it is given by name, behind arguments of these names. */
export const gathering = (work, ...names) => Object.assign(work, { _takes: [names, names.length, true] });
/** Says of a function where it takes what it is given by name. */
export const taking = (work, ...names) => Object.assign(work, { _takes: [names, names.length, false] });
gathering(String.prototype.$format);
gathering(dict, "given");
gathering(Dict.prototype.$update, "given");
taking(Array.prototype.$sort, "key", "reverse");
taking(enumerate, "iterable", "start");
