/** Where the page lies, and whether a server is there: in a folder that was written for any static host there is none. */

/** The folder of the page, with a slash at its end. What lies beside the page tells it, whatever stands in the address. */
export function home(): string {
  const beside = document.querySelector<HTMLLinkElement>('link[rel="manifest"]');
  return beside ? new URL(".", beside.href).href : `${location.origin}/`;
}

/** `ewala page` says so in the head of the page that it writes. */
export function hasServer(): boolean {
  return !document.querySelector('meta[name="ewala-server"][content="none"]');
}
