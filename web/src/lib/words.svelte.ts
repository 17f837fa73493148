/** Every sentence of the page, in the reader's language. English is in the source; the others are catalogues. */
export type Language = "en" | "fr" | "es" | "nl";

export const LANGUAGES: Record<Language, string> = { en: "English", fr: "Français", es: "Español", nl: "Nederlands" };

type Catalogue = Record<string, string>;

const catalogues: Record<Exclude<Language, "en">, () => Promise<{ default: Catalogue }>> = {
  fr: () => import("../generated/words.fr.json"),
  es: () => import("../generated/words.es.json"),
  nl: () => import("../generated/words.nl.json"),
};

const STORED = "ewala.language";
const spoken = $state<{ language: Language; catalogue: Catalogue }>({ language: "en", catalogue: {} });

function isLanguage(name: string | null | undefined): name is Language {
  return name != null && name in LANGUAGES;
}

/** The reader's own choice, else the browser's first language that we speak. */
export function preferredLanguage(): Language {
  const chosen = localStorage.getItem(STORED);
  if (isLanguage(chosen)) return chosen;
  return navigator.languages.map((name) => name.slice(0, 2).toLowerCase()).find(isLanguage) ?? "en";
}

export function language(): Language {
  return spoken.language;
}

/** Speak a language from now on; `remember` if the reader asked for it. */
export async function speak(name: Language, remember = false): Promise<void> {
  const catalogue = name === "en" ? {} : (await catalogues[name]()).default;
  spoken.language = name;
  spoken.catalogue = catalogue;
  document.documentElement.lang = name;
  if (remember) localStorage.setItem(STORED, name);
}

/** A sentence in the reader's language, its `{blanks}` filled in. */
export function t(english: string, blanks: Record<string, string | number> = {}): string {
  const sentence = spoken.catalogue[english] ?? english;
  return sentence.replace(/\{(\w+)\}/g, (blank, name: string) => String(blanks[name] ?? blank));
}

/** Marks a sentence for the translators where it is kept, to be said later with `t`. */
export function msg(english: string): string {
  return english;
}
