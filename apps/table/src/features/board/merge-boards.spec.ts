import { BOARD_LIMITS, type BoardLine } from '@tomekeeper/contracts-campaign';
import fc from 'fast-check';
import type { Item } from './board-api';
import { isSame, mergeBoards } from './merge-boards';

let created = 0;
const newId = () => `new-${(created += 1)}`;
beforeEach(() => {
  created = 0;
});

const text = (id: string, words = id): Item => ({ kind: 'text', id, text: words });
const link = (id: string): Item => ({ kind: 'document', id, document: `of-${id}` });
const list = (lines: BoardLine[], title = ''): Item => ({
  ...{ kind: 'checklist', id: 'list', title, lines },
});
const line = (id: string, words = id, done = false): BoardLine => ({ id, text: words, done });
const board = (ids: string) => [...ids].map((id) => text(id));
const merge = (base: Item[], mine: Item[], theirs: Item[]) =>
  mergeBoards({ base, mine, theirs }, newId);
const order = (base: string, mine: string, theirs: string) =>
  merge(board(base), board(mine), board(theirs))
    .items.map(({ id }) => id)
    .join('');

describe('items', () => {
  it.each([
    ['added by both', 'ab', 'abx', 'aby', 'abxy'],
    ['added by me, behind the item before it', 'ab', 'axb', 'ba', 'bax'],
    ['removed by either', 'abcd', 'acd', 'abc', 'ac'],
    ['moved by me', 'abcd', 'dabc', 'abcd', 'dabc'],
    ['moved by them', 'abcd', 'abcd', 'bacd', 'bacd'],
    ['moved by me, while they moved another', 'abcd', 'dabc', 'bacd', 'dbac'],
    ['moved by both', 'abc', 'cab', 'bca', 'cba'],
  ])('%s', (_, base, mine, theirs, merged) => expect(order(base, mine, theirs)).toBe(merged));

  it('stay if one side removed and the other side changed them', () => {
    const changed = text('b', 'changed');
    expect(merge(board('abc'), board('ac'), [text('a'), changed, text('c')]).items).toContainEqual(
      changed,
    );
    expect(merge(board('abc'), [text('a'), changed, text('c')], board('ac')).items).toEqual([
      ...[text('a'), changed, text('c')],
    ]);
  });

  it('keep my text, with theirs below, if both changed it', () => {
    const { items } = merge(
      board('abc'),
      [text('a'), text('b', 'mine'), text('c')],
      [...[text('a'), text('b', 'theirs'), text('c')]],
    );
    expect(items).toEqual([...[text('a'), text('b', 'mine'), text('new-1', 'theirs'), text('c')]]);
  });

  it('keep the text that one side made a note while the other changed it', () => {
    const changed = text('a', 'changed');
    expect(merge(board('a'), [link('a')], [changed]).items).toEqual([
      link('a'),
      { ...changed, id: 'new-1' },
    ]);
    expect(merge(board('a'), [changed], [link('a')]).items).toEqual([
      changed,
      { ...link('a'), id: 'new-2' },
    ]);
  });
});

describe('a checklist that both changed', () => {
  const base = list([line('a'), line('b'), line('c')]);

  it('is merged by line', () => {
    const mine = list([line('a', 'a', true), line('b'), line('c'), line('d')]);
    const theirs = list([line('a', 'A'), line('c', 'c', true)], 'Named');
    expect(merge([base], [mine], [theirs]).items).toEqual([
      list([line('a', 'A', true), line('c', 'c', true), line('d')], 'Named'),
    ]);
  });

  it('keeps both texts of a line', () => {
    const mine = list([line('a', 'mine'), line('b'), line('c')]);
    const theirs = list([line('a', 'theirs', true), line('b'), line('c')]);
    expect(merge([base], [mine], [theirs]).items).toEqual([
      list([line('a', 'mine', true), line('new-1', 'theirs', true), line('b'), line('c')]),
    ]);
  });

  it('stays twice if there is no room for all lines, or both named it', () => {
    const many = (prefix: string) =>
      list(Array.from({ length: 20 }, (_, at) => line(`${prefix}${at}`)));
    const { items } = merge([list([])], [many('m')], [many('t')]);
    expect(items).toEqual([many('m'), { ...many('t'), id: 'new-1' }]);
    const named = (title: string) => list([line('a')], title);
    expect(merge([named('')], [named('Mine')], [named('Theirs')]).items).toEqual([
      named('Mine'),
      { ...named('Theirs'), id: 'new-2' },
    ]);
  });
});

describe('a full board', () => {
  const full = Array.from({ length: BOARD_LIMITS.items - 1 }, (_, at) => text(`b${at}`));

  it('returns my items without room, references before text', () => {
    const { items, left } = merge(
      full,
      [...full, text('typed'), link('link')],
      [...[...full, text('theirs')]],
    );
    expect(items).toHaveLength(BOARD_LIMITS.items);
    expect(items).toContainEqual(text('theirs'));
    expect(left).toEqual([text('typed'), link('link')]);
    const room = merge(full, [...full.slice(1), text('typed'), link('link')], full);
    expect(room.left).toEqual([]);
    const some = merge(full.slice(1), [...full.slice(1), text('typed'), link('link')], full);
    expect(some.left).toEqual([link('link')]);
  });
});

describe('any boards', () => {
  const item = (id: string): fc.Arbitrary<Item> =>
    fc.oneof(
      fc.constantFrom('one', 'two', 'three').map((words) => text(id, `${id} ${words}`)),
      fc.constant(link(id)),
      fc
        .uniqueArray(fc.constantFrom('l', 'm', 'n'), { maxLength: 3 })
        .chain((ids) =>
          fc.tuple(...ids.map((of) => fc.boolean().map((done) => line(of, of, done)))),
        )
        .map((lines): Item => ({ kind: 'checklist', id, title: '', lines })),
    );
  const IDS = Array.from({ length: 8 }, (_, at) => `i${at}`);
  const items = fc
    .shuffledSubarray(IDS)
    .chain((ids) => fc.tuple(...ids.map(item)))
    .map((all): Item[] => all);
  const RUNS = { numRuns: 400, seed: 45 };
  const holds = (check: (base: Item[], mine: Item[], theirs: Item[]) => void) =>
    fc.assert(fc.property(items, items, items, check), RUNS);

  it('merge to a valid board that contains everything typed by either', () =>
    holds((base, mine, theirs) => {
      const merged = merge(base, mine, theirs).items;
      expect(new Set(merged.map(({ id }) => id)).size).toBe(merged.length);
      expect(merged.length).toBeLessThanOrEqual(BOARD_LIMITS.items);
      const texts = merged.map((one) => (one.kind === 'text' ? one.text : undefined));
      for (const one of [...mine, ...theirs])
        if (one.kind === 'text' && !base.some((known) => isSame(known, one)))
          expect(texts).toContain(one.text);
    }));

  it('merge to the only side that changed', () =>
    holds((base, mine) => {
      expect(merge(base, mine, base).items).toEqual(mine);
      expect(merge(base, base, mine).items).toEqual(mine);
      expect(merge(base, mine, mine).items).toEqual(mine);
    }));

  it('contain no item that one side removed and the other left unchanged', () =>
    holds((base, mine, theirs) => {
      const merged = merge(base, mine, theirs).items;
      for (const one of base) {
        const left = [mine, theirs].flatMap((all) => all.filter(({ id }) => id === one.id));
        if (left.length === 0 || (left.length === 1 && isSame(left[0], one)))
          expect(merged.some(({ id }) => id === one.id)).toBe(false);
      }
    }));
});
