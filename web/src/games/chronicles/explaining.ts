/** What lies on the duel's table, in a sentence or two each. */
import type { Explains, Explanation } from "../../lib/game";
import { t } from "../../lib/words.svelte";
import { ALIGNMENTS, character, zoneTold } from "./wording";
import Picture from "./Picture.svelte";

/** A tile is `zone:3`, its slots `slot:a` and `slot:d`, a rune `rune:7`; a stone that lies face down is `hidden`. */
function explain(what: string): Explanation | null {
  const [kind = "", which = ""] = what.split(":");
  if (kind === "zone" && Number(which)) return zone(Number(which));
  if (kind === "slot") return slot(which);
  if (kind === "rune") return rune(Number(which));
  return thing(kind);
}

function zone(number: number): Explanation {
  const { name, power } = zoneTold(number);
  const says = t("Whoever has the higher destiny here at the end scores {power} power. With equal destinies nobody does.", { power });
  return { title: name, lines: [says, t("Each side may have one rune here.")], clause: "CR-6.2" };
}

function slot(role: string): Explanation {
  return role === "a"
    ? { title: t("The attacker's slot"), lines: [t("Jynz has 4 more destiny here. Otherwise attacking and defending are alike.")], clause: "CR-3.1" }
    : { title: t("The defender's slot"), lines: [t("Thenidiel has 4 more destiny here. Otherwise attacking and defending are alike.")], clause: "CR-3.1" };
}

function rune(number: number): Explanation {
  const { name, rune, alignment, about, clause } = character(number);
  const who = t("{rune}, destiny {destiny}, {temper}.", { rune, destiny: number, temper: t(ALIGNMENTS[alignment]) });
  return { title: name, lines: [who, about], clause };
}

function thing(kind: string): Explanation | null {
  if (kind === "hidden") {
    const says = t("A bid: only its owner knows the rune. Both bids of a turn are revealed together.");
    return { title: t("Face down"), lines: [says], clause: "CR-3.2" };
  }
  if (kind === "initiative") {
    const says = t("This side bids first in this turn, and its effect comes first. Then the initiative passes on.");
    return { title: t("Initiative"), lines: [says], clause: "CR-3.5" };
  }
  if (kind === "score") {
    const says = t("The power of all zones this side has now. After nine turns, more power wins.");
    return { title: t("Power"), lines: [says], clause: "CR-6.5" };
  }
  if (kind === "destiny") {
    const says = t("The large number is what counts: the rune's own destiny with all bonuses where it stands.");
    return { title: t("Destiny"), lines: [says], clause: "CR-6.1" };
  }
  return null;
}

const LEGEND = ["zone:1", "slot:a", "slot:d", "hidden", "initiative", "score", "destiny", ...Array.from({ length: 11 }, (_, index) => `rune:${index + 1}`)];

export const explains: Explains = { of: explain, legend: () => LEGEND, Picture };
