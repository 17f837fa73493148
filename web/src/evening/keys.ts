/** The keys that this browser holds to evenings: to lead one, or to be somebody there. */
export interface EveningKeys {
  organiser?: string;
  guest?: string;
  /** What it is called, for whoever comes back. */
  name: string;
  at: number;
  /** Tables that this browser has sat down at there. */
  tables: string[];
}

const STORED = "ewala.evenings";
const MOST = 20;

function all(): Record<string, EveningKeys> {
  try {
    return JSON.parse(localStorage.getItem(STORED) ?? "{}") as Record<string, EveningKeys>;
  } catch {
    return {};
  }
}

export function keysOf(evening: string): EveningKeys {
  return all()[evening] ?? { name: "", at: 0, tables: [] };
}

export function remember(evening: string, changes: Partial<EveningKeys>): EveningKeys {
  const known = all();
  const keys = { ...(known[evening] ?? { name: "", tables: [] }), ...changes, at: Date.now() };
  known[evening] = keys;
  const kept = Object.entries(known).sort(([, a], [, b]) => b.at - a.at).slice(0, MOST);
  localStorage.setItem(STORED, JSON.stringify(Object.fromEntries(kept)));
  return keys;
}

export function shown({ organiser, guest }: EveningKeys): string[] {
  return [organiser, guest].filter((key) => key !== undefined);
}

/** The evening to which a table belongs, if this browser has come to it from there. */
export function eveningOf(table: string): string | undefined {
  return Object.entries(all()).find(([, { tables }]) => tables.includes(table))?.[0];
}

/** Evenings that this browser was at, the latest first. */
export function knownEvenings(): { id: string; name: string }[] {
  return Object.entries(all()).sort(([, a], [, b]) => b.at - a.at).map(([id, { name }]) => ({ id, name }));
}
