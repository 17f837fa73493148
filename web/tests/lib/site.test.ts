/** Links say before the `#` what may be said, and no more. */
import { beforeEach, expect, it, vi } from "vitest";
import { arrive, linkTo } from "../../src/lib/site";
import { to } from "../../src/lib/route.svelte";

function at(folder: string, pathname: string, hash = "", server = true): void {
  const found: Record<string, unknown> = { 'link[rel="manifest"]': { href: `http://ewala.test${folder}manifest.webmanifest` } };
  if (!server) found['meta[name="ewala-server"][content="none"]'] = {};
  vi.stubGlobal("document", { title: "", querySelector: (wanted: string) => found[wanted] ?? null });
  vi.stubGlobal("location", { origin: "http://ewala.test", pathname, hash });
}

beforeEach(() => at("/", "/"));

it.each([
  [to.table("abc"), "http://ewala.test/join/a-game/en#/table/abc"],
  [to.watch("abc", "key"), "http://ewala.test/watch/a-game/en#/table/abc/watch/key"],
  [to.replay("abc", 7, "key"), "http://ewala.test/replay/a-game/en#/replay/abc/7/key"],
  [to.analysis("abc", 3), "http://ewala.test/review/a-game/en#/analysis/abc/3"],
  [to.seat("abc", "K", "secret", "part"), "http://ewala.test/#/table/abc/seat/secret/part"],
  [to.start(), "http://ewala.test/#/"],
])("%s", (hash, link) => {
  expect(linkTo(hash, "a-game")).toBe(link);
  expect(new URL(link).hash).toBe(hash);
});

it("says nothing where the game is not known", () => {
  expect(linkTo(to.table("abc"))).toBe("http://ewala.test/#/table/abc");
});

it("leads to the page's own address", () => {
  const replaceState = vi.fn();
  vi.stubGlobal("history", { state: null, replaceState });
  arrive();
  expect(replaceState).not.toHaveBeenCalled();
  at("/", "/join/a-game/fr", "#/table/abc");
  arrive();
  expect(replaceState).toHaveBeenCalledWith(null, "", "/#/table/abc");
});

it("stays in the folder of a page without a server, and says nothing before the `#`", () => {
  const replaceState = vi.fn();
  vi.stubGlobal("history", { state: null, replaceState });
  at("/some/games/", "/some/games/index.html", "#/", false);
  arrive();
  expect(replaceState).not.toHaveBeenCalled();
  expect(linkTo(to.table("abc"), "a-game")).toBe("http://ewala.test/some/games/#/table/abc");
});
