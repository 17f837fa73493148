/** How the tiles lie: chosen before a table is made. */
import type { GameSetUp } from "../../lib/game";
import LayoutEditor from "./LayoutEditor.svelte";

export const setUp: GameSetUp = { Editor: LayoutEditor };
