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

// The page's own faces, to be put into pictures: an image may load nothing.

/** The rules of the page's style sheets that name one of these families, with the files in them. */
export async function facesOf(families: Iterable<string>): Promise<string> {
  const wanted = new Set([...families].map(firstOf));
  const rules = [...document.styleSheets].flatMap(rulesOf).filter((rule) => rule instanceof CSSFontFaceRule && wanted.has(firstOf(rule.style.fontFamily)));
  return (await Promise.all(rules.map((rule) => faceOf(rule as CSSFontFaceRule)))).join("");
}

/** Load fonts before text is measured: another face would break lines elsewhere. */
export async function lettersFor(families: Iterable<string>, text: string): Promise<void> {
  await Promise.allSettled([...families].map((family) => document.fonts.load(`16px ${family}`, text)));
}

const firstOf = (families: string) => families.split(",")[0]!.trim().replaceAll(/["']/g, "");

function rulesOf(sheet: CSSStyleSheet): CSSRule[] {
  try {
    return [...sheet.cssRules];
  } catch {
    return []; // an extension's, not ours
  }
}

const faces = new Map<string, Promise<string>>();

function faceOf(rule: CSSFontFaceRule): Promise<string> {
  const source = /url\(["']?([^"')]+)["']?\)/.exec(rule.style.getPropertyValue("src"))?.[1];
  if (!source) return Promise.resolve("");
  const address = new URL(source, rule.parentStyleSheet?.href ?? location.href).href;
  let face = faces.get(address);
  if (!face) {
    face = inlined(address).then(
      (data) => `@font-face{font-family:"${firstOf(rule.style.fontFamily)}";font-weight:${rule.style.fontWeight || "normal"};src:url(${data}) format("woff2")}`,
      () => "", // the next family of the list does as well
    );
    faces.set(address, face);
  }
  return face;
}

async function inlined(address: string): Promise<string> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(answer.statusText);
  return dataOf(await answer.blob());
}

/** A file as an address that holds it. */
export function dataOf(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as string);
    reader.onerror = () => reject(reader.error!);
    reader.readAsDataURL(file);
  });
}
