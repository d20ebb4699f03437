import * as z from 'zod/mini';
import { oneOf } from './one-of';
import { prerenderedPages } from './prerendered';

describe('a word that only a newer version knows', () => {
  const access = oneOf('guarded', 'public');

  it.each([
    ['public', 'public'],
    ['guarded', 'guarded'],
    ['invited', 'guarded'],
  ])('%s counts as %s', (given, read) => {
    expect(access.parse(given)).toBe(read);
  });

  it.each([undefined, null, 1, ['public']])('is a word: %j is refused', (given) => {
    expect(z.safeParse(access, given).success).toBe(false);
  });

  it('costs one page that is for another environment, and no other', () => {
    const page = { path: '/a', head: '', body: '', styles: [], indexed: true };
    const { pages } = prerenderedPages.parse({ pages: [{ ...page, environment: 'later' }, page] });
    expect(pages).toHaveLength(2);
  });
});
