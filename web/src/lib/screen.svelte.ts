/** What kind of screen this is, and the head of the page while a board is the page. */
import type { Snippet } from "svelte";
import { MediaQuery } from "svelte/reactivity";

/** Whether there is room for more beside a board. */
export const wide = new MediaQuery("min-width: 62rem");

/** Whether there is hardly room for words. */
export const narrow = new MediaQuery("max-width: 23rem");

/** While a board is the page its head is one slim line, in which the table has a place of its own. */
class Head {
  slim = $state(false);
  middle = $state.raw<Snippet | null>(null);
}
export const head = new Head();
