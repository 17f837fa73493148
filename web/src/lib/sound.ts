/** Wooden and paper sounds, made on the spot. Silent until the reader has touched the page once. */
import { settings } from "./settings.svelte";

export type Sound = "dice" | "hop" | "splash" | "snore" | "coin" | "wood" | "paper" | "rune" | "turn" | "win";

const HEADROOM = 0.65; // a knock's three parts meet below the loudest that a device can sound

let context: AudioContext | null = null;
let out: GainNode | null = null;
let noise: AudioBuffer | null = null;

/** Browsers let a page sound only after a gesture: wait for the first one. */
export function listenForGesture(): void {
  rouse();
  const wake = () => {
    if (!("AudioContext" in window)) return;
    context ??= new AudioContext();
    void context.resume();
  };
  for (const gesture of ["pointerdown", "keydown"]) addEventListener(gesture, wake, { once: true, passive: true });
}

/** Asking for devices starts the audio service beforehand: otherwise the first sound would hang the gesture. */
function rouse(): void {
  if (!context && settings.volume > 0) navigator.mediaDevices?.enumerateDevices().catch(() => {}); // only where it is safe (https)
}

export function play(name: Sound): void {
  if (!context || context.state !== "running" || settings.volume <= 0 || document.hidden && name !== "turn") return;
  if (!out) {
    out = context.createGain();
    out.connect(context.destination);
    noise = whiteNoise(context);
  }
  out.gain.value = HEADROOM * settings.volume ** 2; // ears hear loudness in ratios
  SOUNDS[name](context.currentTime + 0.01);
}

function whiteNoise(context: AudioContext): AudioBuffer {
  const buffer = context.createBuffer(1, context.sampleRate, context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let n = 0; n < samples.length; n++) samples[n] = Math.random() * 2 - 1;
  return buffer;
}

/** A volume that rises at once and dies away. */
function fading(at: number, loud: number, lasts: number, rise = 0.003): GainNode {
  const gain = context!.createGain();
  gain.gain.setValueAtTime(0.0001, at);
  gain.gain.exponentialRampToValueAtTime(loud, at + rise);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + lasts);
  gain.connect(out!);
  return gain;
}

function tone(at: number, from: number, to: number, lasts: number, loud: number, type: OscillatorType = "sine", rise = 0.003): void {
  const voice = context!.createOscillator();
  voice.type = type;
  voice.frequency.setValueAtTime(from, at);
  voice.frequency.exponentialRampToValueAtTime(to, at + lasts);
  voice.connect(fading(at, loud, lasts, rise));
  voice.start(at);
  voice.stop(at + lasts + 0.02);
}

function rustle(at: number, kind: BiquadFilterType, from: number, to: number, lasts: number, loud: number, rise = 0.003): void {
  const source = context!.createBufferSource();
  source.buffer = noise;
  const filter = context!.createBiquadFilter();
  filter.type = kind;
  filter.Q.value = kind === "bandpass" ? 1.4 : 0.6;
  filter.frequency.setValueAtTime(from, at);
  filter.frequency.exponentialRampToValueAtTime(to, at + lasts);
  source.connect(filter).connect(fading(at, loud, lasts, rise));
  source.start(at, Math.random() * 0.5, lasts + 0.02);
}

/** A piece of wood set down on wood. */
function knock(at: number, pitch: number, loud: number): void {
  tone(at, pitch, pitch * 0.6, 0.09, loud);
  tone(at, pitch * 2.7, pitch * 2.2, 0.04, loud * 0.35, "triangle");
  rustle(at, "bandpass", 2400, 1200, 0.03, loud * 0.5);
}

const SOUNDS: Record<Sound, (at: number) => void> = {
  dice: (at) => {
    for (let n = 0; n < 7; n++) knock(at + n * 0.045 + Math.random() * 0.03, 380 + Math.random() * 320, 0.5 - n * 0.05);
  },
  hop: (at) => knock(at, 300 + Math.random() * 60, 0.6),
  wood: (at) => knock(at, 210, 0.7),
  splash: (at) => {
    rustle(at, "bandpass", 900, 3200, 0.09, 0.35);
    rustle(at + 0.06, "lowpass", 2600, 300, 0.4, 0.4, 0.02);
    tone(at + 0.1, 320, 760, 0.12, 0.18);
  },
  snore: (at) => {
    rustle(at, "bandpass", 260, 420, 0.42, 0.5, 0.2);
    tone(at, 78, 96, 0.4, 0.35, "triangle", 0.18);
    tone(at + 0.48, 620, 380, 0.2, 0.08, "sine", 0.05);
  },
  coin: (at) => {
    for (const [n, pitch] of [1870, 2490].entries()) {
      tone(at + n * 0.07, pitch, pitch * 0.995, 0.35, 0.22);
      tone(at + n * 0.07, pitch * 2.41, pitch * 2.4, 0.12, 0.07);
    }
  },
  paper: (at) => rustle(at, "highpass", 1800, 4200, 0.13, 0.28, 0.03),
  rune: (at) => {
    rustle(at, "bandpass", 500, 1500, 0.16, 0.4, 0.05);
    knock(at + 0.16, 150, 0.8);
    tone(at + 0.17, 294, 292, 0.7, 0.12, "triangle", 0.02);
  },
  turn: (at) => {
    for (const [n, pitch] of [392, 523].entries()) {
      tone(at + n * 0.13, pitch, pitch * 0.99, 0.5, 0.32);
      tone(at + n * 0.13, pitch * 4, pitch * 3.9, 0.1, 0.08);
    }
  },
  win: (at) => {
    for (const [n, pitch] of [392, 494, 587, 784].entries()) {
      tone(at + n * 0.14, pitch, pitch * 0.99, n === 3 ? 1.1 : 0.4, 0.3);
      tone(at + n * 0.14, pitch * 4, pitch * 3.9, 0.12, 0.07);
    }
    for (let n = 0; n < 3; n++) knock(at + n * 0.14, 200, 0.3);
  },
};
