import { clipToMatch } from './snippet';

const marked = { text: 'bell', match: true };

it('begins shortly before the first match, at a word', () => {
  const far = 'The party arrived with the last ferry, an hour behind the fog, and heard a ';
  const [first, ...rest] = clipToMatch([{ text: far, match: false }, marked]);
  expect(first?.text).toBe('… ferry, an hour behind the fog, and heard a ');
  expect(rest).toEqual([marked]);
});

it.each([
  [[{ text: 'There is no ', match: false }, marked]],
  [[marked, { text: ' in the water', match: false }]],
  [
    [
      {
        text: 'A long passage without a match, which was found by the title of its document.',
        match: false,
      },
    ],
  ],
])('keeps short leads and snippets without a match', (snippet) => {
  expect(clipToMatch(snippet)).toBe(snippet);
});
