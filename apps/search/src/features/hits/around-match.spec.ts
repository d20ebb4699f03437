import { aroundMatch } from './around-match';

const marked = { text: 'bell', match: true };

it('begins shortly before what was looked for, at a word', () => {
  const far = 'The party arrived with the last ferry, an hour behind the fog, and heard a ';
  const [first, ...rest] = aroundMatch([{ text: far, match: false }, marked]);
  expect(first?.text).toBe('… ferry, an hour behind the fog, and heard a ');
  expect(rest).toEqual([marked]);
});

it.each([
  [[{ text: 'There is no ', match: false }, marked]],
  [[marked, { text: ' in the water', match: false }]],
  [
    [
      {
        text: 'A passage that holds nothing of what was looked for, since its title does.',
        match: false,
      },
    ],
  ],
])('leaves what begins there as it is', (snippet) => {
  expect(aroundMatch(snippet)).toBe(snippet);
});
