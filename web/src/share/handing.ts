/** What can be done with a picture: to hand it on, to keep it, to paste it elsewhere. */

export function canShare(file: File): boolean {
  return "canShare" in navigator && navigator.canShare({ files: [file] });
}

/** Whoever thinks better of it has nothing to be told. */
export async function share(file: File, text: string): Promise<void> {
  try {
    await navigator.share({ files: [file], text });
  } catch (error) {
    if (!(error instanceof DOMException && error.name === "AbortError")) save(file);
  }
}

export function save(file: File): void {
  const address = URL.createObjectURL(file);
  Object.assign(document.createElement("a"), { href: address, download: file.name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** Only pages with TLS have a clipboard, and it takes pictures that stand still. */
export function canCopy(file: File): boolean {
  return file.type === "image/png" && typeof ClipboardItem !== "undefined" && "clipboard" in navigator && "write" in navigator.clipboard;
}

export async function copy(file: File): Promise<boolean> {
  try {
    await navigator.clipboard.write([new ClipboardItem({ [file.type]: file })]);
    return true;
  } catch {
    return false;
  }
}
