import path from 'node:path';
import { invalidMutants } from '@tomekeeper/testing';
import { MUTANTS } from './mutants';
import { describeMutants } from './mutants-noticed';

jest.setTimeout(600_000);

/** One of each kind; `npm run test:long -- spoilers` tries all. */
const A_HANDFUL = [
  'players read passages that are hidden from them',
  'a total counts hidden passages',
  'sessions contain hidden passages',
  'comments on a passage are listed to all who see it now',
  'new comments on hidden passages are counted',
  'players get the names of links by name without a document',
  'pictures of hidden passages are sent to players',
  'lists contain Spoilers documents',
  'a spoiler can be downloaded',
  'a handout has the title of its source',
  'a handout has the category of its source',
  'a document has a portrait whose picture is hidden',
  'players get aliases for GMs',
  'players get the original of a note before its release',
  'an edit of a hidden passage sends events to players',
  'text split off a hidden passage is visible to the party',
  'new text in a file with hidden passages is visible to the party',
  'players read the ledger',
  'a Hide does not block requests until search has caught up',
  'undo of a Hide shows players a title that was typed for GMs',
  'players get a file before its text is extracted',
  'no markup is secret',
  'players get the original of a picture',
  'undo overwrites a later audience of a GM',
  'the texts of an export contain hidden passages',
];

describe('the property of spoilers', () => {
  describeMutants(MUTANTS.filter(({ name }) => A_HANDFUL.includes(name)));

  it('compiles every mutant, also of the long run, with its code still in its file', async () => {
    expect(await invalidMutants(path.resolve(__dirname, '../../src'), MUTANTS)).toEqual([]);
  });

  it('is tried on all that is named here', () => {
    const names = MUTANTS.map(({ name }) => name);
    expect(A_HANDFUL.filter((name) => !names.includes(name))).toEqual([]);
  });
});
