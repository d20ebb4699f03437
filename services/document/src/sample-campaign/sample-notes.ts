import type { DocumentCategory } from '@tomekeeper/contracts-document';

/** A note of the sample campaign. */
interface SampleNote {
  title: string;
  category: DocumentCategory;
  is_spoilers: boolean;
  markdown: string;
  /** Title for the party of a spoiler that is revealed from the start; the party sees the same category. */
  handout?: string;
}

const publicNote = (category: DocumentCategory, title: string, markdown: string): SampleNote => ({
  category,
  title,
  is_spoilers: false,
  markdown,
});
const spoiler = (
  category: DocumentCategory,
  title: string,
  markdown: string,
  handout?: string,
): SampleNote => ({
  category,
  title,
  is_spoilers: true,
  markdown,
  ...(handout !== undefined && { handout }),
});

/** Notes of the sample campaign, oldest first: lists show the newest on top. */
export const SAMPLE_NOTES: readonly SampleNote[] = [
  publicNote(
    'other',
    'House rules',
    `We play every second Thursday, from seven to ten.

- Dice that fall off the table are rolled again.
- A character who sleeps under a roof recovers fully.
- The author of the recap may ask the game master one question.
`,
  ),
  spoiler(
    'event',
    'If the party does nothing',
    `Advance one step after each night that the lamp stays dark.

1. Two ferries collide in the fog. Bryn loses his boat and his temper.
2. The reeve closes the ford. Prices at the inn double.
3. Lights are seen in the drowned chapel, and a second one in the mill.
4. The river rises by a yard. Half of Hollow Ford moves to the hill.
`,
  ),
  spoiler(
    'place',
    'The drowned chapel, room by room',
    `## Porch

The door is swollen shut. A strong shoulder or a lever opens it, loudly.

## Nave

Knee-deep water, and benches that float. Three pale eels hide under the altar step.

> [!secret] The loose flagstone
> Under the third bench lies the lamp's missing lens, wrapped in oilcloth.

## Crypt

A dry stair leads down. The names on the seven coffins are those of the seven ferrymen who are still alive.
`,
  ),
  spoiler(
    'person',
    'The secret of Marn Tolliver',
    `Marn put out the lamp herself. Her brother sails with the smugglers, and a dark river saved him from the toll.

- She pays for silence with coins from the inn's till.
- She wants to stop, and does not know how.
- If the party offers her brother a safe way home, she tells everything.
`,
  ),
  spoiler(
    'event',
    'Who put out the lamp',
    `[[The secret of Marn Tolliver]] has the short answer. The long one is older: the lens was stolen ten years ago, and the flame since then was only a lantern behind glass.

The reeve knows. He took the money for a new lens and built the bridge at Ashby with it.
`,
  ),
  spoiler(
    'item',
    'Handout: the torn page',
    `Not revealed yet. Open it, choose the passage below and reveal it when the party searches the mill.

> … seven names for seven ferries, and the river keeps the count. The hand that lights the lamp again must …
`,
  ),
  publicNote(
    'place',
    'Hollow Ford',
    `A village of forty roofs where the salt road crosses the river Ance. There is no bridge: seven ferries cross by day, and by night they follow the lamp.

## Places

- **The Seventh Ferry**, the inn, run by Marn Tolliver.
- **The lamp house**, a stone tower on the near bank. Dark for three nights.
- **The mill**, empty since the spring flood.
`,
  ),
  publicNote(
    'person',
    'People of the ford',
    `## Marn Tolliver

Runs [[Hollow Ford]]'s inn, counts twice, and never sits down.

## Bryn

The youngest ferryman. Talks too much and rows very well.

## Reeve Aldous Pell

Collects the toll. Says that the lamp will burn again soon.
`,
  ),
  publicNote(
    'event',
    'Session 1: the lamp goes out',
    `The party arrived with the last ferry and watched the lamp go dark halfway across. Bryn brought everybody to the bank by ear.

At the inn a letter waited for them. The innkeeper did not see the messenger.

**Open questions:** Who has the key of the lamp house? Why is the reeve not worried?
`,
  ),
  spoiler(
    'item',
    'Handout: a brass token',
    `A token the size of a thumbnail. One side shows a lamp, the other the number seven.
`,
    'A brass token',
  ),
  spoiler(
    'item',
    'Handout: the ferryman’s letter',
    `*Friends,*

*do not cross after dark, not even for gold. The lamp did not fail. Look for me where the bell used to ring.*

*— one of seven*
`,
    'The ferryman’s letter',
  ),
  spoiler(
    'other',
    'Start here',
    `This is a sample campaign. Everything in it is yours to change, and only people with an invite can see it.

- **Public** notes are for your players. **Spoilers** are for you alone.
- Two handouts are revealed already. Reveal a third: open *Handout: the torn page*.
- Follow a link such as [[Hollow Ford]], or press Ctrl+K and search for *lens*.
- Your players' view is one click away once you have invited players.

Discard the sample on the campaign's page when you are done.
`,
  ),
];
