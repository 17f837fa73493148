/** What lies on the race's table, in a sentence or two each. */
import type { Explains, Explanation, Scene } from "../../lib/game";
import { msg, t } from "../../lib/words.svelte";
import Picture from "./Picture.svelte";
import { CLANS, FACES, readCircuit, readRace, type CircuitText, type Clan, type Face, type Race } from "./text";
import { clanName, FACE_NAMES, runnersIn } from "./words";

const ACTIONS: Record<Face, { says: string[]; clause: string }> = {
  D: { says: [msg("Take one to four awake runners from one space and set them down, one by one, on the spaces ahead. Not from a lake.")], clause: "KR-6.1" },
  C: { says: [msg("An awake runner moves up to the nearest runner ahead of it; across the line if only those on the podium are.")], clause: "KR-6.2" },
  B: { says: [msg("An awake runner dives into the next lake ahead, or gets out of its lake onto the next space.")], clause: "KR-6.3" },
  V: { says: [msg("Take a victory token, worth 2 points, from another player.")], clause: "KR-6.4" },
  L: { says: [msg("Put an awake runner to sleep, or wake a sleeping one. A player's last awake runner stays awake.")], clause: "KR-6.5" },
  X: { says: [msg("Do what another of your four dice shows, whether you have used it or not.")], clause: "KR-6.6" },
};
const FULL = 4; // runners
const STATES: Record<string, string> = {
  spent: msg("It has been used in this turn."),
  barred: msg("Nothing can be done with it now: select it to hear why."),
};

/** Names: `die:D`, `die:D:spent`; `lake:6` is space 6 if it is a lake; `zone:3` by its value; `runner:K`, asleep `runner:k`. */
function explain(what: string, scene: Scene): Explanation | null {
  const [kind = "", which = "", state = ""] = what.split(":");
  const race = readRace(scene.step.position.text);
  const circuit = readCircuit(scene.parameters["circuit"] ?? "");
  switch (kind) {
    case "die":
      return die(which, state);
    case "space":
    case "lake":
      return space(Number(which), circuit, race);
    case "zone":
      return zone(Number(which));
    case "podium":
      return podium(Number(which), circuit.prizes);
    case "runner":
      return runner(which);
    case "player":
      return player(which as Clan, scene.names);
    default:
      return thing(kind);
  }
}

function die(face: string, state: string): Explanation {
  if (!(face in ACTIONS)) {
    return {
      title: t("The dice"),
      lines: [t("Each turn you roll four dice, and may reroll any of them once. Then you use them one by one, in any order.")],
      clause: "KR-4.1",
    };
  }
  const { says, clause } = ACTIONS[face as Face];
  const lines = says.map((sentence) => t(sentence));
  return { title: t(FACE_NAMES[face as Face]), lines: state in STATES ? [...lines, t(STATES[state]!)] : lines, clause };
}

function space(number: number, circuit: CircuitText, race: Race): Explanation | null {
  const here = circuit.spaces[number - 1];
  if (!here) return null;
  const worth = here.value
    ? t("A runner that stands here at the end brings its player {value} points.", { value: here.value })
    : t("A start space: whoever is still here at the end brings nothing.");
  const runners = race.spaces[number - 1] ?? "";
  const who = runners ? [t("Here now: {runners}.", { runners: runnersIn(runners) })] : [];
  if (here.lake) {
    const lake = t("Runners get in and out by Bathing alone.");
    return { title: t("Lake, space {space}", { space: number }), lines: [lake, worth, ...who], clause: "KR-5.2" };
  }
  const full = runners.length < FULL ? [] : [t("It is full: whoever would land here goes on to the next space.")];
  return { title: t("Space {space}", { space: number }), lines: [worth, ...full, ...who], clause: full.length ? "KR-5.3" : "KR-2.3" };
}

function zone(value: number): Explanation {
  const says = t("From this sign to the next, a runner is worth {value} points at the end.", { value });
  return { title: t("A zone's sign: {value}", { value }), lines: [says], clause: "KR-2.3" };
}

function podium(place: number, prizes: number[]): Explanation | null {
  const prize = prizes[place - 1];
  if (prize === undefined) return null;
  return {
    title: t("Podium, place {place}", { place }),
    lines: [
      t("Whoever crosses the line next takes the best free place. This one is worth {prize} points.", { prize }),
      t("The game ends when the last place is taken."),
    ],
    clause: "KR-8.1",
  };
}

function runner(letter: string): Explanation | null {
  const clan = CLANS.find((one) => one === letter.toUpperCase());
  if (!clan) return null;
  return letter === clan
    ? { title: clanName(clan), lines: [t("A runner, awake. Any player may move it, always forward.")], clause: "KR-5.1" }
    : { title: clanName(clan), lines: [t("A runner, asleep. It cannot be moved until somebody wakes it.")], clause: "KR-5.2" };
}

function player(clan: Clan, names: Record<string, string>): Explanation {
  const name = names[clan] ?? clanName(clan);
  const says = t("The large number is the score if the game ended now: podium, zones and 2 for each token.");
  return { title: t("{name}: {clan}", { name, clan: clanName(clan) }), lines: [says], clause: "KR-8.3" };
}

function thing(kind: string): Explanation | null {
  if (kind === "token") {
    return { title: t("Victory tokens"), lines: [t("Each is worth 2 points at the end. The purse steals them.")], clause: "KR-1.2" };
  }
  if (kind === "finish") {
    const says = t("Any move beyond the last space crosses it, and the runner climbs the podium.");
    return { title: t("The finish line"), lines: [says], clause: "KR-5.4" };
  }
  if (kind === "direction") {
    return { title: t("Direction of play"), lines: [t("The way the turn goes around the table in your edition.")], clause: "KR-3.5" };
  }
  return null;
}

function legend(scene: Scene): string[] {
  const { spaces, zones } = readCircuit(scene.parameters["circuit"] ?? "");
  const lake = spaces.find((space) => space.lake);
  const places = ["space:1", ...(lake ? [`lake:${lake.number}`] : []), ...(zones[0] ? [`zone:${zones[0].value}`] : [])];
  return [...FACES.map((face) => `die:${face}`), ...places, "podium:1", "runner:K", "runner:k", "token", "finish"];
}

export const explains: Explains = { of: explain, legend, Picture };
