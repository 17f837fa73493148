/** Keeps one build of the page on the device, so that it opens without a network; and shows what the server tells while it is closed.
 *
 * A build's files are fetched once, into a cache of their own, and come from there ever after. A newer build is fetched
 * beside it and waits: whoever reads the page says when it takes over. What only a server can answer is never touched.
 *
 * What `BUILD`, `ENTRY` and `FILES` are is written above this when the page is built (plugins.ts).
 */
declare const BUILD: string; // a digest of all files
declare const ENTRY: string; // the script that the page begins with
declare const FILES: string[]; // paths from the page's folder, which itself is ""

const here = self as unknown as ServiceWorkerGlobalScope;
const HOME = here.registration.scope;
const OURS = `ewala ${HOME} `; // caches belong to an origin, and another folder of it may have a page of its own
const CACHE = OURS + BUILD;
const PAGE = "";
const NEVER_CHANGES = /^assets\//; // these have a digest in their name
const LEADS_TO_PAGE = /^(index\.html)?$|^(join|watch|replay|review)\//; // links that were sent: server/previews.py
const LANES = 4; // files that are fetched at a time: nobody waits for them, and others may want the network

here.addEventListener("install", (event) => event.waitUntil(fetchAll().catch(giveUp)));
here.addEventListener("activate", (event) => event.waitUntil(sweep().then(() => here.clients.claim())));
here.addEventListener("message", (event) => {
  if (event.data === "take over") event.waitUntil(here.skipWaiting());
  if (event.data === "arrived") event.waitUntil(sweep());
});
here.addEventListener("fetch", (event) => {
  const path = pathOf(event.request);
  if (path !== null) event.respondWith(kept(path, event.request));
});
here.addEventListener("push", (event) => {
  const told = toldBy(event);
  if (told) event.waitUntil(show(told));
});
here.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(lead(String(event.notification.data)));
});

/** What the server tells somebody who is away (server/push/messages.py). */
interface Told {
  title: string;
  body: string;
  link: string; // from the page's own address
  tag: string; // it takes the place of an older one that has the same
  badge: number; // games that wait
}

/** Only the server can send what this browser decrypts; of another version of it, something may be missing. */
function toldBy({ data }: PushEvent): Told | null {
  try {
    const told = data?.json() as Partial<Told> | undefined;
    return told?.title ? { body: "", link: "#/", tag: "", badge: 0, ...told, title: told.title } : null;
  } catch {
    return null;
  }
}

/** Something new is heard of, also where it takes the place of something older. */
async function show({ title, body, link, tag, badge }: Told): Promise<void> {
  const news = { body, tag, renotify: tag !== "", data: link, icon: `${HOME}icon-192.png` };
  await here.registration.showNotification(title, news);
  await navigator.setAppBadge?.(badge); // where the page is installed; from then on the page counts (badge.ts)
}

/** To the table: in a window that shows it, else in a new one; a game that somebody plays elsewhere stays in sight. */
async function lead(link: string): Promise<void> {
  const there = new URL(link.startsWith("#") ? link : "#/", HOME).href;
  const windows = await here.clients.matchAll({ type: "window", includeUncontrolled: true });
  const open = windows.find(({ url }) => url === there || url.startsWith(`${there}/`));
  await (open ? open.focus() : here.clients.openWindow(there));
}

/** What is asked for, if it is a file of the page; null for everything else. */
function pathOf({ method, mode, url }: Request): string | null {
  const address = new URL(url);
  const whole = address.origin + address.pathname;
  if (method !== "GET" || !whole.startsWith(HOME)) return null;
  const path = whole.slice(HOME.length);
  if (mode === "navigate") return LEADS_TO_PAGE.test(path) ? PAGE : null;
  return NEVER_CHANGES.test(path) || FILES.includes(path) ? path : null;
}

/** From this build; scripts also from an older one that an open page still runs; what none has comes from the network. */
async function kept(path: string, request: Request): Promise<Response> {
  for (const name of [CACHE, ...(path === PAGE ? [] : await builds())]) {
    const found = await (await caches.open(name)).match(HOME + path, { ignoreVary: true });
    if (found) return found;
  }
  return fetch(request);
}

/** All or nothing: a worker that lacks a file, or the room for one, is not installed, and the browser tries again another time. */
async function fetchAll(): Promise<void> {
  const older = await builds();
  const cache = await caches.open(CACHE);
  const left = [...FILES];
  const lane = async (): Promise<void> => {
    for (let path = left.pop(); path !== undefined; path = left.pop()) await cache.put(HOME + path, await fresh(path, older));
  };
  await Promise.all(Array.from({ length: LANES }, lane));
}

async function giveUp(reason: unknown): Promise<never> {
  await caches.delete(CACHE);
  throw reason;
}

async function fresh(path: string, older: string[]): Promise<Response> {
  const lasting = NEVER_CHANGES.test(path);
  for (const name of lasting ? older : []) {
    const found = await (await caches.open(name)).match(HOME + path, { ignoreVary: true });
    if (found) return found;
  }
  const answer = await fetch(HOME + path, { cache: lasting ? "default" : "no-cache" });
  // A redirection leads to somebody's log-in page; and while files are being replaced, the page may be of another build.
  const strange = !answer.ok || answer.redirected || (path === PAGE && !(await answer.clone().text()).includes(ENTRY));
  if (strange) throw new Error(`${HOME}${path} is not of build ${BUILD}`);
  return answer;
}

/** Names of the caches of all builds that this device has, in the order in which they were fetched. */
async function builds(): Promise<string[]> {
  return (await caches.keys()).filter((name) => name.startsWith(OURS));
}

/** Older builds are removed unless an open page runs one, known by its lock (version.svelte.ts); newer ones wait to be asked for. */
async function sweep(): Promise<void> {
  const names = await builds();
  if (here.registration.installing || here.registration.waiting) return;
  const open = new Set(((await navigator.locks?.query())?.held ?? []).map(({ name }) => name));
  for (const name of names.filter((name) => name !== CACHE)) {
    const files = await (await caches.open(name)).keys();
    if (!files.some(({ url }) => open.has(url))) await caches.delete(name);
  }
}
