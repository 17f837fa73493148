/** Whether this device is told something while the page is closed: its browser's push service carries it, and the service worker
 * shows it (service-worker/worker.ts). Nobody is asked for permission before they have pressed for it. */
import type { PushKey, SubscriptionRequest, SubscriptionView } from "../wire";
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
