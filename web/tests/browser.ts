/** The little of a browser that the page's modules ask for, so that tests of them need none: storage, a place, events. */
import type { Environment } from "vitest/runtime";

class Kept {
  #items = new Map<string, string>();
  getItem = (name: string): string | null => this.#items.get(name) ?? null;
  setItem = (name: string, value: string): void => void this.#items.set(name, value);
  removeItem = (name: string): void => void this.#items.delete(name);
  clear = (): void => this.#items.clear();
}

function browser(): Record<string, unknown> {
  const events = new EventTarget();
  return {
    addEventListener: events.addEventListener.bind(events),
    removeEventListener: events.removeEventListener.bind(events),
    dispatchEvent: events.dispatchEvent.bind(events),
    document: { hidden: false, title: "", querySelector: () => null, documentElement: { lang: "", dataset: {} } },
    localStorage: new Kept(),
    sessionStorage: new Kept(),
    location: { protocol: "http:", host: "ewala.test", hash: "" },
    matchMedia: () => ({ matches: false }),
    navigator: { languages: ["en"] },
  };
}

const environment: Environment = {
  name: "browser",
  viteEnvironment: "client",
  setup(global: Record<string, unknown>) {
    const parts = { ...browser(), window: global };
    for (const [name, value] of Object.entries(parts)) Object.defineProperty(global, name, { value, configurable: true, writable: true });
    return {
      teardown(there: Record<string, unknown>) {
        for (const name of Object.keys(parts)) delete there[name];
      },
    };
  },
};

export default environment;
