import { randomUUID } from 'node:crypto';
import { ledgerAnswer } from '@tomekeeper/contracts-document';
import type { TestPerson } from '@tomekeeper/testing';
import { startDocumentApp, type DocumentApp } from './document-app';

let service: DocumentApp;
let gm: TestPerson;
let player: TestPerson;
let campaign: string;

beforeAll(async () => {
  service = await startDocumentApp();
});
afterAll(() => service?.stop());
beforeEach(async () => {
  [gm, player] = [await service.identity.join('Gm'), await service.identity.join('Player')];
  campaign = service.campaign(gm, [player]);
});

const ask = (query: Record<string, string>, as = gm) =>
  service.call('GET', `/api/campaigns/${campaign}/ledger/?${new URLSearchParams(query)}`, { as });

async function read(query: Record<string, string>) {
  const answer = await ask(query);
  expect(answer).toMatchObject({ status: 200 });
  const { entries = [], next } = ledgerAnswer.parse(answer.body);
  return { entries, next, times: entries.map(({ at }) => at.slice(11, 23)) };
}

const at = (time: string) => `2026-11-24T${time}Z`;

/** Records reveals at times of one day, in this order. */
const record = (times: readonly string[], of = campaign) =>
  service.uow.query(
    `INSERT INTO ledger_entry (campaign_id, document_id, text_version, act, audience, at)
     SELECT $1, $2, 0, 'reveal', 'party', t.at::timestamptz
       FROM unnest($3::text[]) WITH ORDINALITY t (at, n) ORDER BY n`,
    [of, randomUUID(), times.map(at)],
  );

it('lists the entries from one moment until another', async () => {
  await record(['18:59:59.999999', '19:00:00', '21:30:00', '22:59:59.9999', '23:00:00']);
  await record(['20:00:00'], service.campaign(gm));
  const session = { from: at('19:00:00'), until: at('23:00:00') };
  expect((await read(session)).times).toEqual(['22:59:59.999', '21:30:00.000', '19:00:00.000']);
  expect((await read({ ...session, order: 'oldest' })).times).toEqual([
    '19:00:00.000',
    '21:30:00.000',
    '22:59:59.999',
  ]);
  const { from, until } = session;
  expect((await read({ from: until })).times).toEqual(['23:00:00.000']);
  expect((await read({ until: from })).times).toEqual(['18:59:59.999']);
  expect((await read({ from, until: from })).times).toEqual([]);
  expect((await read({ from: until, until: from })).times).toEqual([]);
});

it('includes an entry from its own time, and excludes it until then', async () => {
  await record(['20:00:00.123456']);
  const [entry] = (await read({})).entries;
  const moment = String(entry?.at);
  expect((await read({ from: moment })).entries).toHaveLength(1);
  expect((await read({ until: moment })).entries).toHaveLength(0);
  expect((await read({ from: '2026-11-24T21:00:00.123+01:00' })).entries).toHaveLength(1);
  expect((await read({ from: '2026-11-24T21:00:00.124+01:00' })).entries).toHaveLength(0);
});

it.each(['newest', 'oldest'])('pages through them, %s first', async (order) => {
  const minutes = Array.from({ length: 50 }, (_, n) => `20:${String(n + 10)}:00`);
  await record(['19:59:00', ...minutes, '21:00:00']);
  const session = { from: at('20:00:00'), until: at('21:00:00'), order, limit: '20' };
  const pages: string[][] = [];
  for (let query: Record<string, string> | undefined = session; query;) {
    const { times, next }: Awaited<ReturnType<typeof read>> = await read(query);
    pages.push(times);
    query = next === undefined ? undefined : { ...session, after: next };
  }
  expect(pages.map((page) => page.length)).toEqual([20, 20, 10]);
  const expected = minutes.map((time) => `${time}.000`);
  expect(pages.flat()).toEqual(order === 'oldest' ? expected : expected.reverse());
});

it('accepts the first and the last moment that a date can be', async () => {
  await record(['20:00:00']);
  const always = { from: '0000-01-01T00:00:00Z', until: '9999-12-31T23:59:59.999999-23:59' };
  expect((await read(always)).entries).toHaveLength(1);
});

it.each([
  ['from', { from: 'yesterday' }],
  ['from', { from: '2026-11-24' }],
  ['from', { from: '2026-11-24T20:00:00' }],
  ['until', { until: '2026-02-30T20:00:00Z' }],
  ['until', { until: '' }],
  ['order', { order: 'random' }],
  ['from', { player: 'party', from: at('20:00:00') }],
  ['until', { player: 'party', until: at('20:00:00'), as_of: at('20:00:00') }],
  ['order', { player: 'party', order: 'oldest' }],
  ['as_of', { from: at('20:00:00'), as_of: at('20:00:00') }],
  ['after', { from: at('20:00:00'), after: randomUUID() }],
])('rejects a wrong %s: %j', async (field, query) => {
  expect(await ask(query)).toMatchObject({
    status: 400,
    body: { code: 'validation', [field]: [expect.any(String)] },
  });
});

it('is for game masters', async () => {
  await record(['20:00:00']);
  expect((await ask({ from: at('19:00:00'), order: 'oldest' }, player)).status).toBe(403);
});
