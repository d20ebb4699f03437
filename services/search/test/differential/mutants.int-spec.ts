import path from 'node:path';
import { mutantsWithoutPlace } from '@tomekeeper/testing';
import { MUTANTS } from './mutants';
import { describeMutants } from './mutant-suite';

jest.setTimeout(300_000);

/** One of each kind; `npm run test:long -- secrets` tries all, on more worlds. */
const A_HANDFUL = [
  'hidden passages are found',
  'how rare a word is counts hidden passages',
  'misspelt words are taken for hidden names',
  'vectors of what was hidden stay in memory',
  'who asks as a player is answered as a game master',
  'titles told to one player are known to others',
  'a model reads hidden headings',
  'a stream begins with what is hidden',
  'what is meant in several campaigns are hidden names',
  'what reads for meaning is asked with hidden names',
  'passages that were hidden are still counted',
];

describe('the property of secrets', () => {
  describeMutants(MUTANTS.filter(({ name }) => A_HANDFUL.includes(name)));

  it('has every mutant’s code in its file, once, those of the long run too', () => {
    expect(mutantsWithoutPlace(path.resolve(__dirname, '../../src'), MUTANTS)).toEqual([]);
  });

  it('is tried on all that is named here', () => {
    const names = MUTANTS.map(({ name }) => name);
    expect(A_HANDFUL.filter((name) => !names.includes(name))).toEqual([]);
  });
});
