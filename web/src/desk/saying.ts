/** Times and sizes as a host reads them. */
import { language, t } from "../lib/words.svelte";

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
