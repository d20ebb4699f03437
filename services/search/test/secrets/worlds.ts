import { randomUUID } from 'node:crypto';
import type { TestPerson } from '@tomekeeper/testing';
import { membershipOf, type SearchApp } from '../search-app';
import type { WrittenCampaign } from '../written-world';

/** Numbers that come in the same order for the same seed. */
export function dice(seed: number): (below: number) => number {
  let state = seed * 2654435761 + 1;
  return (below) => {
    state = (state * 1664525 + 1013904223) % 4294967296;
    return Math.floor((state / 4294967296) * below);
  };
}

/** Words that stand in what players see and in what they do not. */
const SHARED =
  `dragon castle blacksmith wife dead village forest priest sword goblin treasure king river bridge ghost tavern
  bandit wizard tower moon raven curse knight temple crypt wolf merchant harbour storm queen`.split(
    /\s+/,
  );
/** Names in hidden text alone, some of them much like names that players know. */
export const CANARIES =
  `Strahdovar Zarovina Vexmoor Quillbane Nethrax Ravenloftia Draggon Kastle Gobblin Prieste Wolff Temppel
  Ghosst Swurd Rivver Kurse Merchent Storrm`.split(/\s+/);
const HIDDEN = 'gm';

interface VisibleDocument {
  id: string;
  name: string;
  at: string;
  lines: { id: string; text: string }[];
}

/** A campaign in which players see the same, once with and once without all that they do not. */
export interface TwoWorlds {
  withSecrets: string;
  without: string;
  /** The same two, to write on in. */
  texts: { withSecrets: WrittenCampaign; without: WrittenCampaign };
  gm: TestPerson;
  player: TestPerson;
  /** What a player may look for. */
  probes: string[];
}

/** Ids are as random as elsewhere: whoever compares answers takes them for alike. */
export async function writeWorlds(
  service: SearchApp,
  people: { gm: TestPerson; player: TestPerson },
  seed: number,
): Promise<TwoWorlds> {
  const roll = dice(seed);
  const visible = visibleDocuments(roll);
  const members = [
    [people.gm, 'owner'],
    [people.player, 'player'],
  ] as const;
  const own = membershipOf(people.player.id);
  // From the beginning: what models of others may not read is passed over for a while.
  const begin = () => {
    const one = service.campaign(members);
    service.letModelRead(one.id, true);
    return one;
  };
  const plain = begin();
  confide(plain.written, own, CONFIDED.title);
  for (const { name, at, lines } of visible)
    plain.written.add({ name, at, lines: lines.map(({ text }) => text) });
  const secret = begin();
  confide(secret.written, own, CANARIES[0] ?? '');
  await writeWithSecrets(secret.written, visible, roll, () => service.follower.catchUp(secret.id));
  return {
    withSecrets: secret.id,
    without: plain.id,
    texts: { withSecrets: secret.written, without: plain.written },
    ...people,
    probes: probesOf(roll),
  };
}

const pick = <T>(roll: (below: number) => number, from: readonly T[]): T =>
  from[roll(from.length)]!;

const sentence = (roll: (below: number) => number, words: readonly string[]): string =>
  `The ${Array.from({ length: 3 + roll(8) }, () => pick(roll, words)).join(' ')}.`;

function visibleDocuments(roll: (below: number) => number): VisibleDocument[] {
  return Array.from({ length: 3 + roll(3) }, (_, n) => ({
    id: randomUUID(),
    // Some have the same name and moment, so that ties are tried.
    name: `The ${pick(roll, SHARED)} of ${pick(roll, SHARED)}`,
    at: `2026-10-0${1 + roll(3)}T10:00:00.000Z`,
    lines: Array.from({ length: 4 + roll(8) }, (_line, at) => ({
      id: randomUUID(),
      text:
        at % 4 === 0
          ? `${'#'.repeat(1 + roll(3))} ${pick(roll, SHARED)} ${n}`
          : sentence(roll, SHARED),
    })),
  }));
}

/** Comes to the same by another way: what is shown was hidden or another text, and much stands beside it. */
async function writeWithSecrets(
  written: WrittenCampaign,
  visible: readonly VisibleDocument[],
  roll: (below: number) => number,
  follow: () => Promise<void>,
): Promise<void> {
  const secrets = [...SHARED, ...CANARIES];
  const later: (() => void)[] = [];
  const spoiler = () => {
    const lines = Array.from({ length: 2 + roll(10) }, (_, at) =>
      at % 3 === 0 ? `# ${pick(roll, secrets)}` : sentence(roll, secrets),
    );
    const id = written.add({
      name: `${pick(roll, CANARIES)} ${pick(roll, SHARED)}`,
      spoilers: roll(3) > 0,
      lines,
    });
    later.push(() =>
      roll(2) === 0 ? written.hide(id) : roll(2) === 0 ? written.trash(id) : written.delete(id),
    );
  };
  for (const { lines, ...document } of [...visible].sort(() => roll(3) - 1)) {
    spoiler();
    // A spoiler of which players see this part, and call it so.
    const isHandout = roll(4) === 0;
    const isSpoilerFirst = !isHandout && roll(2) === 0;
    const name = isHandout ? pick(roll, CANARIES) : document.name;
    written.add({ ...document, name, spoilers: isHandout || isSpoilerFirst, lines: [] });
    if (isHandout)
      for (const { id } of lines)
        later.push(() => written.setAudience(id, 'party', document.name, document.at));
    for (const line of lines) {
      if (roll(2) === 0)
        written.write(
          document.id,
          {
            id: randomUUID(),
            text:
              roll(3) === 0
                ? `${'#'.repeat(1 + roll(3))} ${pick(roll, secrets)}`
                : sentence(roll, secrets),
          },
          roll(3) > 0 ? HIDDEN : randomUUID(),
        );
      switch (roll(4)) {
        case 0:
          written.write(document.id, { ...line, audience: HIDDEN });
          if (!isHandout) later.push(() => written.setAudience(line.id, undefined));
          break;
        case 1:
          written.write(document.id, {
            id: line.id,
            text: line.text.replace(/\w+\.?$/, pick(roll, CANARIES)),
          });
          later.push(() => written.edit(line.id, line.text));
          break;
        default:
          written.write(document.id, line);
      }
      if (roll(4) === 0) await follow();
    }
    const history = roll(4);
    if (isSpoilerFirst) later.push(() => written.reveal(document.id));
    else if (history < 2) {
      written.trash(document.id);
      later.push(() => written.restore(document.id));
    } else if (history === 2 && !isHandout) {
      written.rename(document.id, pick(roll, CANARIES));
      later.push(() => written.rename(document.id, document.name));
    }
  }
  spoiler();
  whisper(written);
  crowd(written);
  for (const step of later.sort(() => roll(3) - 1)) {
    step();
    if (roll(3) === 0) await follow();
  }
}

/** What is shown to the player alone, and what they are told that it is called. */
export const CONFIDED = {
  title: 'The promise of the raven',
  text: 'The dragon promised the knight a crown of the castle, a temple and the treasure of the queen.',
};
function confide(written: WrittenCampaign, membership: string, name: string): void {
  const id = written.add({ name, spoilers: true, lines: [CONFIDED.text] });
  const [passage] = written.textsOf(id);
  if (passage) written.setAudience(passage.id, written.choose(membership), CONFIDED.title);
}

/** What another player was shown, and told that it is called. */
function whisper(written: WrittenCampaign): void {
  const [name = '', called = '', word = ''] = CANARIES;
  const id = written.add({ name, spoilers: true, lines: [`The ${word} of the castle.`] });
  const [passage] = written.textsOf(id);
  if (passage) written.setAudience(passage.id, written.choose(randomUUID()), `The ${called}`);
}

/** So much of one thing that nothing else would be among what is nearest to it. */
function crowd(written: WrittenCampaign): void {
  const lines = Array.from({ length: 45 }, () => 'The dragon.');
  written.add({ name: 'Lair', spoilers: true, lines });
}

/** Words that are there and not there, whole, unfinished, misspelt, as phrases, left out. */
function probesOf(roll: (below: number) => number): string[] {
  const misspelt = (word: string) => {
    const at = 1 + roll(word.length - 1);
    return word.slice(0, at) + pick(roll, [...'aeiourst']) + word.slice(at + roll(2));
  };
  const words = [...SHARED, ...CANARIES];
  const pair = () => `${pick(roll, words)} ${pick(roll, words)}`;
  return [
    ...CANARIES.slice(0, 8),
    ...Array.from({ length: 6 }, () => misspelt(pick(roll, CANARIES))),
    ...Array.from({ length: 8 }, () => misspelt(pick(roll, SHARED))),
    ...Array.from({ length: 6 }, () => pick(roll, words).slice(0, 3).toLowerCase()),
    ...Array.from({ length: 14 }, pair),
    ...Array.from({ length: 4 }, () => `"${pick(roll, SHARED)} ${pick(roll, SHARED)}"`),
    ...Array.from({ length: 4 }, () => `${pair()} -${pick(roll, words)}`),
    ...Array.from({ length: 4 }, () => `Who is the ${pair()} of the ${pair()}?`),
  ];
}
