import path from 'node:path';
import { invalidMutants } from '@tomekeeper/testing';
import { MUTANTS } from './mutants';
import { describeMutants } from './mutant-suite';

/** One of each kind; `npm run test:long -- secrets` tries all, on more worlds. */
const A_HANDFUL = [
  'search matches hidden passages',
  'document frequencies include hidden passages',
  'corrections use hidden names',
  'the cache keeps embeddings of hidden passages',
  'view-as a player keeps the role of the GM',
  'titles for one player are visible to others',
  'prompts contain hidden headings',
  'a stream starts with hidden passages',
  'corrections in several campaigns use hidden names',
  'questions to the embedding model contain hidden names',
  'questions without names contain hidden words',
  'sentences for the embedding model contain hidden headings',
  'statistics keep hidden passages',
  'unshared tags are matched',
  'words are split by hidden names',
];

describe('the differential property', () => {
  describeMutants(MUTANTS.filter(({ name }) => A_HANDFUL.includes(name)));

  it('compiles each mutant, with its code exactly once and still in its file', async () => {
    expect(await invalidMutants(path.resolve(__dirname, '../../src'), MUTANTS)).toEqual([]);
  });

  it('knows all selected mutants', () => {
    const names = MUTANTS.map(({ name }) => name);
    expect(A_HANDFUL.filter((name) => !names.includes(name))).toEqual([]);
  });
});
