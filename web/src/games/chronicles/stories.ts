/** What is told of the duel's opponents to whoever meets them on the journey. */
import type { Story } from "../../lib/game";
import { t } from "../../lib/words.svelte";

export const STORIES: Record<string, Story> = {
  novice: {
    before: () => t("The Novice found eleven runes in grandmother’s sewing box and has polished them since breakfast. Every zone that is won is celebrated with a little dance, and so is every zone that is lost. Somebody has to explain, gently, that the gate of hell is no place for a picnic."),
    won: () => t("“Again, again!” cries the Novice, and gives you the picnic basket for the road."),
    lost: () => t("The Novice dances. Then you are asked, very kindly, whether you would like to borrow grandmother’s spectacles."),
  },
  minstrel: {
    before: () => t("The Minstrel has a song about every battle of the chronicles, and in all of them he was standing quite near. As long as he is looking for a rhyme he sees only the greatest blunders. Beat him before the chorus: it has forty verses."),
    won: () => t("There will be a new ballad, and you are in its first verse. In the second, he let you win."),
    lost: () => t("He sings of your defeat in four-part harmony, and all four parts himself."),
  },
  mercenary: {
    before: () => t("The Mercenary fights for whoever pays, and today that is the innkeeper, who would like to have nine lands and a quiet evening. Each zone has its price in a small black book; only the sum at the bottom never quite comes out. Mind the small print."),
    won: () => t("The Mercenary counts the losses, sends the innkeeper a bill, and offers you a discount for next time."),
    lost: () => t("“Nothing personal,” says the Mercenary, and hands you a receipt."),
  },
  warlord: {
    before: () => t("The Warlord has weighed your every bid against every answer, and afterwards the scales as well. Half of what you will see is a bluff; the other half is meant to look like one. The tent is open, the tea is poured, the trap is under the carpet."),
    won: () => t("The Warlord takes off the helmet, bows to the ground, and asks where you have learned to lie so honestly."),
    lost: () => t("“You looked at the left one,” says the Warlord. “Everybody looks at the left one.” The tea was good."),
  },
  oracle: {
    before: () => t("At the end of the road the Oracle is waiting, and has been since before you set out. It has seen the last turns of this game already; it cannot be read, only surprised. Everybody you have met sits on the hill behind you, and nobody makes a sound."),
    won: () => t("“This,” says the Oracle, “I had not seen.” Behind you a hill full of friends begins to sing, and the Minstrel has found his rhyme."),
    lost: () => t("The Oracle is sorry; it will have told you so. It can wait for you: it is good at that."),
  },
};
