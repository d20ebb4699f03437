import { ann, entry, mia } from '../../../../testing/show-ledger';
import { timeInWords, momentInWords } from './days';
import { entryWords, openedInWords, sentenceOf } from './entry-words';
import type { Entry } from '../ledger-api';

const names: Record<string, string> = { [ann]: 'Ann', [mia]: 'Mia' };
const wordsOf = (change: Partial<Entry>) => entryWords(entry('e', change), (id) => names[id]);
const sentence = (change: Partial<Entry>) => sentenceOf(wordsOf(change), 'Keep');
const passages = (count: number) => ({ passages: { count, first: [] } });

it.each<[string, Partial<Entry>]>([
  ['Revealed Keep to the party', {}],
  ['Revealed 3 passages of Keep to the party', passages(3)],
  ['Revealed a passage of Keep to Mia', { ...passages(1), audience: 'players', players: [mia] }],
  [
    'Revealed 2 passages of Keep to Mia and a player',
    { ...passages(2), audience: 'players', players: [mia, 'x'] },
  ],
  [
    'Revealed 2 passages of Keep to players who have left',
    { ...passages(2), audience: 'players', players: [] },
  ],
  [
    'Revealed Keep to Mia, Mia, Mia, and 2 more',
    { audience: 'players', players: [mia, mia, mia, mia, mia] },
  ],
  [
    'Gave Keep another title for players',
    { passages: { count: 0, first: [] }, act: 'reveal', audience: 'party' },
  ],
  ['Hid Keep from the players', { act: 'hide', audience: 'gm' }],
  ['Hid Keep from the players', { ...passages(3), of_document: true, act: 'hide', audience: 'gm' }],
  [
    'Hid 1,200 passages of Keep from everybody but Mia',
    { ...passages(1200), act: 'hide', audience: 'players', players: [mia] },
  ],
  ['Wrote 2 passages in Keep for the party', { ...passages(2), act: 'write' }],
  [
    'Wrote 2 passages in Keep for game masters alone',
    { ...passages(2), act: 'write', audience: 'gm' },
  ],
  ['Added Keep as Spoilers', { act: 'upload', audience: 'gm' }],
  ['Added Keep as Public', { act: 'upload' }],
  ['Moved Keep to the trash', { act: 'delete', audience: 'gm' }],
  ['Restored Keep from the trash, for the party', { act: 'restore' }],
  ['Gave Keep another file', { act: 'replace' }],
  ['Undid the changes to Keep, now hidden from the players', { act: 'take_back', audience: 'gm' }],
  ['Changed Keep', { act: 'of a later release' }],
])('says: %s', (words, change) => {
  expect(sentence(change)).toBe(words);
});

it.each<[string | undefined, Partial<Entry>]>([
  ['public', {}],
  ['public', { audience: 'players', players: [mia] }],
  ['spoilers', { act: 'hide', audience: 'gm' }],
  ['spoilers', { act: 'delete', audience: 'gm' }],
  [undefined, { act: 'replace', audience: 'gm' }],
  [undefined, { act: 'of a later release' }],
])('is marked %s', (kind, change) => {
  expect(wordsOf(change).kind).toBe(kind);
});

it('names who opened it, with the time, and the date on another day', () => {
  const at = '2026-11-22T12:00:00.000Z';
  const [soon, late] = ['2026-11-22T12:05:00.000Z', '2026-11-27T12:00:00.000Z'];
  const opened = (...all: [string, string][]) =>
    openedInWords({ at, opened: all.map(([player, at]) => ({ player, at })) }, (id) => names[id]);
  expect(opened()).toBeUndefined();
  expect(opened([mia, soon])).toBe(`Opened by Mia (${timeInWords(soon)})`);
  expect(opened([mia, soon], ['x', late])).toBe(
    `Opened by Mia (${timeInWords(soon)}) and a player (${momentInWords(late)})`,
  );
  expect(opened(...Array.from({ length: 8 }, (): [string, string] => [mia, soon]))).toMatch(
    / and 2 more$/,
  );
});
