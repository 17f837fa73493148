/** Running text with pictures: what is drawn, what is heard, and what is no picture at all. */
import { expect, it } from "vitest";
import { blocksOf, checkLesson, checkPictures } from "../../rulebook-plugin";
import { plainText, spansOf, strangePictures } from "../../src/lib/richText";

it("keeps a picture with the word that it stands before", () => {
  expect(spansOf("Use {die:B} Bathing now.")).toEqual([
    { kind: "text", text: "Use " },
    { kind: "picture", pictures: ["die:B"], text: "Bathing" },
    { kind: "text", text: " now." },
  ]);
});

it("knows a picture before strong words, at the end, and beside another", () => {
  expect(spansOf("{token} **Twelve tokens**, {die:V}{die:V}")).toEqual([
    { kind: "picture", pictures: ["token"], text: "Twelve tokens", strong: true },
    { kind: "text", text: ", " },
    { kind: "picture", pictures: ["die:V", "die:V"], text: "" },
  ]);
});

it("reads strong words, emphasis, code and marks as before", () => {
  expect(spansOf("**a** *b* `c` [ruling]").map(({ kind, text }) => [kind, text])).toEqual([
    ["strong", "a"], ["text", " "], ["em", "b"], ["text", " "], ["code", "c"], ["text", " "], ["mark", "ruling"],
  ]);
});

it("lets nothing be heard of a picture", () => {
  expect(plainText("{die:D} **Your turn:** roll, then {runner:k} sleep.")).toBe("Your turn: roll, then sleep.");
});

it("finds pictures that nobody has drawn, and what only looks like one", () => {
  expect(strangePictures("{die:D} {die:Z} {die D} {die:D", ["die:D"])).toEqual(["{die:Z}", "{die D}", "{die:D"]);
});

it("fails the build of a book or a lesson that names an unknown picture", () => {
  expect(() => checkPictures("| {die:D} boot |", "kingdom-run")).not.toThrow();
  expect(() => checkPictures("| {die:Q} boot |", "kingdom-run")).toThrow("{die:Q}");
  expect(() => checkLesson(JSON.stringify({ a: "{rune:7} Lisbeth" }), "kingdom-run")).toThrow("kingdom-run");
});

it("tells a column's edition from a picture, and a figure's rules from its moves", () => {
  const [table, figure] = blocksOf("| | {fr} French |\n|---|---|\n| {token} token | no |\n\n@figure A/B @move x @option edition=nl @caption Two {die:B} drops.");
  expect(table).toMatchObject({ head: [{}, { edition: "fr", spans: [{ text: "French" }] }], rows: [[{ spans: [{ kind: "picture", pictures: ["token"] }] }, {}]] });
  expect(figure).toMatchObject({ position: "A/B", moves: ["x"], options: { edition: "nl" }, caption: [{}, { pictures: ["die:B"], text: "drops." }] });
});
