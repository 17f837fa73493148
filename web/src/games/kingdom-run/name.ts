/** What the server calls the game. */
export const GAME = "kingdom-run";
