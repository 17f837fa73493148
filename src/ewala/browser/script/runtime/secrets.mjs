/** Chance from the browser's own source. */
import { Bytes } from "./python.mjs";

export const token_bytes = (count = 32) => new Bytes(crypto.getRandomValues(new Uint8Array(count)));
export const token_hex = (count = 32) => token_bytes(count).$hex();
export const token_urlsafe = (count = 32) => btoa(String.fromCharCode(...token_bytes(count).data)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
/** One of them, each as likely: numbers beyond the last whole multiple are drawn again. */
export function choice(values) {
  const limit = 2 ** 32 - (2 ** 32 % values.length);
  for (;;) {
    const [drawn] = crypto.getRandomValues(new Uint32Array(1));
    if (drawn < limit) return values[drawn % values.length];
  }
}
