/** msgspec: structures as JSON, and back. */
import { Bytes, Dict, Set_, ValueError, cls, eq, gathering, replace as changed } from "./python.mjs";

export const MsgspecError = cls("MsgspecError", [ValueError], {});
export const DecodeError = cls("DecodeError", [MsgspecError], {});
export const ValidationError = cls("ValidationError", [DecodeError], {});

export const UNSET = Object.freeze({});
/** What was encoded elsewhere, as it is. */
export const Raw = (data) => ({ raw: data });

/** What a class, or one before it, says of itself. */
function saying(kind, name) {
  for (let one = kind; one?._about; one = one._base) if (one._about[name] !== undefined) return one._about[name];
  return undefined;
}

/** A value as JSON; what its type says tells 1 and 1.0 apart. */
function written(value, type) {
  if (value == null) return "null";
  if (typeof value === "number" && isReal(type)) return real(value);
  if (typeof value !== "object") return typeof value === "bigint" ? String(value) : JSON.stringify(value);
  if (Array.isArray(value)) {
    const inside = within(type, "list")?.[1];
    return `[${value.map((one) => written(one, inside)).join(",")}]`;
  }
  if (value instanceof Dict) {
    const inside = within(type, "dict")?.[2];
    return `{${value.$items().map(([key, one]) => `${JSON.stringify(String(key))}:${written(one, inside)}`).join(",")}}`;
  }
  if (value instanceof Set_) return written([...value]);
  if (value.raw) return value.raw.$decode();
  const kind = value.constructor;
  if (kind?._about?.members) return written(value.$value);
  return `{${fieldsOf(value, kind).join(",")}}`;
}
function fieldsOf(value, kind) {
  const { fields } = kind._about;
  const tag = saying(kind, "tag");
  const parts = tag === undefined ? [] : [`${JSON.stringify(saying(kind, "tag_field") ?? "type")}:${JSON.stringify(tag === true ? kind.$__name__ : tag)}`];
  const brief = saying(kind, "omit_defaults");
  for (const [name, otherwise, type] of fields) {
    const one = value["$" + name];
    if (one === UNSET || (brief && otherwise && eq(one, otherwise()))) continue;
    parts.push(`${JSON.stringify(name)}:${written(one, type)}`);
  }
  return parts;
}
/** That of several types which is a list, or a dictionary. */
const within = (type, form) => alternatives(type).find((one) => Array.isArray(one) && one[0] === form);
function isReal(type) {
  const plain = alternatives(type).map((one) => (one?.[0] === "bounded" ? one[1] : one));
  return plain.includes("float") && !plain.includes("int");
}
/** A float as msgspec has it. */
function real(value) {
  if (!Number.isFinite(value)) return "null";
  const size = Math.abs(value);
  if (size && (size < 1e-5 || size >= 1e16)) return value.toExponential().replace("+", "");
  const text = Object.is(value, -0) ? "-0" : String(value);
  return Number.isInteger(value) ? `${text}.0` : text;
}

// --- From JSON -----------------------------------------------------------------------------------------------

const NAMES = { string: "str", boolean: "bool", number: "int", object: "object" };
const named = (value) => (value == null ? "null" : Array.isArray(value) ? "array" : Number.isInteger(value) ? "int" : typeof value === "number" ? "float" : NAMES[typeof value]);
function refuse(what, path) {
  throw ValidationError(path === "$" ? what : `${what} - at \`${path}\``);
}
const expected = (wanted, value, path) => refuse(`Expected \`${wanted}\`, got \`${named(value)}\``, path);
const PLAIN = {
  str: (value) => typeof value === "string",
  int: (value) => Number.isInteger(value),
  float: (value) => typeof value === "number",
  bool: (value) => typeof value === "boolean",
  none: (value) => value == null,
};

/** A value of JSON, or of Python, as its type says. */
function fitted(value, type, path) {
  if (type === "object") return dictionaries(value);
  if (typeof type === "string") return PLAIN[type](value) ? value : expected(type === "none" ? "null" : type, value, path);
  if (typeof type === "function") return structure(value, [type()], path);
  const [form, ...parts] = type;
  switch (form) {
    case "bounded":
      return bounded(fitted(value, parts[0], path), parts[1], path);
    case "literal":
      return parts.includes(value) ? value : refuse(`Invalid enum value '${value}'`, path);
    case "list":
      if (!Array.isArray(value)) expected("array", value, path);
      return value.map((one, n) => fitted(one, parts[0], `${path}[${n}]`));
    case "dict":
      if (value == null || typeof value !== "object" || Array.isArray(value)) expected("object", value, path);
      return new Dict(entries(value).map(([key, one]) => [fitted(key, parts[0], `key in ${path}`), fitted(one, parts[1], `${path}[...]`)]));
    default:
      return one(value, alternatives(type), path);
  }
}
const alternatives = (type) => (Array.isArray(type) && type[0] === "union" ? type.slice(1).flatMap(alternatives) : [type]);
const entries = (value) => (value instanceof Dict ? value.$items() : Object.entries(value));
function dictionaries(value) {
  if (Array.isArray(value)) return value.map(dictionaries);
  return value && typeof value === "object" && !(value instanceof Dict) ? new Dict(Object.entries(value).map(([key, one]) => [key, dictionaries(one)])) : value;
}
/** One of several: structures are told apart by their tags, all else by what fits. */
function one(value, types, path) {
  if (value && typeof value === "object" && !Array.isArray(value) && !(value instanceof Dict)) {
    const kinds = types.filter((type) => typeof type === "function").map((type) => type());
    if (kinds.length) return structure(value, kinds, path);
  }
  for (const type of types) {
    try {
      return fitted(value, type, path);
    } catch (error) {
      if (type === types.at(-1)) throw error;
    }
  }
}
function bounded(value, { min_length, max_length, ge, le }, path) {
  const length = value.length ?? value.$__len__?.();
  const what = typeof value === "string" ? "str" : Array.isArray(value) ? "array" : "object";
  if (min_length !== undefined && length < min_length) refuse(`Expected \`${what}\` of length >= ${min_length}`, path);
  if (max_length !== undefined && length > max_length) refuse(`Expected \`${what}\` of length <= ${max_length}`, path);
  if (ge !== undefined && value < ge) refuse(`Expected \`int\` >= ${ge}`, path);
  if (le !== undefined && value > le) refuse(`Expected \`int\` <= ${le}`, path);
  return value;
}
function structure(value, kinds, path) {
  if (value == null || typeof value !== "object" || Array.isArray(value)) expected("object", value, path);
  if (kinds.includes(value.constructor)) return value;
  let [kind] = kinds;
  const tagField = saying(kind, "tag") === undefined ? null : (saying(kind, "tag_field") ?? "type");
  const given = new Map(entries(value));
  if (tagField) {
    if (!given.has(tagField)) refuse(`Object missing required field \`${tagField}\``, path);
    kind = kinds.find((one) => saying(one, "tag") === given.get(tagField)) ?? refuse(`Invalid value '${given.get(tagField)}'`, `${path}.${tagField}`);
  }
  const { fields } = kind._about;
  const names = fields.map(([name]) => name);
  if (saying(kind, "forbid_unknown_fields")) {
    for (const name of given.keys()) if (name !== tagField && !names.includes(name)) refuse(`Object contains unknown field \`${name}\``, path);
  }
  return kind(
    ...fields.map(([name, otherwise, type]) => {
      if (given.has(name)) return fitted(given.get(name), type, `${path}.${name}`);
      return otherwise ? undefined : refuse(`Object missing required field \`${name}\``, path);
    }),
  );
}
export const convert = (value, type) => fitted(value, type, "$");
export const Decoder = (type) => ({
  $decode(data) {
    let value;
    try {
      value = JSON.parse(typeof data === "string" ? data : data.$decode());
    } catch {
      throw DecodeError("JSON is malformed");
    }
    return fitted(value, type, "$");
  },
});

export const json = {
  $encode: (value) => new Bytes(new TextEncoder().encode(written(value))),
};
export const structs = {
  $replace: gathering((value, changes) => changed(value, changes), "struct"),
};
