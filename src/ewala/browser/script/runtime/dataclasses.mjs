/** Python's dataclasses; how they are made is in python.mjs. */
import { Dict, gathering, mapping, replace as changed } from "./python.mjs";

export const replace = gathering((value, changes) => changed(value, changes ?? mapping([])), "value");
const plain = (value) => {
  if (Array.isArray(value)) return value.map(plain);
  if (value instanceof Dict) return new Dict(value.$items().map(([key, one]) => [key, plain(one)]));
  return value?.constructor?._about?.fields ? asdict(value) : value;
};
export const asdict = (value) => new Dict(value.constructor._about.fields.map(([name]) => [name, plain(value["$" + name])]));
export const fields = (value) => (value._about ?? value.constructor._about).fields.map(([name]) => ({ $name: name }));
