/** Push notifications, shown by the service worker while the page is closed. Nobody is asked for permission unasked. */
import type { Games, PushKey, SubscriptionRequest, SubscriptionView } from "../generated/wire";
import { ask } from "./api";
import { deviceName, dropSubscription } from "./device";
import { me } from "./me.svelte";
import { choose, settings } from "./settings.svelte";

/** Unable, or not before the page is on the home screen; not allowed; possible; done. */
export type Standing = "unable" | "install first" | "forbidden" | "off" | "on";

export async function standing(): Promise<Standing> {
  const able = "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
  if (!able) return needsHomeScreen(navigator) ? "install first" : "unable";
  if (Notification.permission === "denied") return "forbidden";
  return settings.told && Notification.permission === "granted" ? "on" : "off";
}

/** Apple's phones and tablets can be told only what an installed page asks for. */
export function needsHomeScreen({ userAgent, maxTouchPoints, standalone }: Pick<Navigator, "userAgent" | "maxTouchPoints"> & { standalone?: boolean }): boolean {
  const apple = /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1);
  return apple && !standalone;
}

/** This device is told from now on, if its reader allows it when they are asked; whether they did. */
export async function subscribe(): Promise<boolean> {
  if ((await Notification.requestPermission()) !== "granted") return false;
  await register();
  return true;
}

/** What the browser has, or the host knows, may be gone or another meanwhile. */
export async function renew(): Promise<void> {
  if (!settings.told || !("Notification" in window) || Notification.permission !== "granted") return;
  await me.look();
  if (me.person) await register();
}

async function register(): Promise<void> {
  const { pushManager } = await navigator.serviceWorker.ready;
  const { key } = await ask<PushKey>("GET", "/api/push/key");
  const wanted = { userVisibleOnly: true, applicationServerKey: key };
  const subscription = await pushManager.subscribe(wanted).catch(async (reason: unknown) => {
    const older = await pushManager.getSubscription(); // made for the host when it had another key
    if (!(await older?.unsubscribe())) throw reason;
    return pushManager.subscribe(wanted);
  });
  const { endpoint, keys } = subscription.toJSON() as Pick<SubscriptionRequest, "endpoint" | "keys">;
  const said: SubscriptionRequest = { endpoint, keys, label: deviceName(navigator.userAgent) };
  choose({ told: (await me.ask<SubscriptionView>("PUT", "/api/me/push", said)).id });
}

/** This device is told nothing any more. */
export async function unsubscribe(): Promise<void> {
  if (settings.told) await me.ask("DELETE", `/api/me/push/${settings.told}`);
  choose({ told: "" });
  await dropSubscription();
}

// The badge: at how many tables it is one's turn. The host sends it while the page is closed, an open page counts itself.
export function showBadge(): void {
  void count();
  addEventListener("visibilitychange", () => document.hidden && void count());
}

async function count(): Promise<void> {
  await me.look();
  if (!me.person) return;
  try {
    const { games } = await me.ask<Games>("GET", "/api/me/games?status=playing");
    await navigator.setAppBadge(games.filter(({ mine_to_move }) => mine_to_move).length); // 0 takes it away
  } catch {
    // The host is away, or the browser shows none: the sign stays as it is.
  }
}
