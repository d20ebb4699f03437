import path from 'node:path';
import { startBrokenBuild, type BrokenBuild } from '@tomekeeper/testing';
import type * as SearchAppModule from '../search-app';
import type { SearchApp } from '../search-app';
import { differences } from './answers';
import { isOfQuestions, type MUTANTS } from './mutants';
import { writeWorlds, type TwoWorlds } from './worlds';

const SOURCES = path.resolve(__dirname, '../../src');
const SEED = 7;

/** A test that can not fail shows nothing: the property, on builds in which something is told too much. */
export function describeMutants(mutants: typeof MUTANTS): void {
  let broken: BrokenBuild<SearchApp>;
  let worlds: TwoWorlds;

  const write = async () => {
    const { service } = broken;
    const [gm, player] = await Promise.all([
      service.identity.join('Gm'),
      service.identity.join('Player'),
    ]);
    return writeWorlds(service, { gm, player }, SEED);
  };
  beforeAll(async () => {
    broken = await startBrokenBuild(SOURCES, mutants, () =>
      jest.requireActual<typeof SearchAppModule>('../search-app').startSearchApp(),
    );
    worlds = await write();
    expect(await differences(broken.service, worlds)).toEqual([]);
  });
  afterEach(() => broken.breakBy(undefined));
  afterAll(() => broken?.service.stop());

  it.each(mutants)('fails when $name', async (mutant) => {
    broken.breakBy(mutant);
    const asked = isOfQuestions(mutant) ? worlds : await write();
    expect(await differences(broken.service, asked, [mutant.shownBy], 1)).not.toEqual([]);
  });
}
