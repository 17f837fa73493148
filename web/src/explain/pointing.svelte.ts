
/** What somebody points at: by resting the mouse on it, by a long press, or with the keyboard. */
const REST = 450; // milliseconds that the mouse rests on a thing
const PRESS = 450; // and a finger
const LEAVE = 400; // to get from the thing to its card
const STILL = 10; // pixels that a finger may wander

export class Pointing {
  /** The thing that is explained now. */
  thing = $state.raw<Element | null>(null);
  #timer = 0;
  #coming: Element | null = null;
  #done: Element | null = null; // it was clicked
  #pressed: { x: number; y: number } | null = null;
  #swallow = false;

  /** Hear everything that happens in the window; returns how to stop. */
  listen(): () => void {
    const stop = new AbortController();
    const on = <K extends keyof WindowEventMap>(kind: K, hear: (event: WindowEventMap[K]) => void) =>
      window.addEventListener(kind, hear, { signal: stop.signal, capture: true });
    on("pointerover", (event) => event.pointerType === "mouse" && this.#over(event));
    on("pointerdown", (event) => this.#down(event));
    on("pointermove", (event) => this.#pressed && this.#wandered(event) && this.#release());
    on("pointerup", () => this.#release());
    on("pointercancel", () => this.#release());
    on("click", (event) => this.#click(event));
    on("contextmenu", (event) => this.#swallow && event.preventDefault());
    on("focusin", (event) => this.#focus(event));
    on("keydown", (event) => ["Escape", "Enter", " "].includes(event.key) && this.close()); // whoever acts does not want to read
    on("scroll", ({ target }) => target instanceof Node && target.contains(this.thing ?? this.#coming) && this.close());
    on("resize", () => this.close());
    return () => {
      stop.abort();
      clearTimeout(this.#timer);
    };
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#coming = null;
    this.thing = null;
  }

  /** The thing that is meant; null if it has no card; undefined on the card itself. */
  #meant(event: Event): Element | null | undefined {
    const at = event.target instanceof Element ? event.target : null;
    return at?.closest("[data-card]") ? undefined : (at?.closest("[data-explain]") ?? null);
  }

  #soon(thing: Element | null, wait: number): void {
    clearTimeout(this.#timer);
    this.#coming = thing;
    this.#timer = window.setTimeout(() => {
      this.thing = thing?.isConnected ? thing : null;
      if (thing && this.#pressed) this.#swallow = true; // it was no tap
    }, wait);
  }

  #over(event: Event): void {
    const thing = this.#meant(event);
    if (thing === undefined) return clearTimeout(this.#timer);
    if (thing !== this.#done) this.#done = null;
    if (thing === this.thing && thing) return clearTimeout(this.#timer);
    if (thing && (thing === this.#done || (thing === this.#coming && !this.thing))) return;
    this.#soon(thing, thing ? REST : LEAVE);
  }

  #down(event: PointerEvent): void {
    const thing = this.#meant(event);
    this.#swallow = false;
    if (thing === undefined) return;
    this.close();
    if (event.pointerType === "mouse") {
      this.#done = thing;
    } else if (thing) {
      this.#pressed = { x: event.clientX, y: event.clientY };
      this.#soon(thing, PRESS);
    }
  }

  #wandered(event: PointerEvent): boolean {
    return Math.hypot(event.clientX - this.#pressed!.x, event.clientY - this.#pressed!.y) > STILL;
  }

  #release(): void {
    this.#pressed = null;
    if (!this.thing) this.close();
  }

  #click(event: Event): void {
    if (!this.#swallow) return;
    this.#swallow = false;
    event.preventDefault();
    event.stopPropagation();
  }

  #focus(event: FocusEvent): void {
    const thing = this.#meant(event);
    if (thing === undefined) return;
    const byKey = event.target instanceof Element && event.target.matches(":focus-visible");
    if (byKey && thing) this.#soon(thing, REST);
    else if (this.thing && thing !== this.thing) this.close();
  }
}

/** Where a card goes: beside what it explains, never over it, and wholly in the window. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}
type Size = Pick<Box, "width" | "height">;

const GAP = 10; // between the thing and its card
const EDGE = 8; // that stays free at the window's edges

export function placeCard(thing: Box, card: Size, screen: Size): { x: number; y: number } {
  const within = (at: number, size: number, room: number) => Math.max(EDGE, Math.min(at, room - size - EDGE));
  const level = within(thing.x + thing.width / 2 - card.width / 2, card.width, screen.width);
  const above = thing.y - GAP - card.height;
  if (above >= EDGE) return { x: level, y: above };
  const below = thing.y + thing.height + GAP;
  if (below + card.height + EDGE <= screen.height) return { x: level, y: below };
  const beside = within(thing.y + thing.height / 2 - card.height / 2, card.height, screen.height);
  const left = thing.x - GAP - card.width;
  if (left >= EDGE) return { x: left, y: beside };
  const right = thing.x + thing.width + GAP;
  if (right + card.width + EDGE <= screen.width) return { x: right, y: beside };
  return { x: level, y: EDGE }; // a thing that fills the window
}
