import { snippetOf } from './snippet';

const matches = new Map([
  ['wives', { stem: 'wife', gain: 2 }],
  ['dead', { stem: 'dead', gain: 1 }],
  ['seance', { stem: 'seanc', gain: 1 }],
]);
const plain = (text: string) =>
  snippetOf(text, matches)
    .map((part) => part.text)
    .join('');

it('highlights inflected and accented words', () => {
  expect(snippetOf('Dead wives at a séance.', matches)).toEqual([
    { text: 'Dead', match: true },
    { text: ' ', match: false },
    { text: 'wives', match: true },
    { text: ' at a ', match: false },
    { text: 'séance', match: true },
    { text: '.', match: false },
  ]);
});

it('shows the best excerpt of a long text, at word boundaries', () => {
  const text = `${'dead words before. '.repeat(30)}Two dead wives. ${'Long words after it. '.repeat(30)}`;
  const shown = plain(text);
  expect(shown).toContain('dead wives');
  expect(shown.length).toBeLessThan(300);
  const inner = shown.slice(1, -1);
  expect(shown).toBe(`…${inner}…`);
  expect(` ${text}`).toContain(` ${inner}`);
});

it('shows the beginning without matches, also of an endless word', () => {
  expect(plain('Nothing here. '.repeat(40)).startsWith('Nothing here.')).toBe(true);
  expect(plain('x'.repeat(5000)).length).toBeLessThan(5001);
  expect(snippetOf('', matches)).toEqual([]);
});
