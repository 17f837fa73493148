/** Texts in addresses: packed, in letters that an address may have. */
import type { Replay } from "../generated/wire";
import { api } from "./api";
import type { GameParts } from "./game";
import { gameModule } from "./games.svelte";

const LONGEST = 200_000; // letters that come of a packed text at most: more than any record has
const CHUNK = 8_192; // numbers that a function takes at once

export async function packed(text: string): Promise<string> {
  const bytes = await through(new TextEncoder().encode(text), new CompressionStream("deflate-raw"), Infinity);
  let letters = "";
  for (let at = 0; at < bytes.length; at += CHUNK) letters += String.fromCharCode(...bytes.subarray(at, at + CHUNK));
  return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** Nothing, for what is not such a text, or not whole. */
export async function unpacked(code: string): Promise<string | null> {
  try {
    const bytes = Uint8Array.from(atob(code.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
    return new TextDecoder("utf-8", { fatal: true }).decode(await through(bytes, new DecompressionStream("deflate-raw"), LONGEST));
  } catch {
    return null;
  }
}

/** What comes out of a stream; it is left alone as soon as that is too much. */
async function through(bytes: Uint8Array<ArrayBuffer>, stream: CompressionStream | DecompressionStream, most: number): Promise<Uint8Array<ArrayBuffer>> {
  const parts: BlobPart[] = [];
  let length = 0;
  for await (const part of pieces(new Blob([bytes]).stream().pipeThrough(stream).getReader())) {
    length += part.length;
    if (length > most) throw new RangeError(`more than ${most}`);
    parts.push(part);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

/** Streams themselves can be gone through in a few browsers only. */
async function* pieces(reader: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
}

// A record with what shows it: the game's own parts, and pictures where its board has to be drawn by the server.
export async function replayed(text: string): Promise<{ replay: Replay; parts: GameParts }> {
  const replay = await api.replay(text);
  const parts = await gameModule(replay.game).play();
  return { replay: parts.drawn ? await api.replay(text, true) : replay, parts };
}
