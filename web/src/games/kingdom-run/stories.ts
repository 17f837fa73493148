/** What is told of the race's opponents to whoever meets them on the journey. */
import type { Story } from "../../lib/game";
import { t } from "../../lib/words.svelte";

export const STORIES: Record<string, Story> = {
  dormouse: {
    before: () => t("The Dormouse is in this race by accident: it lay down on the starting line for a nap, and somebody pinned a number on it. It has packed three acorns, a pillow and no map at all. If you tiptoe past, it may not even notice that you have won."),
    won: () => t("The Dormouse claps twice, politely, and falls asleep on the podium. The third acorn is yours."),
    lost: () => t("Beaten by somebody who snores! The Dormouse offers you half of its pillow, and another go."),
  },
  squire: {
    before: () => t("The Squire has learned all the rules of racing by heart and shouts each of them while running. His boots are two sizes too large, but he has promised his mother to come home with a cup. He never rolls twice: a knight, he says, stands by his dice."),
    won: () => t("The Squire salutes you with the wrong hand and carries your bag to the next bridge."),
    lost: () => t("The Squire is already writing to his mother. He has spelt your name correctly, which makes it worse."),
  },
  ranger: {
    before: () => t("The Ranger knows every shortcut in the kingdom and greets the frogs of each lake by name. The whole turn is thought out before you have found your shoes. Nobody has ever seen the Ranger run, only arrive."),
    won: () => t("“There is a shortcut I did not know,” says the Ranger: “you.” The frogs seem to agree."),
    lost: () => t("The Ranger was there before you, leaning on a tree, and had already made soup. There is a bowl for you, too."),
  },
  sorceress: {
    before: () => t("The Sorceress once asked her dice what they would like to be when they grow up, and ever since they do as she likes. She knows which of them deserve another roll and which had better stay in bed. Do not look into her purse: it looks back."),
    won: () => t("She turns your shoes to gold for a whole minute, which is her way of saying well done. Then she turns them back."),
    lost: () => t("The Sorceress had dreamt of this finish. She says that you ran much better in the dream."),
  },
  champion: {
    before: () => t("The Champion has stood on top of the podium for so long that swallows nest in the cup. It thinks of your next turn as well as of its own and gives nothing away, not even the time of day. The whole kingdom has come to watch; the Dormouse has kept you a seat, and is asleep on it."),
    won: () => t("The swallows move over. The Champion, who has never shaken a hand before, shakes yours, and a kingdom forgets to breathe."),
    lost: () => t("The Champion is not even out of breath. But one of the swallows looked at you, and seemed impressed."),
  },
};
