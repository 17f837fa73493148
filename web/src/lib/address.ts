/** Nobody else reaches a device by these names. */
export function reachedFromHereAlone(): boolean {
  return ["localhost", "127.0.0.1", "[::1]"].includes(location.hostname);
}
