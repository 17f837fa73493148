declare module "*.md" {
  const blocks: import("./lib/richText").Block[];
  export default blocks;
}

/** As a server describes them in that language (games-plugin.ts). */
declare module "virtual:games/*" {
  const games: import("./wire").GameView[];
  export default games;
}
