import { currentRow, drawnOutline, headingsWith, outlineRows } from './outline-rows';
import type { Heading } from '../../documents-api/passages-api';

const heading = (id: string, level: number, text = id): Heading => ({ id, level, text, at: 0 });
/** A book of twenty chapters with three sections each; the second section has a subsection. */
const BOOK = Array.from({ length: 20 }, (_, chapter) => [
  heading(`${chapter}`, 1, `Chapter ${chapter}`),
  heading(`${chapter}.1`, 2),
  heading(`${chapter}.2`, 2),
  heading(`${chapter}.2.1`, 3, 'Épilogue'),
  heading(`${chapter}.3`, 2),
]).flat();
const ids = (...of: Parameters<typeof outlineRows>) =>
  outlineRows(...of).map((row) => row.heading.id);
const NONE = new Map<string, boolean>();

it('expands only the current part of a long outline', () => {
  const drawn = ids(BOOK, '3.2', NONE);
  expect(drawn).toHaveLength(20 + 3 + 1);
  expect(drawn.slice(2, 9)).toEqual(['2', '3', '3.1', '3.2', '3.2.1', '3.3', '4']);
});

it('expands and collapses on click', () => {
  const drawn = ids(
    BOOK,
    '3.2',
    new Map([
      ['3', false],
      ['5', true],
    ]),
  );
  expect(drawn.slice(3, 10)).toEqual(['3', '4', '5', '5.1', '5.2', '5.3', '6']);
});

it('opens all of a short one, and the only heading that holds all others', () => {
  expect(ids(BOOK.slice(0, 40), undefined, NONE)).toHaveLength(40);
  const titled = [heading('title', 1), ...BOOK.map((one) => ({ ...one, level: one.level + 1 }))];
  expect(ids(titled, undefined, NONE)).toHaveLength(21);
});

it('marks the collapsed part with the reading position', () => {
  const closed = outlineRows(BOOK, '3.2.1', new Map([['3', false]]));
  expect(closed[currentRow(closed, BOOK, '3.2.1')]?.heading.id).toBe('3');
  const open = outlineRows(BOOK, '3.2.1', NONE);
  expect(open[currentRow(open, BOOK, '3.2.1')]?.heading.id).toBe('3.2.1');
  expect(currentRow(open, BOOK, undefined)).toBe(-1);
});

it('says how deep each row stands, and of found ones nothing', () => {
  const { rows, marked } = drawnOutline(BOOK, '', '3.2.1', NONE);
  expect(rows.slice(3, 8).map(({ depth }) => depth)).toEqual([0, 1, 1, 2, 1]);
  expect(rows[marked]?.heading.id).toBe('3.2.1');
  const found = drawnOutline(BOOK, 'epil', '3.2.1', NONE);
  expect(new Set(found.rows.map(({ depth }) => depth))).toEqual(new Set([0]));
  expect(found.rows[found.marked]?.heading.id).toBe('3.2.1');
});

it('finds headings by words, including collapsed ones', () => {
  expect(headingsWith(BOOK, ' EPIL ')).toHaveLength(20);
  expect(headingsWith(BOOK, 'chapter 7').map((row) => row.heading.id)).toEqual(['7']);
});
