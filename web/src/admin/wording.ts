/** What was done at the desk, in words. */
import { language, t } from "../lib/words.svelte";
import type { Act, HouseLimits } from "../generated/wire";

const DEEDS: Record<Act["what"], (subject: string) => string> = {
  "new-key": () => t("Another key to the desk was made"),
  "close-table": (table) => t("Table {table} was closed", { table }),
  "remove-table": (table) => t("Table {table} was removed", { table }),
  "mute-seat": (table) => t("Somebody was muted at table {table}", { table }),
  "hear-seat": (table) => t("Somebody may be heard again at table {table}", { table }),
  "mute-person": (person) => t("Person {person} was muted", { person }),
  "hear-person": (person) => t("Person {person} may be heard again", { person }),
  "rename-person": (person) => t("Person {person} was renamed", { person }),
  "remove-person": (person) => t("Person {person} was removed", { person }),
  announce: () => t("Something was announced"),
  withdraw: () => t("An announcement was withdrawn"),
  rules: () => t("The rules of the house were written"),
  limits: () => t("What the house offers was changed"),
  records: () => t("All records were taken along"),
  backup: () => t("A backup was taken along"),
};

export const deed = ({ what, subject }: Act) => DEEDS[what](subject);

/** What was before, and after; of limits those that have changed. */
export function change({ what, before, after }: Act): [string, string] {
  if (what !== "limits") return [before, after];
  const [was, is] = [before, after].map((text) => JSON.parse(text) as HouseLimits) as [HouseLimits, HouseLimits];
  const names: Record<keyof HouseLimits, string> = { most_tables: t("Most tables"), rated: t("Rated games"), evenings: t("Club evenings"), lobby: t("Lobby") };
  const changed = (Object.keys(names) as (keyof HouseLimits)[]).filter((name) => was[name] !== is[name]);
  const told = (limits: HouseLimits) => changed.map((name) => `${names[name]}: ${said(limits[name])}`).join(", ");
  return [told(was), told(is)];
}

const said = (value: number | boolean) => (typeof value === "number" ? String(value) : value ? t("yes") : t("no"));

// Times and sizes as a host reads them.
export const moment = (at: number) => new Intl.DateTimeFormat(language(), { dateStyle: "medium", timeStyle: "short" }).format(at);

export const number = (value: number, digits = 0) => new Intl.NumberFormat(language(), { maximumFractionDigits: digits }).format(value);

export const megabytes = (bytes: number | null) =>
  bytes === null ? "–" : new Intl.NumberFormat(language(), { style: "unit", unit: "megabyte", maximumFractionDigits: bytes < 10e6 ? 1 : 0 }).format(bytes / 1e6);

export const percent = (share: number) => new Intl.NumberFormat(language(), { style: "percent", maximumFractionDigits: 0 }).format(share);

const STATUS: Record<string, () => string> = {
  open: () => t("Waits for players"),
  playing: () => t("Being played"),
  over: () => t("Over"),
};

export const status = (name: string) => STATUS[name]?.() ?? name;
