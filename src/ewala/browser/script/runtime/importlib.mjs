/** Modules that are asked for by name. */
import { ImportError } from "./python.mjs";

const modules = new Map();
export function have(name, members) {
  modules.set(name, members);
  return members;
}
export function import_module(name) {
  if (!modules.has(name)) throw ImportError(`there is no module ${name} here`);
  return modules.get(name);
}
