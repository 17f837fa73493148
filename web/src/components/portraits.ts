/** Those that play every game, and only serve to measure by. */
import { disc, type Portrait } from "../lib/portraits";

export const PORTRAITS: Record<string, Portrait> = {
  random: {
    light: "dusk",
    layers: [
      ["bone", "m24 9 14 7.500v16L24 40l-14-7.500v-16Z"],
      ["cream", "m24 9 14 7.500L24 24 10 16.500Z"],
      ["ink", disc(24, 16.500, 2) + disc(15, 24.500, 1.700) + disc(19, 32, 1.700) + disc(29, 32, 1.700) + disc(33, 24.500, 1.700) + disc(31, 28.300, 1.700)],
    ],
  },
  greedy: {
    light: "morning",
    layers: [
      ["leather", "M18 16.500h12c6 5 9 10.500 9 16 0 6-4.500 9-15 9s-15-3-15-9c0-5.500 3-11 9-16Z"],
      ["gold", "M16.500 13.500h15v4h-15Z"],
      ["leather", "M15 7.500c3.500 2 5.500-.5 9 1 3.500-1.500 5.500 1 9-1l-3 6H18Z"],
      ["gold", disc(24, 29.500, 6)],
      ["glow", disc(24, 29.500, 3.800)],
    ],
  },
};
