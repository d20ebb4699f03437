import type { VisibleSinceAnswer } from '@tomekeeper/contracts-document';
import type { Passage } from '@tomekeeper/contracts-document';
import type { Method, TestPerson } from '@tomekeeper/testing';
import { visibleSince } from '../src/passages/visible/visible-since';
import { startDocumentApp, type DocumentApp } from './document-app';

let service: DocumentApp;
let owner: TestPerson, mira: TestPerson, tobin: TestPerson;
let campaign: string;
/** Start of the session. */
let began: string;

beforeAll(async () => {
  service = await startDocumentApp();
});
afterAll(() => service?.stop());
beforeEach(async () => {
  [owner, mira, tobin] = (await Promise.all(
    ['Owner', 'Mira', 'Tobin'].map((name) => service.identity.join(name)),
  )) as [TestPerson, TestPerson, TestPerson];
  campaign = service.campaign(owner, [mira, tobin]);
  began = await now();
});

/** Time of the database, which is the time of the ledger. */
async function now(): Promise<string> {
  const [row] = await service.uow.query<{ at: Date }>('SELECT clock_timestamp() AS at');
  return row!.at.toISOString();
}
async function call(method: Method, url: string, body?: object, as = owner) {
  const answer = await service.call(method, url, { as, body });
  expect([url, answer.status < 300 || answer.body]).toEqual([url, true]);
  return answer.body;
}
async function note(texts: string[], more: object = {}) {
  const body = { campaign, title: 'A letter', markdown: texts.join('\n\n'), ...more };
  const { id } = await call('POST', '/api/documents/notes/', body);
  return { id: id as string, passages: (await read(id)).map((one) => one.id) };
}
async function read(id: string, as = owner): Promise<Passage[]> {
  await service.readTexts();
  const { body } = await service.call('GET', `/api/documents/${id}/passages/?limit=500`, { as });
  return body.passages;
}
const reveal = (id: string, passages: string[], audience: object | string, more: object = {}) =>
  call('PUT', `/api/documents/${id}/audience/`, {
    ...{ passages, audience, public_title: 'A name' },
    ...more,
  });
const only = (...people: TestPerson[]) => ({ players: people.map(({ id }) => id) });

const since = async (query: object): Promise<VisibleSinceAnswer['passages']> => {
  const url = `/internal/campaigns/${campaign}/visible-since?${new URLSearchParams({ ...query })}`;
  const { status, body } = await service.call('GET', url, { token: await service.tokenOfSearch() });
  expect(status).toBe(200);
  return body.passages;
};
type Viewer = TestPerson | 'party' | 'gm';
const memberOf = (viewer: Viewer) => {
  if (viewer === 'gm') return { role: 'gm' };
  if (viewer === 'party') return { role: 'player' };
  return { role: 'player', membership: service.membership(campaign, viewer) };
};
/** Texts that became visible in a time span, from the beginning of the session by default. */
async function texts(
  viewer: Viewer,
  span: { from?: string; until?: string; keep?: 'earliest' | 'latest' } = {},
) {
  await service.readTexts();
  const found = await since({ ...memberOf(viewer), from: began, ...span });
  const rows = await service.uow.query<{ id: string; text: string }>(
    'SELECT id, text FROM passage WHERE id = ANY ($1::uuid[])',
    [found.map(({ id }) => id)],
  );
  return found.map(({ id }) => rows.find((row) => row.id === id)?.text);
}

it('lists passages that became visible to the party during a session, in order of time', async () => {
  const before = await note(['Long known.'], { is_spoilers: false });
  const castle = await note(['# Castle', 'The gate is open.', 'A grave.', 'Never.']);
  const inn = await note(['The inn burns.']);
  began = await now();
  await reveal(castle.id, [castle.passages[2]!], 'party');
  await call('PATCH', `/api/documents/${inn.id}/`, { is_spoilers: false });
  await note(['Written during it.'], { is_spoilers: false });
  await reveal(castle.id, castle.passages.slice(0, 2), 'party');
  const until = await now();
  await note(['Afterwards.'], { is_spoilers: false });
  await call('PATCH', `/api/documents/${before.id}/`, { pinned: true });
  for (const viewer of [mira, 'party', 'gm'] as const)
    expect(await texts(viewer, { until })).toEqual([
      ...['A grave.', 'The inn burns.', 'Written during it.', 'The gate is open.'],
    ]);
  expect(await texts(mira, { from: until })).toEqual(['Afterwards.']);
});

it('leaves out passages that were hidden again, and moves passages that were revealed again', async () => {
  const { id, passages } = await note(['Stays.', 'Hidden.', 'Again.']);
  const [, hidden, again] = passages as [string, string, string];
  began = await now();
  await reveal(id, passages, 'party');
  await reveal(id, [hidden, again], 'gm');
  const until = await now();
  await reveal(id, [again], 'party');
  for (const viewer of [tobin, 'gm'] as const) {
    expect(await texts(viewer, { until })).toEqual(['Stays.']);
    expect(await texts(viewer, { from: until })).toEqual(['Again.']);
  }
});

it('depends on the passages of the viewer alone', async () => {
  const { id, passages } = await note(['For Mira.', 'For both, one after the other.']);
  const [one, both] = passages as [string, string];
  began = await now();
  await reveal(id, [one], only(mira));
  await reveal(id, [both], only(mira));
  const later = await now();
  await reveal(id, [both], only(mira, tobin));
  const last = await now();
  await reveal(id, [both], 'party');
  const inFirst = { until: later };
  expect(await texts(mira, inFirst)).toEqual(['For Mira.', 'For both, one after the other.']);
  expect(await texts(mira, { from: later })).toEqual([]);
  expect(await texts(tobin, inFirst)).toEqual([]);
  expect(await texts(tobin, { from: later, until: last })).toEqual([
    'For both, one after the other.',
  ]);
  expect(await texts(tobin, { from: last })).toEqual([]);
  expect(await texts('party', { from: last })).toEqual(['For both, one after the other.']);
  // For GMs, each step to further players counts.
  expect(await texts('gm', inFirst)).toEqual(['For Mira.', 'For both, one after the other.']);
  expect(await texts('gm', { from: last })).toEqual(['For both, one after the other.']);
});

it('keeps the time of a public passage whose audience a GM sets to the party again', async () => {
  const { id, passages } = await note(['First.', 'Second.']);
  await reveal(id, [passages[0]!], 'party');
  await call('PATCH', `/api/documents/${id}/`, { is_spoilers: false });
  const [before] = [await since({ ...memberOf(mira), passages: passages[1] })];
  await reveal(id, [passages[1]!], 'party');
  expect(await since({ ...memberOf(mira), passages: passages[1] })).toEqual(before);
  expect(before).toHaveLength(1);
});

it('names the time of chosen passages, for GMs those of a source', async () => {
  const { id, passages } = await note(['One.', 'Two.', 'Three.']);
  const [one, two, three] = passages as [string, string, string];
  await reveal(id, [one], 'party');
  const between = await now();
  await reveal(id, [two], only(tobin));
  await reveal(id, [three], only(mira), { handout: 'new', public_title: 'Another' });
  const all = { passages: [one, two, three].join() };
  const of = async (viewer: Viewer) =>
    (await since({ ...memberOf(viewer), ...all })).map((row) => [row.id, row.at > between]);
  expect(await of('gm')).toEqual([
    [one, false],
    [two, true],
    [three, true],
  ]);
  expect(await of(tobin)).toEqual([
    [one, false],
    [two, true],
  ]);
  expect(await of('party')).toEqual([[one, false]]);
});

it('leaves out recaps and notes of players', async () => {
  const { id } = await call('POST', '/api/documents/recaps/', {
    ...{ campaign, title: 'Recap', from: began },
  });
  await call('PATCH', `/api/documents/${id}/`, { is_spoilers: false });
  const own = { campaign, title: 'Own', markdown: 'Mine.', author_audience: 'party' };
  await call('POST', '/api/documents/notes/', own, mira);
  for (const viewer of [mira, 'gm'] as const) expect(await texts(viewer)).toEqual([]);
});

it('is limited, also for each reveal', async () => {
  const lines = Array.from({ length: 12 }, (_, at) => `Line ${at}.`);
  await note(lines, { is_spoilers: false });
  expect(await texts(mira)).toEqual(lines.slice(0, 8));
  for (let at = 0; at < 7; at += 1)
    await note(
      lines.map((line) => `Note ${at}. ${line}`),
      { is_spoilers: false },
    );
  for (const viewer of [mira, 'gm'] as const) {
    const [earliest, latest] = [await texts(viewer), await texts(viewer, { keep: 'latest' })];
    expect([earliest.length, latest.length]).toEqual([50, 50]);
    expect([earliest[0], earliest.at(-1)]).toEqual(['Line 0.', 'Note 5. Line 1.']);
    expect([latest[0], latest.at(-1)]).toEqual(['Note 0. Line 6.', 'Note 6. Line 7.']);
  }
});

it('reads no hidden documents for a player', async () => {
  const { id, passages } = await note(['For Mira.', 'Hidden.']);
  await reveal(id, [passages[0]!], only(mira));
  await note(['Public.'], { is_spoilers: false });
  /** Rows of the documents whose passages the query reads. */
  const documentsRead = async (viewer: TestPerson) => {
    let rows = -1;
    const explain = async (sql: string, values?: unknown[]) => {
      const [row] = await service.uow.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
        `EXPLAIN (ANALYZE, FORMAT JSON) ${sql}`,
        values,
      );
      rows = rowsOf(row!['QUERY PLAN'][0].Plan, 'CTE docs') ?? -1;
      return [];
    };
    const memberships = [service.membership(campaign, viewer)];
    const span = { from: new Date(began), until: undefined, keep: 'earliest' as const };
    await visibleSince(
      { query: explain },
      { managed: [], played: [campaign], memberships },
      { campaign, span, passages: undefined },
    );
    return rows;
  };
  const before = [await documentsRead(mira), await documentsRead(tobin)];
  expect(before).toEqual([2, 1]);
  for (let at = 0; at < 3; at += 1) await note([`Secret ${at}.`]);
  expect([await documentsRead(mira), await documentsRead(tobin)]).toEqual(before);
});

interface PlanNode {
  'Subplan Name'?: string;
  'Actual Rows': number;
  Plans?: PlanNode[];
}
function rowsOf(node: PlanNode, name: string): number | undefined {
  if (node['Subplan Name'] === name) return node['Actual Rows'];
  for (const one of node.Plans ?? []) {
    const rows = rowsOf(one, name);
    if (rows !== undefined) return rows;
  }
  return undefined;
}

it.each([
  [{ role: 'player' }, 400],
  [{ role: 'owner', from: '2026-03-01T10:00:00Z' }, 400],
  [{ role: 'player', from: 'yesterday' }, 400],
  [{ role: 'player', from: '2026-03-01T10:00:00Z', passages: 'x' }, 400],
  [{ role: 'player', passages: 'x' }, 400],
  [{ role: 'player', from: '2026-03-01T10:00:00Z', keep: 'all' }, 400],
  [{ role: 'player', from: '2026-03-01T10:00:00Z' }, 200],
])('answers %j with %i', async (query, status) => {
  const url = `/internal/campaigns/${campaign}/visible-since?${new URLSearchParams(query as object as Record<string, string>)}`;
  const token = await service.tokenOfSearch();
  expect((await service.call('GET', url, { token })).status).toBe(status);
});

it('answers the search service only', async () => {
  const url = `/internal/campaigns/${campaign}/visible-since?role=gm&from=${began}`;
  const statusOf = async (by: object) => (await service.call('GET', url, by)).status;
  expect(await statusOf({})).toBe(401);
  expect(await statusOf({ as: owner })).toBe(401);
  expect(await statusOf({ token: await service.tokenOfIdentity() })).toBe(403);
});
