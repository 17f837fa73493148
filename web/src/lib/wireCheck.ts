/** Whether something that came in is what the server says it sends: for development builds and tests, not for readers. */
import { SHAPES } from "../generated/wireShapes";

export type Shape =
  | "string" | "number" | "boolean" | "null" | "unknown"
  | { list: Shape }
  | { map: Shape }
  | { tuple: Shape[] }
  | { "one of": (string | number | boolean)[] }
  | { "any of": Shape[] }
  | { type: string };

/** Where a value is not what it should be, each as `table.seats.0: …`. */
export function differences(value: unknown, shape: Shape, at = ""): string[] {
  const wrong = (wanted: string) => [`${at || "it"}: ${JSON.stringify(value)?.slice(0, 60)} is no ${wanted}`];
  if (shape === "unknown") return [];
  if (shape === "null") return value === null ? [] : wrong("null");
  if (typeof shape === "string") return typeof value === shape ? [] : wrong(shape);
  if ("one of" in shape) return shape["one of"].includes(value as string) ? [] : wrong(shape["one of"].join(" or "));
  if ("any of" in shape) return anyOf(value, shape["any of"], at);
  if ("type" in shape) return ofType(value, shape.type, at);
  if ("map" in shape) {
    if (!isObject(value)) return wrong("object");
    return Object.entries(value).flatMap(([key, part]) => differences(part, shape.map, below(at, key)));
  }
  if (!Array.isArray(value)) return wrong("list");
  if ("list" in shape) return value.flatMap((part, n) => differences(part, shape.list, below(at, n)));
  if (value.length !== shape.tuple.length) return wrong(`list of ${shape.tuple.length}`);
  return shape.tuple.flatMap((part, n) => differences(value[n], part, below(at, n)));
}

export function checkShape(value: unknown, type: string): void {
  const found = differences(value, { type });
  if (found.length) console.error(`this is no ${type}`, found, value);
}

const below = (at: string, key: string | number) => (at ? `${at}.${key}` : String(key));
const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null && !Array.isArray(value);

/** The fewest differences from any of them: those that are told apart by a field are looked at alone. */
function anyOf(value: unknown, shapes: Shape[], at: string): string[] {
  const found = shapes.map((shape) => differences(value, shape, at));
  return found.reduce((least, other) => (other.length < least.length ? other : least));
}

function ofType(value: unknown, name: string, at: string): string[] {
  const fields = SHAPES[name];
  if (!fields) return [`${at || "it"}: there is no ${name}`];
  if (typeof fields === "string" || "any of" in fields) return differences(value, fields as Shape, at);
  if (!isObject(value)) return [`${at || "it"}: ${JSON.stringify(value)?.slice(0, 60)} is no ${name}`];
  const wanted = Object.entries(fields as Record<string, Shape>).map(([field, shape]) => [field.replace("?", ""), field.endsWith("?"), shape] as const);
  const known = new Set(wanted.map(([field]) => field));
  const strange = Object.keys(value).filter((field) => !known.has(field));
  return [
    ...strange.map((field) => `${below(at, field)}: ${name} has no such field`),
    ...wanted.flatMap(([field, optional, shape]) => {
      if (value[field] === undefined) return optional ? [] : [`${below(at, field)}: it is missing`];
      return differences(value[field], shape, below(at, field));
    }),
  ];
}
