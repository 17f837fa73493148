/** Passkeys: kept by the system or by a manager of passwords, they bring one's place along to wherever those are. The
 * browser asks before it makes or shows one. */
import { canProve } from "./deviceKey";

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
