/** A whole game as an animated picture: drawn here a frame at a time, packed by a worker meanwhile. */
import { nextTask } from "./drawing";
import type { FromWorker, ToWorker } from "./gif.worker";
import { Offstage } from "./offstage.svelte";
import { drawn, NoPicture, sheetFor } from "./still";
import type { Frame, Made, Subject } from "./subject";

const WIDE = 640; // pixels
const SAMPLES = 4; // frames whose colours are chosen from
const MOST_WAITING = 3; // frames that a worker has not packed yet: they are large

type Whole = Omit<Subject, keyof Frame>;

/** Told which part is done; ends when it is told to. */
export async function animated(whole: Whole, frames: Frame[], watch: (part: number) => void, signal: AbortSignal): Promise<Made> {
  const worker = new Worker(new URL("./gif.worker.ts", import.meta.url), { type: "module" });
  const stage = new Offstage(whole.parts, whole, frames[0]!.step);
  const packing = new Packing(worker);
  try {
    const draw = async (frame: Frame) => {
      signal.throwIfAborted();
      if (!(await stage.show(frame.step))) throw new NoPicture();
      const canvas = await drawn(await sheetFor(stage, { ...whole, ...frame }, false, signal), WIDE);
      await nextTask();
      return canvas.getContext("2d")!.getImageData(0, 0, canvas.width, canvas.height);
    };
    const samples = samplesOf(frames);
    let size = { width: 0, height: 0 };
    for (const [n, frame] of samples.entries()) {
      const { data, width, height } = await draw(frame);
      size = { width, height: Math.max(height, size.height) };
      packing.send({ sample: data.buffer as ArrayBuffer });
      watch((n + 1) / (samples.length + frames.length));
    }
    packing.send({ begin: size });
    for (const [n, frame] of frames.entries()) {
      const { data } = fitted(await draw(frame), size);
      await packing.frame({ frame: data.buffer as ArrayBuffer, milliseconds: frame.milliseconds });
      watch((samples.length + n + 1) / (samples.length + frames.length));
    }
    const file = new File([await packing.whole(signal)], `${whole.game}.gif`, { type: "image/gif" });
    return { file, alt: frames.at(-1)!.title };
  } finally {
    stage.end();
    worker.terminate();
  }
}

/** From the beginning to the end, a few. */
function samplesOf(frames: Frame[]): Frame[] {
  const count = Math.min(SAMPLES, frames.length);
  return Array.from({ length: count }, (_, n) => frames[Math.round((n * (frames.length - 1)) / Math.max(1, count - 1))]!);
}

/** As high as the others. */
function fitted(image: ImageData, size: { width: number; height: number }): ImageData {
  if (image.height === size.height) return image;
  const same = new ImageData(size.width, size.height);
  same.data.set(image.data.subarray(0, same.data.length));
  return same;
}

class Packing {
  #waiting = 0;
  #heard: () => void = () => {};
  #failed: ErrorEvent | null = null;
  #whole: Uint8Array<ArrayBuffer> | null = null;

  constructor(private readonly worker: Worker) {
    worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
      if ("whole" in data) this.#whole = data.whole;
      else this.#waiting--;
      this.#heard();
    };
    worker.onerror = (event) => {
      this.#failed = event;
      this.#heard();
    };
  }

  send(what: ToWorker): void {
    const buffer = "sample" in what ? what.sample : "frame" in what ? what.frame : null;
    this.worker.postMessage(what, buffer ? [buffer] : []);
  }

  async frame(what: ToWorker): Promise<void> {
    this.#waiting++;
    this.send(what);
    while (this.#waiting > MOST_WAITING) await this.#news();
  }

  async whole(signal: AbortSignal): Promise<Uint8Array<ArrayBuffer>> {
    this.send({ end: true });
    signal.addEventListener("abort", () => this.#heard());
    while (!this.#whole) {
      await this.#news();
      signal.throwIfAborted();
    }
    return this.#whole;
  }

  async #news(): Promise<void> {
    if (!this.#failed) await new Promise<void>((resolve) => (this.#heard = resolve));
    if (this.#failed) throw new Error(this.#failed.message);
  }
}
