import path from 'node:path';
import { startBrokenBuild, type BrokenBuild } from '@tomekeeper/testing';
import type * as SearchAppModule from '../search-app';
import type { SearchApp } from '../search-app';
import { differences } from './comparisons';
import { isOfQuestions, type MUTANTS } from './mutants';
import { expectEqual, newWorlds } from './equality';
import type { TwoWorlds } from './worlds';

const SOURCES = path.resolve(__dirname, '../../src');
const SEED = 7;

/** Checks the property with the real build, and that it fails with each mutant. */
export function describeMutants(mutants: typeof MUTANTS): void {
  let broken: BrokenBuild<SearchApp>;
  let worlds: TwoWorlds;

  beforeAll(async () => {
    broken = await startBrokenBuild(SOURCES, mutants, () =>
      jest.requireActual<typeof SearchAppModule>('../search-app').startSearchApp('own'),
    );
    worlds = await newWorlds(broken.service, SEED);
  });
  afterEach(() => broken.breakBy(undefined));
  afterAll(() => broken?.service.stop());

  it(`sends players the same bytes, regardless of hidden passages (${SEED})`, () =>
    expectEqual(broken.service, worlds));

  it.each(mutants)('fails when $name', async (mutant) => {
    broken.breakBy(mutant);
    const asked = isOfQuestions(mutant) ? worlds : await newWorlds(broken.service, SEED);
    expect(await differences(broken.service, asked, [mutant.shownBy], 1)).not.toEqual([]);
  });
}
