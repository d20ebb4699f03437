import path from 'node:path';
import { mutantsWithoutPlace } from '@tomekeeper/testing';
import { MUTANTS } from './mutants';
import { describeMutants } from './mutants-noticed';

jest.setTimeout(600_000);

/** One or two of each kind; `npm run test:long -- spoilers` tries all. */
const A_HANDFUL = [
  'players read what is for chosen ones',
  'handouts are told by their real name',
  'what others see of a spoiler is listed',
  'players hear of what others are shown',
  'players read passages that are hidden from them',
  'a total counts hidden passages',
  'links of passages that players see lead to hidden documents',
  'hidden passages that link to a document are told of',
  'pictures of hidden passages are given',
  'words that are split off a hidden passage are for everybody',
  'players read what a note said before',
  'hidden words that had gone from a note are for everybody once they are restored',
  'players hear of what is written into passages that they do not see',
  'lists hold spoilers',
  'lists hold the trash',
  'thumbnails of spoilers are given',
  'a spoiler can be downloaded',
  'players are taken for a GM in a single campaign',
  'the copy of a person’s data lists what they play in',
  'what is shown may be hidden by now',
  'players are told of earlier versions',
  'players are hinted of a spoiler that is uploaded',
  'who has left still reads',
  'a handout is called for all what one of them was told',
  'players read the ledger',
  'what is new in a file with secrets is for everybody',
  'nobody waits for what a GM hides',
  'a title that was written for GMs alone is given away when a Hide is taken back',
  'a title that is meant for GMs is given to a note that players see by now',
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
