/** Where a server would log, a page has its console. */
import { Dict, str } from "./python.mjs";

const filled = (text, parts) => text.replace(/%(?:\.\d+)?[sdf]/g, () => str(parts.shift()));
const shown = (parts) => parts.filter((part) => !(part instanceof Dict)); // what was given by name is for logs alone
const logger = {
  $error: (text, ...parts) => console.error(filled(text, shown(parts))),
  $exception: (text, ...parts) => console.error(filled(text, shown(parts))),
  $warning: (text, ...parts) => console.warn(filled(text, shown(parts))),
};
logger.$error._takes = [["text"], 1, true];
export const getLogger = () => logger;
