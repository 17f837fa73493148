/** Where this browser keeps its tables, event by event. An append is kept whole, and only if nothing else was added before. */

/** A table as it is kept (ewala/local/keeper.py). */
interface KeptTable {
  id: string;
  host_digest: string;
  watch_digest: string;
  secret: string;
  seat_digests: Record<string, string>;
  events: string[];
}

export interface Addition {
  table: string;
  first: number;
  events: string[];
  seat_digests: Record<string, string>;
  fresh: KeptTable[];
}

interface Head extends Omit<KeptTable, "events"> {
  count: number;
  at: number;
}

interface EventRow {
  table: string;
  number: number;
  text: string;
}

/** The table is not as it was when this was thought of. */
export class WentOn extends Error {}

const MOST = 200; // tables; of more the page knows no keys

let opened: Promise<IDBDatabase> | undefined;

function database(): Promise<IDBDatabase> {
  opened ??= new Promise<IDBDatabase>((resolve, reject) => {
    const asked = indexedDB.open("ewala", 1);
    asked.onupgradeneeded = () => {
      asked.result.createObjectStore("tables", { keyPath: "id" }).createIndex("at", "at");
      asked.result.createObjectStore("events", { keyPath: ["table", "number"] });
    };
    asked.onsuccess = () => {
      const base = asked.result;
      base.onversionchange = () => base.close(); // a newer page may change it
      base.onclose = () => (opened = undefined);
      resolve(base);
    };
    asked.onerror = () => reject(asked.error ?? new Error("refused"));
  }).catch((error: unknown) => {
    opened = undefined; // whoever asks next tries again
    throw error;
  });
  return opened;
}

/** All of it or nothing. */
export async function write({ table, first, events, seat_digests, fresh }: Addition): Promise<void> {
  const base = await database();
  await new Promise<void>((resolve, reject) => {
    const all = base.transaction(["tables", "events"], "readwrite", { durability: "strict" });
    const heads = all.objectStore("tables");
    const rows = all.objectStore("events");
    let reason: Error | null = null;
    all.oncomplete = () => resolve();
    all.onabort = () => reject(reason ?? all.error ?? new Error("refused"));
    /** What is thrown in between is a reason, too, and not an accident of the worker's. */
    const attempt = (what: () => void) => {
      try {
        what();
      } catch (error) {
        reason = error as Error;
        all.abort();
      }
    };
    const put = (head: Omit<Head, "at">, from: number, added: string[]) => {
      heads.put({ ...head, at: Date.now() } satisfies Head);
      added.forEach((text, n) => rows.put({ table: head.id, number: from + n, text } satisfies EventRow));
    };
    attempt(() => {
      for (const { events: begun, ...head } of fresh) put({ ...head, count: begun.length }, 1, begun);
      if (fresh.length) letGoOfOldest(heads, rows);
      if (!events.length) return;
      const known = heads.get(table) as IDBRequest<Head | undefined>;
      known.onsuccess = () =>
        attempt(() => {
          if (known.result?.count !== first - 1) throw new WentOn();
          put({ ...known.result, seat_digests, count: first - 1 + events.length }, first, events);
        });
    });
  });
}

function letGoOfOldest(heads: IDBObjectStore, rows: IDBObjectStore): void {
  const asked = heads.index("at").getAllKeys() as IDBRequest<string[]>;
  asked.onsuccess = () => {
    for (const id of asked.result.slice(0, -MOST)) {
      heads.delete(id);
      rows.delete(eventsOf(id));
    }
  };
}

const eventsOf = (table: string) => IDBKeyRange.bound([table, 0], [table, Infinity]);

export async function read(table: string): Promise<KeptTable | null> {
  const base = await database();
  return new Promise((resolve, reject) => {
    const all = base.transaction(["tables", "events"], "readonly");
    const head = all.objectStore("tables").get(table) as IDBRequest<Head | undefined>;
    const rows = all.objectStore("events").getAll(eventsOf(table)) as IDBRequest<EventRow[]>;
    all.onabort = () => reject(all.error ?? new Error("refused"));
    all.oncomplete = () => {
      if (!head.result) return resolve(null);
      const { id, host_digest, watch_digest, secret, seat_digests } = head.result;
      resolve({ id, host_digest, watch_digest, secret, seat_digests, events: rows.result.map(({ text }) => text) });
    };
  });
}
