/** Words that must fit: measured with the page's own letters, broken into lines, cut where there are too many. */

let context: CanvasRenderingContext2D | null = null;

export function widthOf(text: string, font: string): number {
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
