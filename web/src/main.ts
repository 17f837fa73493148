import "./app.css";
import "./layout.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { moduleOf } from "./games/registry";
import { learnGames } from "./lib/games.svelte";
import { arrive } from "./lib/site";
import { follow } from "./lib/route.svelte";
import { applyTheme, settings } from "./lib/settings.svelte";
import { version } from "./lib/version.svelte";
import { preferredLanguage, speak } from "./lib/words.svelte";

applyTheme();
arrive();
follow();
const spoken = preferredLanguage();
// Not awaited: games need what lies in one file with this, and would wait until all of it has run.
void Promise.all([
  speak(spoken),
  learnGames(moduleOf, spoken).catch(() => {}), // the page says so itself, and asks again
]).then(() => {
  mount(App, { target: document.getElementById("app")! });
  if (import.meta.env.PROD) whenIdle(() => void version.keep());
  if (settings.told) whenIdle(() => void import("./lib/push").then(({ renew }) => renew()).catch(() => {})); // another time
  if (hasBadge()) whenIdle(() => void import("./lib/push").then(({ showBadge }) => showBadge()));
});

/** Whether the page has a sign of its own, on which a number can be: in a tab it has none. */
function hasBadge(): boolean {
  return "setAppBadge" in navigator && !matchMedia("(display-mode: browser)").matches;
}

/** When the page is there, and what it begins with has been fetched. */
function whenIdle(then: () => void): void {
  const idle = () => ("requestIdleCallback" in window ? requestIdleCallback(then) : setTimeout(then));
  if (document.readyState === "complete") idle();
  else addEventListener("load", idle, { once: true });
}
