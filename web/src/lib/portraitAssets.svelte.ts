/** What the games lend to people's portraits, fetched when the first of them is drawn. */
import { gameModule, games } from "./games.svelte";
import type { PortraitAssets } from "./likeness";

let lent = $state.raw<readonly PortraitAssets[]>([]);
let asked: Promise<void> | undefined;

/** So far as it is here: what draws with it is drawn again when there is more. */
export function portraitAssets(): readonly PortraitAssets[] {
  return lent;
}

export function loadPortraitAssets(): Promise<void> {
  asked ??= Promise.all(games().flatMap(({ name }) => gameModule(name).portraitAssets?.() ?? [])).then(
    (found) => void (lent = found),
    () => void (asked = undefined), // without a network a portrait stays plain; whoever is drawn next tries again
  );
  return asked;
}
