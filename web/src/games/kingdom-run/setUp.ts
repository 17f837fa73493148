/** The circuit: built before a table is made, drawn where it is waited. */
import type { GameSetUp } from "../../lib/game";
import CircuitBuilder from "./CircuitBuilder.svelte";
import CircuitShown from "./CircuitShown.svelte";

export const setUp: GameSetUp = { Editor: CircuitBuilder, Shown: CircuitShown };
