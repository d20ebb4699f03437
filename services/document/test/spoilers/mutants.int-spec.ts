import { startBrokenService, type BrokenService } from './broken-build';
import { MUTANTS } from './mutants';
import { haveEqualTranscripts } from './property';
import type { Step } from './steps';
import { playWorlds, type World } from './worlds';

jest.setTimeout(120_000);

/** Short, with something of everything that a mutation needs to show. */
const LIFE: Step[] = [
  { do: 'upload', name: 'map.png', hiddenAtFirst: 'nowhere' },
  { do: 'upload', name: 'rules.txt', hiddenAtFirst: 'left' },
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
    ],
    right: [
      { do: 'upload', name: 'regent.txt', size: 30 },
      { do: 'upload', name: 'heir.txt', size: 30 },
    ],
  },
  { do: 'upload', name: 'handout.pdf', hiddenAtFirst: 'nowhere' },
];

/** A test that can not fail shows nothing: the property, on builds in which the scope is broken. */
describe('the property of spoilers', () => {
  let broken: BrokenService;
  let worlds: [World, World];
  beforeAll(async () => {
    broken = await startBrokenService();
  });
  // New ones each time: what a mutant lets a player delete would be missing for the next.
  beforeEach(async () => {
    broken.breakBy(undefined);
    worlds = await playWorlds(broken.service, LIFE);
  });
  afterAll(() => broken?.service.stop());

  it('holds while nothing is broken', async () => {
    await expect(haveEqualTranscripts(broken.service, worlds)).resolves.toBeUndefined();
  });

  it.each(MUTANTS)('fails when $name', async (mutant) => {
    broken.breakBy(mutant);
    if (mutant.whileActing) worlds = await playWorlds(broken.service, LIFE);
    await expect(haveEqualTranscripts(broken.service, worlds)).rejects.toThrow('expect(');
  });
});
