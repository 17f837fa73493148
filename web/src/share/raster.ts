/** Drawings as pixels. An image in a data: address loads nothing and may be read back, and the page's policy allows it. */
import { nextTask } from "./breathing";
import type { Sheet } from "./poster";

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
