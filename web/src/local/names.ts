/** Tables of this device have names that no server gives (`OF_THIS_DEVICE` in ewala/local/house.py). */
export const isOfThisDevice = (table: string): boolean => table.startsWith("0");

const NAMES = /\b0[2-9a-hjkmnp-z]{9}\b/g;

/** The tables of this device that a text speaks of. */
export const namedIn = (text: string): string[] => [...new Set(text.match(NAMES))];
