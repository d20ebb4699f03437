import path from 'node:path';
import { startBrokenBuild, type BrokenBuild } from '@tomekeeper/testing';
import type * as DocumentAppModule from '../document-app';
import type { DocumentApp } from '../document-app';
import { Scene } from './attacks/scene';
import { LIFE } from './lives';
import { HINTS, TAKINGS, WHO_LEFT, type SpoilerMutant } from './mutant-places';
import {
  differInNothing,
  haveEqualAnswers,
  haveEqualHints,
  haveEqualTakings,
  tellNothingToWhoLeft,
} from './property';
import { playWorlds, type World } from './worlds';

/** A test that can not fail shows nothing: the property, on builds in which the scope is broken. */
export function describeMutants(mutants: readonly SpoilerMutant[]): void {
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

  async function compare(by: string, both: [World, World]): Promise<void> {
    if (by === HINTS) haveEqualHints(broken.service, both);
    else if (by === TAKINGS) haveEqualTakings(both);
    else if (by === WHO_LEFT) await tellNothingToWhoLeft(broken.service, both[0]);
    else await haveEqualAnswers(broken.service, both, by);
  }

  const byAttack = mutants.flatMap(({ attack, ...mutant }) =>
    attack ? [{ ...mutant, attack }] : [],
  );
  const byDifference = mutants.filter(({ attack }) => !attack);

  it.each(byAttack)('an attack succeeds when $name', async ({ attack, ...mutant }) => {
    // The attack fails against the unbroken service.
    await attack(await Scene.begin(broken.service));
    broken.breakBy(mutant);
    await expect(attack(await Scene.begin(broken.service))).rejects.toThrow('expect(');
  });

  // Of the questions those alone that show it: where a part differs, the whole does.
  it.each(byDifference)('fails when $name', async (mutant) => {
    if (!mutant.life) await played();
    broken.breakBy(mutant);
    const both = mutant.life ? await playWorlds(broken.service, mutant.life) : await played();
    await expect(compare(mutant.shownBy, both)).rejects.toThrow('expect(');
    if (mutant.life) return;
    // Changes that a mutant lets a player make would affect the next mutant.
    if (!mutant.shownBy.startsWith('GET ')) worlds = undefined;
  });

  it('holds while nothing is broken, in the worlds of before', async () => {
    const both = await played();
    await expect(differInNothing(broken.service, both)).resolves.toBeUndefined();
  });
}
