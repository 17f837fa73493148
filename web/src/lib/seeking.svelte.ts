/** Whether somebody here waits for an opponent, and at which table: known to the whole page. */

const KEPT = "ewala.seeking";

function kept(): string {
  try {
    return sessionStorage.getItem(KEPT) ?? "";
  } catch {
    return ""; // a browser that keeps nothing
  }
}

class Seeking {
  /** The table's name; nothing while nobody waits. */
  table = $state(kept());
  /** Over a board there is a small mark in the page's head, which says more when it is pressed. */
  mark = $state.raw<{ words: string; press: () => void } | null>(null);

  at(table: string): void {
    this.table = table;
    try {
      sessionStorage.setItem(KEPT, table); // a page that is loaded again goes on waiting
    } catch {
      // then it does not
    }
  }
}

export const seeking = new Seeking();
