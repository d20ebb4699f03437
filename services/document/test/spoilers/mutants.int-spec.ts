import path from 'node:path';
import { mutantsWithoutPlace } from '@tomekeeper/testing';
import { MUTANTS } from './mutants';
import { describeMutants } from './mutants-noticed';

jest.setTimeout(600_000);

/** One of each kind; `npm run test:long -- spoilers` tries all. */
const A_HANDFUL = [
  'players read passages that are hidden from them',
  'a total counts hidden passages',
  'pictures of hidden passages are given',
  'lists hold spoilers',
  'a spoiler can be downloaded',
  'handouts are told by their real name',
  'players hear of what is written into passages that they do not see',
  'words that are split off a hidden passage are for everybody',
  'what is new in a file with secrets is for everybody',
  'players read the ledger',
  'nobody waits for what a GM hides',
  'a title that was written for GMs alone is given away when a Hide is taken back',
  'players get a file before its text is extracted',
  'no markup is secret',
  'players get a picture as it was uploaded',
  'undo takes back what a GM has set since',
];

describe('the property of spoilers', () => {
  describeMutants(MUTANTS.filter(({ name }) => A_HANDFUL.includes(name)));

  it('has every mutant’s code still in its file, those of the long run too', () => {
    expect(mutantsWithoutPlace(path.resolve(__dirname, '../../src'), MUTANTS)).toEqual([]);
  });

  it('is tried on all that is named here', () => {
    const names = MUTANTS.map(({ name }) => name);
    expect(A_HANDFUL.filter((name) => !names.includes(name))).toEqual([]);
  });
});
