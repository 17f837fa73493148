/** Every sentence in the reader's language. */
import { afterEach, expect, it, vi } from "vitest";
import { language, preferredLanguage, speak, t } from "../../src/lib/words.svelte";

afterEach(async () => {
  localStorage.clear();
  await speak("en");
});

it("blanks are filled in, also with nought, and those that nobody fills stay", () => {
  expect(t("{count} of {all}: {what}", { count: 0, all: 9 })).toBe("0 of 9: {what}");
});

it("a sentence without a translation is said in English", async () => {
  await speak("fr");
  expect([t("No such sentence"), language(), document.documentElement.lang]).toEqual(["No such sentence", "fr", "fr"]);
});

it("a language that is spoken has our sentences", async () => {
  const english = t("Rematch");
  await speak("nl");
  expect(t("Rematch")).not.toBe(english);
});

it.each([[["nl-BE", "fr"], "nl"], [["de", "FR-ca"], "fr"], [["de"], "en"], [[], "en"]])("a browser that speaks %j reads %s", (languages, wanted) => {
  vi.stubGlobal("navigator", { languages });
  expect(preferredLanguage()).toBe(wanted);
});

it("the reader's own choice goes before the browser's", async () => {
  vi.stubGlobal("navigator", { languages: ["fr"] });
  await speak("es", true);
  expect(preferredLanguage()).toBe("es");
  localStorage.setItem("ewala.language", "tlh");
  expect(preferredLanguage()).toBe("fr");
});
