/** The dice were fixed before the game: whether a secret is the one that was promised (docs/dice.md). */

const BEFORE_THE_SECRET = "ewala dice 1 commitment ";

/** Browsers compute digests only where nobody can listen in: over https, or on this device. */
export function canCheck(): boolean {
  return typeof crypto !== "undefined" && crypto.subtle !== undefined;
}

export async function commitmentOf(secret: string): Promise<string> {
  const prefix = new TextEncoder().encode(BEFORE_THE_SECRET);
  const bytes = secret.match(/../g)?.map((pair) => parseInt(pair, 16)) ?? [];
  const digest = await crypto.subtle.digest("SHA-256", new Uint8Array([...prefix, ...bytes]));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
