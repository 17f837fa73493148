/** An SVG of the page as one that stands alone: styles become attributes, and what is not drawn is left out. */

/** Handed down to children; each with what holds where nobody says anything. */
const INHERITED: Record<string, string> = {
  fill: "rgb(0, 0, 0)", "fill-opacity": "1", "fill-rule": "nonzero", stroke: "none", "stroke-width": "1px", "stroke-opacity": "1",
  "stroke-linecap": "butt", "stroke-linejoin": "miter", "stroke-miterlimit": "4", "stroke-dasharray": "none", "stroke-dashoffset": "0px",
  "paint-order": "normal", "clip-rule": "nonzero", color: "rgb(0, 0, 0)", "font-family": "", "font-size": "", "font-weight": "400",
  "font-style": "normal", "font-variant-numeric": "normal", "letter-spacing": "normal", "text-anchor": "start",
  "dominant-baseline": "auto", visibility: "visible",
};
const OWN: Record<string, string> = {
  opacity: "1", "clip-path": "none", mask: "none", filter: "none", "mix-blend-mode": "normal", "vector-effect": "none",
};
/** Of these alone: elsewhere they say nothing. */
const OF_STOPS: Record<string, string> = { "stop-color": "rgb(0, 0, 0)", "stop-opacity": "1" };
const OF_FLOODS: Record<string, string> = { "flood-color": "rgb(0, 0, 0)", "flood-opacity": "1" };
const WRITTEN = new Set([...Object.keys({ ...INHERITED, ...OWN, ...OF_STOPS, ...OF_FLOODS }), "font", "display", "class", "style", "role", "tabindex", "focusable", "xmlns"]);
const NOT_DRAWN = new Set(["title", "desc", "script", "style", "foreignObject", "animate", "animateTransform", "metadata"]);
/** Drawn only where something refers to them. */
const STORED = new Set(["defs", "clipPath", "mask", "linearGradient", "radialGradient", "pattern", "symbol", "marker", "filter"]);
const MATRICES = ["transform", "translate", "rotate", "scale", "offset-path"];

type Styles = Record<string, string>;

/** A piece of SVG, and the families of letters that it is written in. */
export interface Drawing {
  markup: string;
  families: Set<string>;
}

/** The drawing in a box of a larger one: where it lies there, and how large. */
export async function drawingOf(svg: SVGSVGElement, place: { x: number; y: number; width: number; height: number }, signal?: AbortSignal): Promise<Drawing> {
  const breathe = breather(signal);
  const families = new Set<string>();
  const missing = new Map<string, Element>();

  async function written(element: Element, above: Styles | null, stored: boolean): Promise<string> {
    const name = element.localName;
    if (NOT_DRAWN.has(name)) return "";
    await breathe();
    const style = getComputedStyle(element);
    const kept = stored || STORED.has(name);
    if (!kept && (style.display === "none" || style.opacity === "0")) return "";
    const [attributes, styles] = attributesOf(element, style, above);
    for (const id of referred(attributes)) {
      const target = svg.contains(document.getElementById(id)) ? null : document.getElementById(id);
      if (target) missing.set(id, target);
    }
    let inner = "";
    for (const child of element.childNodes) {
      if (child instanceof Element) inner += await written(child, styles, kept);
      else if (child.nodeType === Node.TEXT_NODE && isText(name)) inner += escaped(child.nodeValue ?? "");
    }
    if (isText(name) && inner.trim()) families.add(style.fontFamily);
    return `<${name}${attributes.map(([key, value]) => ` ${key}="${escaped(value)}"`).join("")}>${inner}</${name}>`;
  }

  const style = getComputedStyle(svg);
  const [attributes, styles] = attributesOf(svg, style, null);
  let inner = "";
  for (const child of svg.children) inner += await written(child, styles, false);
  for (const element of missing.values()) inner += `<defs>${await written(element, null, true)}</defs>`;
  const outer = attributes.filter(([key]) => !["x", "y", "width", "height", "transform"].includes(key));
  outer.push(...Object.entries(place).map(([key, value]): [string, string] => [key, String(Math.round(value * 100) / 100)]));
  return { markup: `<svg${outer.map(([key, value]) => ` ${key}="${escaped(value)}"`).join("")}>${inner}</svg>`, families };
}

const isText = (name: string) => name === "text" || name === "tspan" || name === "textPath";

function attributesOf(element: Element, style: CSSStyleDeclaration, above: Styles | null): [[string, string][], Styles] {
  const attributes: [string, string][] = [];
  for (const { name, value } of element.attributes) {
    if (WRITTEN.has(name) || /^(aria-|data-|on|xmlns)/.test(name)) continue;
    attributes.push([name === "xlink:href" ? "href" : name, value]);
  }
  const styles: Styles = {};
  for (const [name, usual] of Object.entries(INHERITED)) {
    const value = style.getPropertyValue(name);
    styles[name] = value;
    if (value !== (above ? above[name] : usual)) attributes.push([name, value]);
  }
  const own = element.localName === "stop" ? OF_STOPS : element.localName.startsWith("fe") ? OF_FLOODS : OWN;
  for (const [name, usual] of Object.entries(own)) {
    const value = style.getPropertyValue(name);
    if (value && value !== usual) attributes.push([name, value]);
  }
  const moved = element instanceof SVGGraphicsElement && !element.hasAttribute("transform") && above ? matrixOf(element, style) : "";
  if (moved) attributes.push(["transform", moved]);
  return [attributes, styles];
}

/** How a style sheet or a motion has moved it, from where its parent's lines are. */
function matrixOf(element: SVGGraphicsElement, style: CSSStyleDeclaration): string {
  if (MATRICES.every((name) => ["none", ""].includes(style.getPropertyValue(name)))) return "";
  const [here, there] = [element.getCTM(), (element.parentElement as unknown as SVGGraphicsElement | null)?.getCTM?.()];
  if (!here || !there) return "";
  const { a, b, c, d, e, f } = there.inverse().multiply(here);
  return `matrix(${[a, b, c, d, e, f].map((number) => Math.round(number * 1e4) / 1e4).join(" ")})`;
}

/** The ids of other elements that an element is drawn with. */
function referred(attributes: [string, string][]): string[] {
  return attributes.flatMap(([name, value]) => {
    if (name === "href") return value.startsWith("#") ? [value.slice(1)] : [];
    return [...value.matchAll(/url\(["']?#([^"')]+)["']?\)/g)].map((found) => found[1]!);
  });
}

export function escaped(text: string): string {
  // eslint-disable-next-line no-control-regex
  return text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "").replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`);
}

// Long work in short pieces, so that the page answers in between.

const PIECE = 12; // milliseconds

/** Call `breathe` between small parts of a work: it waits whenever a piece is done; throws if it is to end. */
export function breather(signal?: AbortSignal): () => Promise<void> | undefined {
  let began = performance.now();
  return () => {
    signal?.throwIfAborted();
    if (performance.now() - began < PIECE) return undefined;
    return nextTask().then(() => {
      began = performance.now();
    });
  };
}

/** After whatever else the page has to do; also where nothing is painted. */
export const nextTask = (milliseconds = 0): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));
