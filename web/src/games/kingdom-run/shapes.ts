/** The cut-out shapes of runners and dice. Runners are drawn about their middle, signs in a box of 24 by 24. */
import type { Clan, Face } from "./text";

interface ClanShape {
  /** The disc's outline: a clan is known by it alone. */
  outline: string;
  sign: string;
  /** Lines and dots cut into the sign. */
  cut: string;
  colour: string;
}

export const CLAN_SHAPES: Record<Clan, ClanShape> = {
  K: {
    outline: "M-15.5-14C-8-14-4-16 0-18 4-16 8-14 15.5-14V0C15.5 9 9 14.5 0 18-9 14.5-15.5 9-15.5 0Z",
    sign: "M12 2.5 20.5 5V11.800C20.5 17 17.3 20.2 12 22 6.7 20.2 3.5 17 3.5 11.800V5Z",
    cut: "M12 6.500V18M6.8 10.800H17.2",
    colour: "var(--knights)",
  },
  S: {
    outline: "M0-22 7-14.500A16.2 16.2 0 1 1-7-14.500Z",
    sign: "m12 1 3.3 7.2 7.7.8-5.8 5.2 1.7 7.700L12 17.9 5.1 21.9 6.8 14.2 1 9l7.7-.8Z",
    cut: "",
    colour: "var(--sorcerers)",
  },
  F: {
    outline: "M17-17V0A16.5 16.5 0 1 1 0-16.500C8-16.5 12-17 17-17Z",
    sign: "M21 2.500C9.5 2.5 3 8 3 15c0 2.2.7 4 1.7 5.500C15 21.5 21 14.5 21 2.500Z",
    cut: "M4.7 20.500C7.5 15.5 11 11.5 15.5 8.500M10 13.800V9.500M8 16.500h5",
    colour: "var(--forest)",
  },
  G: {
    outline: "M-16 12V-.5A16 16.5 0 0 1 16-.5V12Q16 17 11 17H-11Q-16 17-16 12Z",
    sign: "M1.5 12.800C1.5 6.5 6.2 2 12 2s10.5 4.5 10.5 10.800c0 .8-.5 1.2-1.3 1.200h-5.400l.7 5c.2 1.8-.8 3-2.5 3h-4c-1.7 0-2.7-1.2-2.5-3l.7-5H2.800c-.8 0-1.3-.4-1.3-1.200Z",
    cut: "M7.5 9h.01M12.5 6.500h.01M17 10h.01",
    colour: "var(--gnomes)",
  },
};

interface FaceShape {
  solid: string;
  line: string;
}

export const FACE_SHAPES: Record<Face, FaceShape> = {
  D: {
    solid: "M7 2.500h7.500v9.300l5 2.400c1.7.8 2.5 2 2.5 3.600v.7H5.500V14c1-1.5 1.5-3.5 1.5-6Z",
    line: "M5.5 21H22M7 6.500h7.5",
  },
  C: { solid: "", line: "M12 7V20.500M4.5 12.500C4.5 17.5 7.5 20.5 12 20.500S19.5 17.5 19.5 12.500M4.5 12.5 2.5 15.500M4.5 12.5 7.5 14.800M19.5 12.5 21.5 15.500M19.5 12.5 16.5 14.800M12 2.300A2.3 2.3 0 1 1 12 6.9 2.3 2.3 0 0 1 12 2.300Z" },
  B: { solid: "M12 2c4.3 5.2 7 8.5 7 12.300a7 7 0 0 1-14 0C5 10.5 7.7 7.2 12 2Z", line: "" },
  V: {
    solid: "M9 7.5 6.8 3.500Q12 1.8 17.2 3.500L15 7.500C19 9.5 21.3 13 21.3 16.6 21.3 19.6 19.4 21.5 16.5 21.500H7.500C4.6 21.5 2.7 19.6 2.7 16.6 2.7 13 5 9.5 9 7.500Z",
    line: "",
  },
  L: { solid: "M14.5 2.500A9.8 9.8 0 1 0 21.5 15.8 8.3 8.3 0 0 1 14.5 2.500Z", line: "" },
  X: { solid: "M9 9H21V21H9Z", line: "M9 15H3V3H15V9" },
};
