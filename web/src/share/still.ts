/** A picture of one position, as PNG. */
import { emblemOf, titleOf } from "../lib/games.svelte";
import { pictureOf } from "./boardPicture";
import { facesOf, lettersFor } from "./files";
import { Offstage } from "./offstage.svelte";
import { FAMILIES, paintNow, sheetOf, type Sheet } from "./poster";
import { drawn, pngOf } from "./raster";
import type { Made, Subject } from "./subject";

const WIDE = 1620; // pixels: half as much again as its lines, for screens that show more

/** There is nothing to be drawn. */
export class NoPicture extends Error {}

export async function still(subject: Subject, signal: AbortSignal): Promise<Made> {
  const stage = new Offstage(subject.parts, subject, subject.step);
  try {
    if (!(await stage.show(subject.step))) throw new NoPicture();
    const sheet = await sheetFor(stage, subject, true, signal);
    const blob = await pngOf(await drawn(sheet, WIDE));
    return { file: new File([blob], `${subject.game}-${subject.step.position.ply}.png`, { type: "image/png" }), alt: `${subject.title} ${subject.line}` };
  } finally {
    stage.end();
  }
}

/** What stands on the stage now, with its words. */
export async function sheetFor(stage: Offstage, subject: Subject, jumps: boolean, signal: AbortSignal): Promise<Sheet> {
  const board = await pictureOf(stage.root, signal);
  const { scores } = subject.step.position;
  const people = subject.seats.map((seat) => ({
    seat,
    name: subject.names[seat] ?? seat,
    emblem: emblemOf(subject.game, seat),
    score: scores[seat] ?? null,
    winner: subject.winners.includes(seat),
  }));
  const origin = subject.title === titleOf(subject.game) ? "Ewala" : `Ewala · ${titleOf(subject.game)}`;
  const faces = await facesOf([...FAMILIES, ...board.families]);
  await lettersFor(FAMILIES, [subject.title, subject.line, origin, ...people.map(({ name }) => name)].join(" "));
  return sheetOf({ board, title: subject.title, line: subject.line, origin, people }, paintNow(stage.root), faces, jumps);
}
