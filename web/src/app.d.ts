declare module "*.md" {
  const blocks: import("./lib/blocks").Block[];
  export default blocks;
}
