import { renumberLists, type ItemPlace } from './list-numbers';

const item = (marker: string | null, depth = 0) => ({
  kind: 'list_item' as const,
  depth,
  content: { inlines: [{ text: 'dragon' }], ...(marker !== null && { marker }) },
});
const paragraph = { kind: 'paragraph' as const, depth: 0, content: {} };
const places = (passages: ReturnType<typeof item>[], before: ItemPlace[] = []) =>
  renumberLists(passages, before).map(({ depth, content }) => [depth, content.marker ?? null]);

describe('renumberLists', () => {
  it('leaves no gap where an item is hidden, wherever it stood', () => {
    expect(places([item('1.'), item('3.'), item('4.')])).toEqual([
      [0, '1.'],
      [0, '2.'],
      [0, '3.'],
    ]);
    expect(places([item('2)'), item('3)')])).toEqual([
      [0, '1)'],
      [0, '2)'],
    ]);
    expect(places([item('a.'), item('c.'), item('iv.')])).toEqual([
      [0, 'a.'],
      [0, 'b.'],
      [0, 'c.'],
    ]);
    // A Roman numeral of a visible item would reveal its number, so it is a letter too.
    expect(places([item('IV)'), item('V)')])).toEqual([
      [0, 'A)'],
      [0, 'B)'],
    ]);
  });

  it('tells of no parent that is hidden', () => {
    expect(places([item('•', 1), item(null, 2), item(null, 0), item(null, 2)])).toEqual([
      [0, '•'],
      [1, null],
      [0, null],
      [1, null],
    ]);
  });

  it('restarts the count of nested items below each item', () => {
    const list = [item('1.'), item('1.', 1), item('3.', 1), item('2.'), item('2.', 1)];
    expect(places(list)).toEqual([
      [0, '1.'],
      [1, '1.'],
      [1, '2.'],
      [0, '2.'],
      [1, '1.'],
    ]);
  });

  it('continues the preceding list, and restarts after anything else', () => {
    expect(places([item('4.')], [{ depth: 0, marker: '1.' }])).toEqual([[0, '2.']]);
    const [, , third] = renumberLists([item('1.'), paragraph, item('2.')], []);
    expect(third?.content).toEqual({ inlines: [{ text: 'dragon' }], marker: '1.' });
  });

  it('leaves words before an item that count nothing', () => {
    expect(places([item('Step 3:'), item('☐')])).toEqual([
      [0, 'Step 3:'],
      [0, '☐'],
    ]);
  });
});
