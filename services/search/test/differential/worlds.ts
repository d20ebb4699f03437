import { randomUUID } from 'node:crypto';
import type { TestPerson } from '@tomekeeper/testing';
import { membershipOf, type SearchApp } from '../search-app';
import type { ScriptedCampaign } from '../scripted-documents';

/** Pseudorandom numbers, repeatable by seed. */
export function dice(seed: number): (below: number) => number {
  let state = seed * 2654435761 + 1;
  return (below) => {
    state = (state * 1664525 + 1013904223) % 4294967296;
    return Math.floor((state / 4294967296) * below);
  };
}

/** Words of visible and hidden text. */
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
/** Hidden terms that have abbreviations. */
const TERMS = 'The armor class is 19, and the strength 20.';
/** Words of visible text that stand side by side in hidden text. */
const HIDDEN_PAIRS = ['tavern bandit', 'moon storm'];

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
  /** For further changes. */
  texts: { withSecrets: ScriptedCampaign; without: ScriptedCampaign };
  gm: TestPerson;
  player: TestPerson;
  /** Queries of players. */
  probes: string[];
}

/** Ids are random; comparisons normalize them. */
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
  // Allowed from the start, because disallowed campaigns are paused for a while.
  const begin = () => {
    const one = service.campaign(members);
    service.allowModels(one.id, true);
    return one;
  };
  const plain = begin();
  showToPlayer(plain.written, own, SHOWN_TO_PLAYER.title);
  addInFolder(plain.written, [SHARED_TAG]);
  for (const { name, at, lines } of visible)
    plain.written.add({ name, at, lines: lines.map(({ text }) => text) });
  const secret = begin();
  showToPlayer(secret.written, own, CANARIES[0] ?? '');
  addInFolder(secret.written, [SHARED_TAG, UNSHARED_TAG]);
  hideInFolder(secret.written);
  await writeWithSecrets(secret.written, visible, roll, () => service.indexer.catchUp(secret.id));
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

/** Reaches the same visible text with a different history: hidden, changed and extended by secrets. */
async function writeWithSecrets(
  written: ScriptedCampaign,
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
  showToOther(written);
  crowd(written);
  for (const step of later.sort(() => roll(3) - 1)) {
    step();
    if (roll(3) === 0) await follow();
  }
}

/** Text and title for this player alone. */
export const SHOWN_TO_PLAYER = {
  title: 'The promise of the raven',
  text: 'The dragon promised the knight a crown of the castle, a temple and the treasure of the queen.',
};
function showToPlayer(written: ScriptedCampaign, membership: string, name: string): void {
  const id = written.add({ name, spoilers: true, lines: [SHOWN_TO_PLAYER.text] });
  const [passage] = written.textsOf(id);
  if (passage) written.setAudience(passage.id, written.choose(membership), SHOWN_TO_PLAYER.title);
}

export const SHARED_TAG = 'people';
export const UNSHARED_TAG = 'traitors';
const INNKEEPER = 'The sword, the raven and the queen of the tavern at the harbour.';
function addInFolder(written: ScriptedCampaign, tags: string[]): void {
  written.add({ name: 'The innkeeper', tags, lines: [INNKEEPER] });
  written.shareTag(SHARED_TAG);
}

/** A hidden document in the same folders. */
function hideInFolder(written: ScriptedCampaign): void {
  const tags = [SHARED_TAG, UNSHARED_TAG];
  written.add({ name: CANARIES[3] ?? '', spoilers: true, tags, lines: [INNKEEPER, TERMS] });
}

/** Text and title for another player. */
function showToOther(written: ScriptedCampaign): void {
  const [name = '', called = '', word = ''] = CANARIES;
  const id = written.add({ name, spoilers: true, lines: [`The ${word} of the castle.`] });
  const [passage] = written.textsOf(id);
  if (passage) written.setAudience(passage.id, written.choose(randomUUID()), `The ${called}`);
}

/** Enough passages to exclude all others from the nearest ones. */
function crowd(written: ScriptedCampaign): void {
  const lines = Array.from({ length: 45 }, () => 'The dragon.');
  lines.push(...HIDDEN_PAIRS.map((pair) => `The ${pair}.`));
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
    ...['ac', 'armour class', 'str'],
    ...HIDDEN_PAIRS.map((pair) => pair.replace(' ', '')),
    ...Array.from({ length: 6 }, () => misspelt(pick(roll, CANARIES))),
    ...Array.from({ length: 8 }, () => misspelt(pick(roll, SHARED))),
    ...Array.from({ length: 6 }, () => pick(roll, words).slice(0, 3).toLowerCase()),
    ...Array.from({ length: 14 }, pair),
    ...Array.from({ length: 4 }, () => `"${pick(roll, SHARED)} ${pick(roll, SHARED)}"`),
    ...Array.from({ length: 4 }, () => `${pair()} -${pick(roll, words)}`),
    ...Array.from({ length: 4 }, () => `Who is the ${pair()} of the ${pair()}?`),
  ];
}
