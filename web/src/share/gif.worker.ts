/** Packs an animated picture beside the page: first some pictures whose colours are chosen from, then all in order. */
import { Gif, paletteOf } from "./gif";

export type ToWorker =
  | { sample: ArrayBuffer }
  | { begin: { width: number; height: number } }
  | { frame: ArrayBuffer; milliseconds: number }
  | { end: true };
/** How large it is after each frame; at the end, the whole of it. */
export type FromWorker = { size: number } | { whole: Uint8Array<ArrayBuffer> };

const samples: Uint8ClampedArray[] = [];
let gif: Gif;

addEventListener("message", ({ data }: MessageEvent<ToWorker>) => {
  if ("sample" in data) samples.push(new Uint8ClampedArray(data.sample));
  else if ("begin" in data) gif = new Gif(data.begin.width, data.begin.height, paletteOf(samples.splice(0)));
  else if ("frame" in data) {
    gif.add(new Uint8ClampedArray(data.frame), data.milliseconds);
    answer({ size: gif.size });
  } else {
    const whole = gif.done();
    answer({ whole }, [whole.buffer]);
  }
});

function answer(what: FromWorker, moved: Transferable[] = []): void {
  postMessage(what, { transfer: moved });
}
