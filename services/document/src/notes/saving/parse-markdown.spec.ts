import { isShortMarkdown } from './parse-markdown';

const LINE = 'The drowned bell tolls under the harbor, and Mira Vell counts every stroke.';
const prose = (bytes: number) =>
  `${LINE.repeat(4)}\n\n`.repeat(Math.ceil(bytes / 300)).slice(0, bytes);

describe('text that is parsed without a child process', () => {
  it('includes any text of 8 KB', () => {
    expect(isShortMarkdown('['.repeat(8192))).toBe(true);
    expect(isShortMarkdown('['.repeat(8193))).toBe(false);
  });

  it('includes longer text with little markup', () => {
    expect(isShortMarkdown(prose(40_000))).toBe(true);
    expect(isShortMarkdown(`${prose(20_000)}${'*a'.repeat(4000)}`)).toBe(false);
  });

  it.each(['  ', '\n', '\t', '|', '<', '_', '.', '\\'])('counts %j as markup', (markup) => {
    expect(isShortMarkdown('a'.repeat(30_000) + markup.repeat(2100))).toBe(false);
  });

  it('excludes text above 64 KB', () => {
    expect(isShortMarkdown('a'.repeat(65_536))).toBe(true);
    expect(isShortMarkdown('a'.repeat(65_537))).toBe(false);
  });
});
