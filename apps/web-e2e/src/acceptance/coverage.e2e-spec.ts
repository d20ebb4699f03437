import path from 'node:path';
import { rowsOfIndex } from './acceptance-index';
import { isSpecificationHere, linesOf, plain } from './coverage-specification';
import { titlesOf } from './coverage-titles';

const ROOT = path.resolve(__dirname, '../../../..');
const SPEC_FILE = /\.(int-|e2e-)?spec\.tsx?$/;
const SECTIONS = [2, 4, 5, 6, 7, 8, 9];
const ROWS = rowsOfIndex();

describe('acceptance index', () => {
  const known = new Map<string, string[]>();
  const titles = (spec: string) => {
    const read = known.get(spec) ?? titlesOf(path.join(ROOT, spec));
    known.set(spec, read);
    return read;
  };

  it.each(ROWS)('$section: $quote has what it cites', ({ how }) => {
    if ('unreachable' in how) return;
    expect(how.spec).toMatch(SPEC_FILE);
    const named = titles(how.spec).some((title) => title.includes(how.words));
    if (!named) throw new Error(`No test of ${how.spec} is named “${how.words}”.`);
  });
});

// A copy of the repository alone has nothing to compare with.
const withSpecification = isSpecificationHere() ? describe : describe.skip;
withSpecification('acceptance index, compared with the specification', () => {
  const lines = isSpecificationHere() ? SECTIONS.flatMap(linesOf) : [];

  it('quotes each row from one place of its section', () => {
    const wrong = ROWS.flatMap(({ section, quote }) => {
      const wanted = plain(quote);
      const places = lines.filter((line) => line.section === section && line.text.includes(wanted));
      // Either the only line with these words, or a line of these words and no others.
      const found = places.length === 1 || places.some(({ text }) => text === wanted);
      return found ? [] : [`${section}: ${quote} (${places.length || 'no'} such lines)`];
    });
    expect(wrong).toEqual([]);
  });

  it('has a row for every line and sentence', () => {
    const without = lines.flatMap(({ section, units }) => {
      const quotes = ROWS.filter((row) => row.section === section).map(({ quote }) => plain(quote));
      const covers = (unit: string) => (quote: string) =>
        unit.includes(quote) || quote.includes(unit);
      return units
        .filter((unit) => !quotes.some(covers(unit)))
        .map((unit) => `${section}: ${unit}`);
    });
    expect(without).toEqual([]);
  });
});
