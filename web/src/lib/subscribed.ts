/** What the browser keeps so that a push service tells it something. */

/** Nothing is kept any more: whoever comes next to this device has not asked to be told. */
export async function dropSubscription(): Promise<void> {
  const kept = await navigator.serviceWorker?.getRegistration().catch(() => undefined);
  await (await kept?.pushManager?.getSubscription())?.unsubscribe();
}
