import { litPieces } from './lit-words';

const PAGE = [
  'The mill',
  'Nobody has seen the mil-',
  'ler since the great frost,',
  'and his',
  'wheel turns.',
  '12',
];

describe('the pieces of a page that are a passage', () => {
  it('are those with its words, however the page breaks them', () => {
    const passage = 'Nobody has seen the miller since the great frost, and his wheel turns.';
    expect(litPieces(PAGE, passage)).toEqual([1, 2, 3, 4]);
  });

  it('are one of few words too', () => {
    expect(litPieces(PAGE, 'The mill')).toEqual([0]);
  });

  it('match the beginning of a passage on its page, and the end on the next page', () => {
    const passage =
      'and his wheel turns. On moonless nights the smith’s dead wife walks there and calls a name.';
    const last = ['Ravens', ...['and his wheel', 'turns. On moonless nights']];
    expect(litPieces(last, passage)).toEqual([1, 2]);
    expect(litPieces(['dead wife walks there and', 'calls a name.', 'The next.'], passage)).toEqual(
      [0, 1],
    );
  });

  it('are none where it is not surely there', () => {
    expect(litPieces(PAGE, 'Nobody has been here')).toEqual([]);
    expect(litPieces(PAGE, '…')).toEqual([]);
    expect(litPieces([], 'The mill')).toEqual([]);
  });
});
