import { scrubbed } from './scrubbed';

const ID = '3f0c9a52-93a0-4a2b-8b39-1d8b8f5e3b11';

it.each([
  ['Failed for ada.stern+x@example.org.', 'ada.stern'],
  [`No campaign ${ID} here`, ID],
  [`No campaign ${ID.toUpperCase()} here`, ID.toUpperCase()],
  ['bad eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln token', 'eyJhbGci'],
  ['refused abcdefghij0123456789abcdef', 'abcdefghij0123456789'],
  ['refused aBcDeFgHiJkLmNoPqRsTuVwXyZaBcDeFgH', 'aBcDeFgHiJ'],
  ['code 482913 is wrong', '482913'],
  ['GET /verify-subscribe?token=abc failed', 'abc'],
  ['cannot fetch https://example.org/campaigns/Salt%20Road?a=b', 'Salt'],
  [`Unexpected token 'S', "Strahd's lair" is not valid JSON`, 'lair'],
  ["The campaign 'The Salt Road' is full", 'Salt'],
  ['The campaign “The Salt Road” is full', 'Salt'],
])('takes what may be about a person out of %j', (text, canary) => {
  expect(scrubbed(text, 300)).not.toContain(canary);
});

it.each([
  "Cannot read properties of undefined (reading 'title')",
  "The remote 'campaigns' requires contract ^2.0; this shell has 1.2.0.",
  "The remote 'campaigns' brings no page for /campaigns/:id.",
  'Minified React error #321',
])('leaves %j as it is', (text) => {
  expect(scrubbed(text, 300)).toBe(text);
});

it('names a file of ours that did not load, without the rest of its address', () => {
  expect(
    scrubbed(
      'Loading chunk 12 failed. (https://a.example/remotes/campaigns/1f3a/12.ab.js?b=1)',
      99,
    ),
  ).toBe('Loading chunk 12 failed. (/remotes/campaigns/1f3a/12.ab.js)');
});

it('is never longer than asked for, however long the text is', () => {
  expect(scrubbed('word '.repeat(100_000), 50).length).toBeLessThanOrEqual(50);
});
