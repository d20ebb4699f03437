import { hostileText, INNARDS, type TestPerson } from '@tomekeeper/testing';
import { propertyRuns } from '@tomekeeper/testing/property-runs';
import fc from 'fast-check';
import { startSearchApp, type SearchApp } from './search-app';

let service: SearchApp;
let ann: TestPerson;
let campaign: string;

beforeAll(async () => {
  service = await startSearchApp();
  ann = await service.identity.join('Ann');
  const made = service.campaign([[ann, 'owner']]);
  campaign = made.id;
  made.written.add({
    name: 'It’s a “book”',
    lines: ["# O'Brien's \\ rest", 'It & that | those ! (these) <-> :*'],
  });
  // The first request must not reach an unfinished index.
  await service.indexer.catchUp(campaign);
});
afterAll(() => service?.stop());

async function neverBreaks(url: string): Promise<void> {
  const answer = await service.call('GET', url, { as: ann });
  expect(answer.status).toBeLessThan(500);
  expect(JSON.stringify(answer.body) ?? '').not.toMatch(INNARDS);
  if (answer.status >= 400)
    expect(answer.body).toMatchObject({ status: answer.status, detail: expect.any(String) });
}

it('accepts any words and queries', async () => {
  await fc.assert(
    fc.asyncProperty(hostileText, async (text) => {
      const part = encodeURIComponent(text.toWellFormed());
      await neverBreaks(`/api/search/?campaign=${campaign}&q=${part}`);
      await neverBreaks(`/api/search/?q=${part}&${part}=${part}&tag=${part}`);
      await neverBreaks(`/api/search/suggest/?campaign=${campaign}&q=${part}`);
    }),
    propertyRuns(25),
  );
});

it('accepts tsquery syntax as text', async () => {
  for (const q of [
    "o'brien's",
    '\\',
    "'",
    '"',
    '"a',
    '-',
    '--',
    '- -',
    ':*',
    'a & b',
    'a | !b',
    '(a',
    '<->',
    "''",
    "\\'",
    '“a b',
    'a:b',
    '%',
    '_',
    'A'.repeat(200),
    Array(99).fill('a').join(' '),
    // Becomes five signs, and fifteen bytes.
    '\u327c'.repeat(200),
    `"${'\u327c'.repeat(190)} a"`,
    '\ufdfa'.repeat(200),
  ])
    for (const path of ['', 'suggest/'])
      await neverBreaks(`/api/search/${path}?campaign=${campaign}&q=${encodeURIComponent(q)}`);
});
