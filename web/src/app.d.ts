declare module "*.md" {
  const blocks: import("./learn/blocks").Block[];
  export default blocks;
}
