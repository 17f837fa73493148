/** Which modules lie in one file. Left alone, Rollup makes a file of every few lines that two screens share: a visitor
 * asked for sixty of them, most smaller than the words that ask for one.
 *
 * Two files hold what is shared: what every visitor needs, whatever they have come for, and what more than one screen
 * needs. All else lies with the screen that needs it. */
import type { GetManualChunk } from "rollup";

type Graph = Parameters<GetManualChunk>[1];

const FIRST = "first", SHARED = "shared";

export const chunks: GetManualChunk = (id, graph) => names(graph).get(id);

const known = new WeakMap<Graph["getModuleInfo"], Map<string, string>>();

function names(graph: Graph): Map<string, string> {
  let found = known.get(graph.getModuleInfo);
  if (!found) known.set(graph.getModuleInfo, (found = named(graph)));
  return found;
}

function named({ getModuleIds, getModuleInfo }: Graph): Map<string, string> {
  const all = [...getModuleIds()].map((id) => getModuleInfo(id)!);
  const first = new Set(all.filter((one) => one.isEntry).flatMap((one) => [...needs(one.id)]));
  const times = new Map<string, number>();
  for (const later of all.filter((one) => one.dynamicImporters.length && !one.isEntry))
    for (const id of needs(later.id)) times.set(id, (times.get(id) ?? 0) + 1);
  const shared = [...times].filter(([id, many]) => many > 1 && !first.has(id)).map(([id]) => id);
  return new Map([...[...first].map((id) => [id, FIRST] as const), ...shared.map((id) => [id, SHARED] as const)]);

  function needs(id: string, found = new Set<string>()): Set<string> {
    if (!found.has(id)) {
      found.add(id);
      getModuleInfo(id)!.importedIds.forEach((other) => needs(other, found));
    }
    return found;
  }
}
