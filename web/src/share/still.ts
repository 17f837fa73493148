/** A picture of one position, as PNG. */
import { emblemOf, titleOf } from "../lib/games.svelte";
import { nextTask } from "./drawing";
import { facesOf, lettersFor } from "./files";
import { Offstage, pictureOf } from "./offstage.svelte";
import { FAMILIES, paintNow, type Sheet, sheetOf } from "./poster";
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

// Drawings as pixels. An image in a data: address loads nothing and may be read back, and the page's policy allows it.

const BAND = 320; // rows of pixels that are drawn at once

export async function drawn({ markup, width, height }: Sheet, wide: number): Promise<HTMLCanvasElement> {
  await nextTask(); // to read it and to draw it take long enough, each for itself
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(markup)}`;
  await image.decode();
  await nextTask();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [wide, Math.round((wide * height) / width)];
  const context = canvas.getContext("2d", { willReadFrequently: true })!;
  for (let top = 0; top < canvas.height; top += BAND) {
    context.save();
    context.beginPath();
    context.rect(0, top, canvas.width, BAND);
    context.clip();
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    context.restore();
    context.getImageData(0, top, 1, 1); // else it would all be drawn at the end, at once
    await nextTask();
  }
  return canvas;
}

export function pngOf(canvas: HTMLCanvasElement): Promise<Blob> {
  return new Promise((resolve, reject) => canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no picture"))), "image/png"));
}
