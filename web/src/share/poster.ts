/** A picture to hand on: the board, above it what it shows, below it who plays and how they stand. */
import type { Emblem } from "../lib/game";
import { escaped } from "./drawing";
import type { BoardPicture } from "./offstage.svelte";

export interface Person {
  name: string;
  /** The seat's letter, where its emblem has no sign. */
  seat: string;
  emblem: Emblem | undefined;
  score: number | null;
  winner: boolean;
}

interface Poster {
  board: BoardPicture;
  /** Large: the game, or who has won. */
  title: string;
  /** Smaller: what happened, or why. */
  line: string;
  /** A small sign of where it comes from: the game beside the house's name. */
  origin: string;
  people: Person[];
}

/** Colours as this reader sees them now, by day or by night. */
interface Paint {
  ground: string;
  raised: string;
  ink: string;
  soft: string;
  edge: string;
  gold: string;
  of: (colour: string) => string;
}

export interface Sheet {
  markup: string;
  width: number;
  height: number;
}

const [WIDTH, MARGIN, GAP] = [1080, 40, 24];
const [DISPLAY, TEXT] = ['"Fraunces", Georgia, serif', '"Inter", system-ui, sans-serif'];
export const FAMILIES = [DISPLAY, TEXT];
const LINES = 2; // that are kept free for what happened, so that nothing jumps from frame to frame
const ROW = 84;

export function sheetOf({ board, title, line, origin, people }: Poster, paint: Paint, faces: string, jumps: boolean): Sheet {
  const inside = WIDTH - 2 * MARGIN;
  const large = [58, 50, 42, 36].find((size) => widthOf(title, font(650, size, DISPLAY)) <= inside) ?? 36;
  const titles = balanced(title, font(650, large, DISPLAY), inside, 2);
  const lines = balanced(line, font(450, 26, TEXT), inside, LINES);
  let y = MARGIN;
  const parts: string[] = [];
  for (const one of titles) parts.push(written(one, WIDTH / 2, (y += large * 1.08) - large * 0.18, 650, large, DISPLAY, paint.ink, "middle"));
  y += 12;
  for (const [n, one] of lines.entries()) parts.push(written(one, WIDTH / 2, y + 30 + 36 * n, 450, 26, TEXT, paint.soft, "middle"));
  y += 36 * (jumps ? lines.length : LINES) + (jumps && !lines.length ? 0 : 14);
  const high = (inside * board.height) / board.width;
  parts.push(
    `<clipPath id="ewala-frame"><rect x="${MARGIN}" y="${y}" width="${inside}" height="${high}" rx="28"/></clipPath>`,
    `<g clip-path="url(#ewala-frame)"><svg x="${MARGIN}" y="${y}" width="${inside}" height="${high}" viewBox="0 0 ${board.width} ${board.height}">${board.markup}</svg></g>`,
    `<rect x="${MARGIN}" y="${y}" width="${inside}" height="${high}" rx="28" fill="none" stroke="${paint.edge}" stroke-width="3"/>`,
  );
  y += high + GAP;
  const across = people.length > 3 ? Math.ceil(people.length / 2) : Math.max(1, people.length);
  const wide = (inside - GAP * (across - 1)) / across;
  for (const [n, person] of people.entries()) {
    parts.push(chip(person, MARGIN + (n % across) * (wide + GAP), y + Math.floor(n / across) * (ROW + 14), wide, paint));
  }
  if (people.length) y += Math.ceil(people.length / across) * (ROW + 14) + 10;
  parts.push(mark(WIDTH / 2 - (widthOf(origin, font(600, 22, TEXT)) + 40) / 2, y, origin, paint));
  const height = Math.ceil(y + 34 + MARGIN * 0.7);
  const sheet = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}">`,
    faces && `<style>${faces}</style>`,
    `<rect width="${WIDTH}" height="${height}" fill="${paint.ground}"/>`,
    ...parts,
    "</svg>",
  ];
  return { markup: sheet.join(""), width: WIDTH, height };
}

function chip({ name, seat, emblem, score, winner }: Person, x: number, y: number, wide: number, paint: Paint): string {
  const points = score === null ? "" : String(score);
  const room = wide - 84 - 24 - (points ? widthOf(points, font(650, 42, DISPLAY)) + 16 : 0);
  const [middle, colour] = [y + ROW / 2, paint.of(emblem?.colour ?? "gray")];
  const sign = emblem?.path
    ? `<path d="${escaped(emblem.path)}" transform="translate(${x + 44} ${middle}) scale(1.5) translate(-12 -12)" fill="none" stroke="${paint.raised}" stroke-width="2.4" stroke-linecap="round" stroke-linejoin="round"/>`
    : written(seat, x + 44, middle + 10, 700, 28, TEXT, paint.raised, "middle");
  return [
    `<rect x="${x}" y="${y}" width="${wide}" height="${ROW}" rx="22" fill="${paint.raised}" stroke="${winner ? paint.gold : paint.edge}" stroke-width="${winner ? 6 : 3}"/>`,
    `<circle cx="${x + 44}" cy="${middle}" r="26" fill="${colour}"/>`,
    sign,
    written(cutTo(name, font(600, 27, TEXT), room), x + 84, middle + 9.5, 600, 27, TEXT, paint.ink, "start"),
    points && written(points, x + wide - 24, middle + 14, 650, 42, DISPLAY, paint.ink, "end"),
  ].join("");
}

/** The house's mark, and its name. */
function mark(x: number, y: number, origin: string, paint: Paint): string {
  const coin = [
    `<circle cx="32" cy="32" r="30" fill="${paint.gold}"/><circle cx="32" cy="32" r="24" fill="#F6EFE0"/>`,
    `<path d="M18 44c2-10 8-8 10-16s10-10 18-10" fill="none" stroke="#2B2320" stroke-width="5" stroke-linecap="round" stroke-dasharray="1 9"/>`,
    `<circle cx="18" cy="45" r="5" fill="${paint.of("var(--knights)")}"/><circle cx="47" cy="18" r="5" fill="#D1493F"/>`,
  ].join("");
  return `<g transform="translate(${x} ${y}) scale(.47)">${coin}</g>${written(origin, x + 40, y + 23, 600, 22, TEXT, paint.soft, "start")}`;
}

const font = (weight: number, size: number, family: string) => `${weight} ${size}px ${family}`;

function written(text: string, x: number, y: number, weight: number, size: number, family: string, fill: string, anchor: string): string {
  return `<text x="${x}" y="${y}" font-family="${escaped(family)}" font-size="${size}" font-weight="${weight}" fill="${fill}" text-anchor="${anchor}">${escaped(text)}</text>`;
}

/** The house's colours as they are now; mixed and switched ones as plain ones. */
export function paintNow(within: Element): Paint {
  const probe = within.appendChild(document.createElement("span"));
  probe.style.transitionProperty = "none"; // a colour that changes would be read before it has
  const of = (colour: string) => {
    probe.style.color = colour;
    return getComputedStyle(probe).color;
  };
  return {
    ground: of("var(--ground)"), raised: of("var(--ground-raised)"), ink: of("var(--ink)"), soft: of("var(--ink-soft)"),
    edge: of("var(--line)"), gold: of("var(--gold)"), of,
  };
}

// Words that must fit: measured with the page's own letters, broken into lines, cut where there are too many.

let context: CanvasRenderingContext2D | null = null;

function widthOf(text: string, font: string): number {
  context ??= document.createElement("canvas").getContext("2d")!;
  context.font = font;
  return context.measureText(text).width;
}

/** At most so many lines; the last one ends with an ellipsis if there would be more. */
export function inLines(text: string, font: string, width: number, most: number, measure = widthOf): string[] {
  const lines: string[] = [];
  let line = "";
  const words = text.split(/\s+/).filter(Boolean);
  for (const [n, word] of words.entries()) {
    const longer = line ? `${line} ${word}` : word;
    if (!line || measure(longer, font) <= width) {
      line = longer;
      continue;
    }
    if (lines.length === most - 1) {
      lines.push(cutTo([line, ...words.slice(n)].join(" "), font, width, measure));
      return lines;
    }
    lines.push(cutTo(line, font, width, measure));
    line = word;
  }
  if (line) lines.push(cutTo(line, font, width, measure));
  return lines;
}

/** The same, in lines of about the same length. */
export function balanced(text: string, font: string, width: number, most: number, measure = widthOf): string[] {
  const found = inLines(text, font, width, most, measure);
  if (found.length < 2 || found.at(-1)!.endsWith("…")) return found;
  let best = found;
  for (let narrower = width * 0.95; narrower > width / 3; narrower *= 0.95) {
    const lines = inLines(text, font, narrower, most, measure);
    if (lines.some((line) => line.endsWith("…"))) break;
    best = lines;
  }
  return best;
}

export function cutTo(text: string, font: string, width: number, measure = widthOf): string {
  if (measure(text, font) <= width) return text;
  const letters = [...text]; // as people count them, or nearly
  while (letters.length && measure(`${letters.join("").trimEnd()}…`, font) > width) letters.pop();
  return `${letters.join("").trimEnd()}…`;
}
