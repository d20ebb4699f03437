import path from 'node:path';
import { startBrokenBuild, type BrokenBuild } from '@tomekeeper/testing';
import type * as DocumentAppModule from '../document-app';
import type { DocumentApp } from '../document-app';
import { HINTS, type MUTANTS } from './mutants';
import { haveEqualAnswers, haveEqualHints } from './property';
import type { Step } from './steps';
import { playWorlds, type World } from './worlds';

/** Short, with something of everything that a mutation needs to show. */
const LIFE: Step[] = [
  { do: 'upload', name: 'map.png', hiddenAtFirst: 'nowhere' },
  { do: 'upload', name: 'rules.txt', hiddenAtFirst: 'left' },
  { do: 'upload', name: 'guide.html', hiddenAtFirst: 'right' },
  { do: 'upload mixed', name: 'book', left: [10], right: [20, 5, 30] },
  { do: 'write a note', name: 'evening', left: [10], right: [20, 5, 30] },
  {
    do: 'hand out',
    name: 'letter',
    to: 'party',
    left: [10],
    right: [20, 5, 30],
    flippedIn: 'left',
  },
  { do: 'hand out', name: 'dream', to: 'player', left: [10, 5], right: [20], flippedIn: 'right' },
  {
    do: 'hidden actions',
    left: [
      { do: 'upload', name: 'plot.txt', size: 10 },
      { do: 'upload', name: 'lich.txt', size: 20 },
      { do: 'upload', name: 'burnt.txt', size: 20 },
      { do: 'delete', which: 2 },
      { do: 'rename', which: 0, name: 'lair.txt' },
      { do: 'delete and restore', which: 1 },
      { do: 'replace file', which: 1 },
      // Of one alone: hints of a document that players saw for a moment say nothing against it.
      { do: 'upload', name: 'omen.txt', size: 20 },
      { do: 'show and take back', which: 2 },
      { do: 'show and hide', which: 2 },
      { do: 'tag and pin what is known', which: 0 },
      { do: 'write a hidden note', words: 'for another' },
      { do: 'choose another player', which: 3 },
      { do: 'choose another player in what is known' },
    ],
    right: [
      { do: 'upload', name: 'regent.txt', size: 30 },
      { do: 'upload', name: 'heir.txt', size: 30 },
      { do: 'upload', name: 'scribe.txt', size: 30 },
      { do: 'upload', name: 'page.txt', size: 30 },
      { do: 'upload', name: 'baker.txt', size: 30 },
      { do: 'upload', name: 'smith.txt', size: 30 },
    ],
  },
  { do: 'upload', name: 'handout.pdf', hiddenAtFirst: 'nowhere' },
  { do: 'write a note', name: 'morning', left: [10], right: [20] },
];

/** A test that can not fail shows nothing: the property, on builds in which the scope is broken. */
export function describeMutants(mutants: typeof MUTANTS): void {
  let broken: BrokenBuild<DocumentApp>;
  let worlds: [World, World] | undefined;
  const played = async () => (worlds ??= await playWorlds(broken.service, LIFE));

  beforeAll(async () => {
    broken = await startBrokenBuild(path.resolve(__dirname, '../../src'), mutants, () =>
      jest.requireActual<typeof DocumentAppModule>('../document-app').startDocumentApp(),
    );
  });
  afterEach(() => broken.breakBy(undefined));
  afterAll(() => broken?.service.stop());

  // Of the questions those alone that show it: where a part differs, the whole does.
  it.each(mutants)('fails when $name', async (mutant) => {
    if (mutant.shownBy === HINTS) {
      broken.breakBy(mutant);
      const own = await playWorlds(broken.service, LIFE);
      expect(() => haveEqualHints(broken.service, own)).toThrow('expect(');
      return;
    }
    const asked = await played();
    broken.breakBy(mutant);
    await expect(haveEqualAnswers(broken.service, asked, mutant.shownBy)).rejects.toThrow(
      'expect(',
    );
    // What a mutant lets a player change would be missing for the next.
    if (!mutant.shownBy.startsWith('GET ')) worlds = undefined;
  });

  it('holds while nothing is broken, in the worlds of before', async () => {
    const both = await played();
    await expect(haveEqualAnswers(broken.service, both)).resolves.toBeUndefined();
    haveEqualHints(broken.service, both);
  });
}
