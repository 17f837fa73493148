/** Keys and what they do, for whoever wants to know: told where they are handled, so that the list and they agree. */

export interface KeyTold {
  /** As `KeyboardEvent.key` has them, such as `ArrowLeft`; with `Shift+` before it where that is held. */
  keys: readonly string[];
  /** What stands on them, in the reader's language. */
  caps: () => string;
  does: () => string;
}

export const ARROWS = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"] as const;

/** How a key is called in a list. */
export const nameOfKey = ({ key, shiftKey }: Pick<KeyboardEvent, "key" | "shiftKey">): string => (shiftKey ? `Shift+${key}` : key);
