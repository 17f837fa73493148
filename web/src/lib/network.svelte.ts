/** Whether the network is there: the browser says so, and so does a question that the server leaves unanswered. */
import { hasServer } from "./site";

const EVERY = 10_000; // milliseconds between tries to reach a server that did not answer
const ALIVE = "/api/live";

class Network {
  #gone = $state(navigator.onLine === false);
  #silent = $state(false);
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor() {
    addEventListener("offline", () => (this.#gone = true));
    addEventListener("online", () => {
      this.#gone = false;
      if (this.#silent) void this.#knock();
    });
  }

  /** Without a server nothing is missed. */
  get away(): boolean {
    return hasServer() && (this.#gone || this.#silent);
  }

  /** The server has answered something, or has not. */
  heard(answered: boolean): void {
    if (this.#silent !== answered) return;
    this.#silent = !answered;
    clearInterval(this.#timer);
    if (!answered) this.#timer = setInterval(() => void this.#knock(), EVERY);
  }

  async #knock(): Promise<void> {
    try {
      await fetch(ALIVE, { cache: "no-store" });
      this.heard(true);
    } catch {
      // it is asked again
    }
  }
}

export const network = new Network();
