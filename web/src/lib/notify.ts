/** Signs that it is your turn, for whoever looks elsewhere: the tab's title, and the system's own if asked for. */
import { choose, settings } from "./settings.svelte";
import { t } from "./words.svelte";

export function canNotify(): boolean {
  return "Notification" in window;
}

/** The reader wants to be told, or not any more; the browser asks only now. Whether it will happen. */
export async function wantNotices(wanted: boolean): Promise<boolean> {
  const allowed = wanted && canNotify() && (await Notification.requestPermission()) === "granted";
  choose({ notify: allowed });
  return allowed;
}

/** Tell that it is the reader's turn, if the page is out of sight and they asked for it. */
export function notice(title: string, text: string): void {
  if (!settings.notify || !document.hidden || !canNotify() || Notification.permission !== "granted") return;
  try {
    const shown = new Notification(title, { body: text, tag: "ewala-turn" });
    shown.onclick = () => {
      window.focus();
      shown.close();
    };
  } catch {
    // Some phones let only installed pages notify; the title and the sound remain.
  }
}

export function showInTitle(yours: boolean, table: string): void {
  if (yours) document.title = t("● Your turn – Ewala");
  else document.title = table ? t("{table} – Ewala", { table }) : "Ewala";
}
