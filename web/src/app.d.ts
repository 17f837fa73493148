declare module "*.md" {
  const blocks: import("./lib/richText").Block[];
  export default blocks;
}

/** As a server describes them in that language (plugins.ts). */
declare module "virtual:games/*" {
  const games: import("./generated/wire").GameView[];
  export default games;
}

declare module "gifenc" {
  export type Palette = number[][];
  export function quantize(rgba: Uint8ClampedArray, most: number): Palette;
  export function applyPalette(rgba: Uint8ClampedArray, palette: Palette): Uint8Array;
  export function GIFEncoder(): {
    readonly buffer: ArrayBuffer;
    writeFrame(indexes: Uint8Array, width: number, height: number, options: { palette: Palette | undefined; delay: number; transparent: boolean; transparentIndex: number; dispose: number }): void;
    finish(): void;
    bytes(): Uint8Array<ArrayBuffer>;
    bytesView(): Uint8Array;
  };
}
