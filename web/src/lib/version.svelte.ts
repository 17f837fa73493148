/** The installed page: a service worker fetches a newer version beside it, which waits until the reader asks for it. */
import { home } from "./site";

const EVERY = 30 * 60_000; // milliseconds between looks for a newer version, on a page that stays open

class Version {
  #newer = $state(false);
  #later = $state(false);
  #waiting: ServiceWorker | null = null;
  /** Somebody plays: the sign waits until that is over. */
  playing = $state(false);

  /** Whether to say that a newer version is there. */
  get offered(): boolean {
    return this.#newer && !this.#later && !this.playing;
  }

  putOff(): void {
    this.#later = true;
  }

  /** Go over to the newer version. Where another window has done so for all, this one has only to be loaded anew. */
  take(): void {
    if (!this.#waiting || this.#waiting.state !== "installed") return location.reload();
    navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
    this.#waiting.postMessage("take over");
  }

  /** Keep the page on this device from now on, where the browser can. */
  async keep(): Promise<void> {
    if (!("serviceWorker" in navigator)) return; // too old, or the page came over an open line
    // As long as this page runs, its version's files stay: other windows may have gone over to a newer one.
    void navigator.locks?.request(import.meta.url, { mode: "shared" }, () => new Promise(() => {}));
    navigator.serviceWorker.controller?.postMessage("arrived");
    // Not found where files are served by a server that is older than they are, refused where nothing may be stored.
    const registration = await navigator.serviceWorker.register(`${home()}sw.js`).catch(() => null);
    if (!registration) return;
    this.#follow(registration, registration.waiting ?? registration.installing);
    registration.addEventListener("updatefound", () => this.#follow(registration, registration.installing));
    this.#lookNowAndThen(registration);
  }

  #follow(registration: ServiceWorkerRegistration, worker: ServiceWorker | null): void {
    const look = () => {
      if (worker?.state !== "installed" || !registration.active) return; // the first of all has nothing to wait for
      this.#waiting = worker;
      this.#newer = true;
      this.#later = false;
    };
    worker?.addEventListener("statechange", look);
    look();
  }

  #lookNowAndThen(registration: ServiceWorkerRegistration): void {
    let last = Date.now();
    addEventListener("visibilitychange", () => {
      if (document.hidden || Date.now() - last < EVERY) return;
      last = Date.now();
      registration.update().catch(() => {}); // there may be no network
    });
  }
}

export const version = new Version();
