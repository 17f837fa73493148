/** How this device proves who uses it: a key that cannot leave it, passkeys, its name, its push subscription. */
import type { Profile } from "../generated/wire";
import { hex } from "./sha256";

/** Somebody's place at the host, as this device has it. */
export interface Place {
  person: string;
  /** To be shown, until it expires; then it is proved anew. */
  token: string;
  until: number;
  /** What the host was told last, so that one knows on which side something has changed. */
  told: Profile;
}

export interface KeptKey {
  pair: CryptoKeyPair;
  place: Place;
}

const KIND = { name: "ECDSA", namedCurve: "P-256" } as const;
const SIGNING = { name: "ECDSA", hash: "SHA-256" } as const;
const STORE = "keys", ROW = "mine";

export function canProve(): boolean {
  return "subtle" in crypto && "indexedDB" in globalThis;
}

/** Its private half is not to be read, not even by this page. */
export function freshPair(): Promise<CryptoKeyPair> {
  return crypto.subtle.generateKey(KIND, false, ["sign", "verify"]);
}

async function publicBytes({ publicKey }: CryptoKeyPair): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.exportKey("spki", publicKey));
}

export async function publicText(pair: CryptoKeyPair): Promise<string> {
  return base64url(await publicBytes(pair));
}

/** What the host knows the key by. */
export async function idOf(pair: CryptoKeyPair): Promise<string> {
  const said = new Uint8Array([...new TextEncoder().encode("ewala person "), ...(await publicBytes(pair))]);
  return hex(new Uint8Array(await crypto.subtle.digest("SHA-256", said)));
}

export async function signed({ privateKey }: CryptoKeyPair, challenge: string): Promise<string> {
  const text = new TextEncoder().encode(`ewala person ${challenge}`); // says what for: it serves nothing else
  return base64url(new Uint8Array(await crypto.subtle.sign(SIGNING, privateKey, text)));
}

function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** Apart from the tables of the device: keys are not for the worker that has those. */
function database(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const asked = indexedDB.open("ewala-person", 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore(STORE);
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error ?? new Error("refused"));
  });
}

async function within<T>(mode: IDBTransactionMode, what: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const base = await database();
  try {
    return await new Promise<T>((resolve, reject) => {
      const all = base.transaction(STORE, mode);
      const asked = what(all.objectStore(STORE));
      all.oncomplete = () => resolve(asked.result);
      all.onabort = () => reject(all.error ?? new Error("refused"));
    });
  } finally {
    base.close(); // open, it would be in the way of whoever deletes it
  }
}

export async function readKey(): Promise<KeptKey | null> {
  return (await within<KeptKey | undefined>("readonly", (store) => store.get(ROW))) ?? null;
}

export async function keepKey(kept: KeptKey): Promise<void> {
  await within("readwrite", (store) => store.put(kept, ROW));
}

export async function dropKey(): Promise<void> {
  await within("readwrite", (store) => store.delete(ROW));
}

/** What a device is called among others of the same person: the browser and what it runs on, as far as they say so. */
const BROWSERS: [RegExp, string][] = [[/Firefox|FxiOS/, "Firefox"], [/Edg/, "Edge"], [/OPR|Opera/, "Opera"], [/Chrom|CriOS/, "Chrome"], [/Safari/, "Safari"]];
const SYSTEMS: [RegExp, string][] = [
  [/iPhone/, "iPhone"], [/iPad/, "iPad"], [/Android/, "Android"], [/Windows/, "Windows"], [/Mac/, "Mac"], [/CrOS/, "ChromeOS"], [/Linux/, "Linux"],
];

export function deviceName(agent: string): string {
  return [BROWSERS, SYSTEMS].map((kinds) => kinds.find(([sign]) => sign.test(agent))?.[1]).filter(Boolean).join(", ");
}

// Passkeys are kept by the system or a password manager, which asks before it makes or shows one.
/** A passkey is for a name; a bare address has none. */
const ADDRESS = /^[\d.]+$|^\[/;

export function canUsePasskeys(): boolean {
  return canProve() && "PublicKeyCredential" in globalThis && "parseCreationOptionsFromJSON" in PublicKeyCredential && !ADDRESS.test(location.hostname);
}

type Asked = Record<string, unknown>;

/** A new one, as JSON; null if somebody thinks better of it. */
export function madePasskey(options: Asked): Promise<Asked | null> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options as unknown as PublicKeyCredentialCreationOptionsJSON);
  return unlessCalledOff(() => navigator.credentials.create({ publicKey }));
}

/** One that is there, which has signed what the host has made up. */
export function shownPasskey(options: Asked): Promise<Asked | null> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options as unknown as PublicKeyCredentialRequestOptionsJSON);
  return unlessCalledOff(() => navigator.credentials.get({ publicKey }));
}

async function unlessCalledOff(asked: () => Promise<Credential | null>): Promise<Asked | null> {
  try {
    const found = await asked();
    return found ? ((found as PublicKeyCredential).toJSON() as unknown as Asked) : null;
  } catch (error) {
    if (error instanceof DOMException) return null; // called off, too late, or there already: the browser has said so
    throw error;
  }
}

// What the browser keeps so that a push service tells it something.
/** Nothing is kept any more: whoever comes next to this device has not asked to be told. */
export async function dropSubscription(): Promise<void> {
  const kept = await navigator.serviceWorker?.getRegistration().catch(() => undefined);
  await (await kept?.pushManager?.getSubscription())?.unsubscribe();
}
