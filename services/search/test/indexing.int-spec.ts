import { randomUUID } from 'node:crypto';
import { hintGiven } from '@tomekeeper/contracts-live';
import type { Transaction, UnitOfWork } from '@tomekeeper/persistence';
import { eventually, type TestPerson } from '@tomekeeper/testing';
import { ChangeFeedClient } from '../src/indexing/change-feed-client';
import { IndexingJobs, deleteCampaignIndex } from '../src/indexing/indexing-jobs';
import { Indexer, REBUILD_ALL } from '../src/indexing/indexer';
import { membershipOf, startSearchApp, type SearchApp } from './search-app';
import { dice } from './differential/worlds';
import type { ScriptedCampaign } from './scripted-documents';

let service: SearchApp;
let gm: TestPerson, player: TestPerson;
let campaign: string, written: ScriptedCampaign;

beforeAll(async () => {
  service = await startSearchApp();
  ({ gm, player } = await service.joinGmAndPlayer());
});
afterAll(() => service?.stop());
beforeEach(() => {
  service.feed.isBroken = false;
  ({ id: campaign, written } = service.campaignOf({ gm, player }));
});

const search = (q: string, as = player) =>
  service.call('GET', `/api/search/?campaign=${campaign}&q=${q}`, { as });
/** Hits of the player. Retries, because a busy machine may need longer than the 500 ms wait. */
const found = async (q: string) =>
  (await service.callUntilReady('GET', `/api/search/?campaign=${campaign}&q=${q}`, { as: player }))
    .body.hits;
const another = (uow: UnitOfWork = service.uow) =>
  new Indexer(uow, service.app.get(ChangeFeedClient));

const TABLES = ['passage', 'title', 'word', 'spelling', 'total'].flatMap((table) => [
  `player_${table}`,
  `gm_${table}`,
]);

/** Index rows of the campaign, sorted. */
async function copy(): Promise<Record<string, string[]>> {
  const kept: Record<string, string[]> = {};
  for (const table of [...TABLES, 'document']) {
    const rows = await service.uow.query<{ row: string }>(
      `SELECT to_jsonb(t)::text AS row FROM ${table} t WHERE campaign_id = $1 ORDER BY 1`,
      [campaign],
    );
    kept[table] = rows.map(({ row }) => row);
  }
  return kept;
}

async function isAsIfBegunAnew(): Promise<void> {
  await service.indexer.catchUpTo(campaign, written.numbers.last);
  const before = await copy();
  await service.uow.query(
    `UPDATE campaign_index SET feed_position = '9999999' WHERE campaign_id = $1`,
    [campaign],
  );
  await service.indexer.catchUp(campaign); // after a rebuild
  expect(await copy()).toEqual(before);
  expect((await service.indexer.position(campaign)).number).toBe(written.numbers.last);
}

it.each([1, 2, 3, 4])(
  'comes to the same copy by every way, some rows at a time (%i)',
  async (seed) => {
    const roll = dice(seed);
    written.page = 1 + roll(4);
    const documents: string[] = [];
    const word = () => ['dragon', 'castle', 'queen', 'Drache', 'ghost', 'ghosts'][roll(6)]!;
    const of = <T>(list: readonly T[]): T => list[roll(list.length)]!;
    for (let step = 0; step < 60; step++) {
      const document = documents.length > 0 ? of(documents) : undefined;
      const passages = document ? written.textsOf(document) : [];
      const passage = passages.length > 0 ? of(passages).id : undefined;
      const act = roll(11);
      if (!document || act === 0)
        documents.push(
          written.add({
            name: word(),
            spoilers: roll(2) === 0,
            lines: [`# ${word()}`, word(), `${word()} ${word()}`],
          }),
        );
      else if (act === 1) written.hide(document);
      else if (act === 2) written.reveal(document);
      else if (act === 3) written.trash(document);
      else if (act === 4) written.restore(document);
      else if (act === 5) written.rename(document, `${word()} ${step}`);
      else if (act === 6)
        written.write(
          document,
          `${word()} ${word()}`,
          of([undefined, 'gm', 'party', randomUUID()]),
        );
      else if (act === 7 && passage) written.edit(passage, `${word()} ${word()}`);
      else if (act === 8 && passage) written.remove(passage);
      else if (act === 9 && passage)
        written.setAudience(
          passage,
          of([undefined, 'gm', 'party', randomUUID()]),
          of([undefined, word()]),
        );
      else if (act === 10 && roll(3) === 0) {
        written.delete(document);
        documents.splice(documents.indexOf(document), 1);
      }
      if (roll(4) === 0) await service.indexer.catchUp(campaign);
    }
    await isAsIfBegunAnew();
  },
);

it('never finds hidden text after the response to the hide: it catches up or returns 503', async () => {
  const document = written.add({ name: 'Letter', lines: ['The king is a vampire.'] });
  expect(await found('vampire')).toHaveLength(1);
  written.hide(document);
  expect(await found('vampire')).toEqual([]);
  expect((await search('vampire')).body).toMatchObject({ hits: [], searched: { documents: 0 } });
  written.reveal(document);
  await service.indexer.catchUpTo(campaign, written.numbers.last);
  expect(await found('vampire')).toHaveLength(1);
  written.hide(document);
  service.feed.isBroken = true;
  for (const as of [gm, player])
    expect(await search('vampire', as)).toMatchObject({
      status: 503,
      headers: { 'retry-after': '1' },
      body: { code: 'search.not_ready', detail: expect.stringContaining('try again') },
    });
  service.feed.isBroken = false;
  expect(await found('vampire')).toEqual([]);
});

it('never delays players for hidden changes', async () => {
  written.add({ name: 'Letter', lines: ['The king is a vampire.'] });
  expect(await found('vampire')).toHaveLength(1);
  const secret = written.add({
    name: 'Plot',
    spoilers: true,
    lines: ['The queen is a vampire too.'],
  });
  await service.indexer.catchUp(campaign);
  const [queen] = written.textsOf(secret);
  service.feed.isBroken = true;
  written.edit(queen!.id, 'The queen is a ghost.');
  expect(await found('vampire')).toHaveLength(1);
  expect((await search('vampire', gm)).status).toBe(503);
});

describe('text that only game masters saw', () => {
  const feed = () => service.app.get(ChangeFeedClient);
  afterEach(() => jest.restoreAllMocks());

  it('delays no player while it waits for indexing', async () => {
    written.add({ name: 'Letter', lines: ['The king is a vampire.'] });
    const map = written.add({ name: 'Map', lines: ['The vampire sleeps in the crypt.'] });
    expect(await found('vampire')).toHaveLength(2);
    written.add({ name: 'Plot', spoilers: true, lines: ['The queen is a vampire too.'] });
    written.hide(map);
    const changes = feed().changes.bind(feed());
    jest
      .spyOn(feed(), 'changes')
      .mockImplementation((of, after, only) =>
        only === 'seen' ? changes(of, after, only) : Promise.reject(new Error('Still indexing.')),
      );
    expect(await found('vampire')).toHaveLength(1);
    const asked = `/api/search/state/?campaign=${campaign}`;
    expect((await service.call('GET', asked, { as: player })).body).toMatchObject({
      is_ready: true,
    });
    expect((await search('vampire', gm)).status).toBe(503);
    jest.restoreAllMocks();
    await isAsIfBegunAnew();
  });

  it('discards rows that were read before a revocation', async () => {
    const letter = written.add({ name: 'Letter', lines: ['The king is a vampire.'] });
    expect(await found('vampire')).toHaveLength(1);
    written.write(letter, 'The queen is a vampire too.');
    const stale = await feed().changes(campaign, String(written.numbers.last - 1));
    let held = stale;
    const late = new Indexer(service.uow, {
      changes: (of: string, after: string) => {
        const given = held ?? feed().changes(of, after);
        held = undefined;
        return Promise.resolve(given);
      },
    } as ChangeFeedClient);
    for (const { id } of written.textsOf(letter)) written.setAudience(id, 'gm');
    const changes = feed().changes.bind(feed());
    jest
      .spyOn(feed(), 'changes')
      .mockImplementation((of, after, only) =>
        only === 'seen' || held === undefined
          ? changes(of, after, only)
          : Promise.reject(new Error('Still indexing.')),
      );
    expect(await found('vampire')).toEqual([]);
    await late.catchUp(campaign);
    expect(await found('vampire')).toEqual([]);
    await isAsIfBegunAnew();
  });
});

it('treats campaigns without visible text as empty while they are indexed', async () => {
  const empty = service.campaignOf({ gm, player }).id;
  service.feed.isBroken = true;
  const letter = written.add({ name: 'Plot', spoilers: true, lines: ['The king is a vampire.'] });
  const answers = async (of: string, as = player, headers = {}) => {
    const ask = { campaign: of, question: 'Who is a vampire?' };
    const all = [
      await service.call('GET', `/api/search/?campaign=${of}&q=vampire`, { as, headers }),
      await service.call('GET', `/api/search/suggest/?campaign=${of}&q=pl`, { as, headers }),
      await service.call('GET', `/api/search/state/?campaign=${of}`, { as, headers }),
      await service.call('POST', '/api/search/ask/', { as, headers, body: ask }),
    ];
    const streamed = await service.app.inject({
      method: 'POST',
      url: '/api/search/ask/',
      headers: { ...headers, authorization: `Bearer ${as.token}`, accept: 'text/event-stream' },
      payload: ask,
    });
    return [...all, { status: streamed.statusCode, body: streamed.body }].map(
      ({ status, body }) => ({ status, body }),
    );
  };
  const nothing = await answers(empty);
  expect(nothing.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  expect(await answers(campaign)).toEqual(nothing);
  const asParty = { 'x-view-as': 'party' };
  expect(await answers(campaign, gm, asParty)).toEqual(await answers(empty, gm, asParty));
  expect((await search('vampire', gm)).status).toBe(503);
  service.feed.isBroken = false;
  await service.indexer.catchUp(campaign);
  // And once it is there.
  expect(await answers(campaign)).toEqual(nothing);
  expect(await answers(campaign, gm, asParty)).toEqual(await answers(empty, gm, asParty));
  await service.indexer.deleteIndex(campaign);
  service.feed.isBroken = true;
  const [king] = written.textsOf(letter);
  written.setAudience(king!.id, written.choose(membershipOf(player.id)), 'A letter');
  expect((await search('vampire')).status).toBe(503);
});

it('returns 503 while it lags by 10,000 changes, and finds nothing hidden', async () => {
  const document = written.add({ name: 'Letter', lines: ['The king is a vampire.'] });
  expect(await found('vampire')).toHaveLength(1);
  written.add({
    name: 'Book',
    lines: Array.from({ length: 10_000 }, (_, n) => `Page ${n} of the book of kings.`),
  });
  written.hide(document);
  const first = await search('vampire');
  expect([200, 503]).toContain(first.status);
  if (first.status === 200) expect(first.body.hits).toEqual([]);
  const { body } = await eventually(
    async () => {
      const answer = await search('vampire');
      return answer.status === 200 ? answer : undefined;
    },
    { timeout: 60_000 },
  );
  expect(body.hits).toEqual([]);
});

it('indexes each row once with parallel indexers', async () => {
  written.page = 3;
  for (let n = 0; n < 10; n++)
    written.add({ name: `Book ${n}`, lines: ['# One', 'Two goblins.', 'Three ghosts.'] });
  await Promise.all(Array.from({ length: 4 }, () => another().catchUp(campaign)));
  await isAsIfBegunAnew();
});

it('continues after a crash between fetch and commit', async () => {
  written.page = 4;
  for (let n = 0; n < 4; n++) written.add({ name: `Book ${n}`, lines: ['# One', 'Two goblins.'] });
  let left = 2;
  const killed: Pick<UnitOfWork, 'run' | 'query'> = {
    query: (sql, values) => service.uow.query(sql, values),
    run: (work) =>
      service.uow.run(async (tx: Transaction) => {
        const done = await work(tx);
        if (left-- === 0) throw new Error('killed');
        return done;
      }),
  };
  await expect(another(killed as UnitOfWork).catchUp(campaign)).rejects.toThrow('killed');
  const reached = await service.indexer.position(campaign);
  expect(reached.isComplete).toBe(false);
  await isAsIfBegunAnew();
});

it('rebuilds after a long downtime, and after a restore of the document service', async () => {
  const document = written.add({
    name: 'Letter',
    lines: ['The king is a vampire.', 'The queen is not.'],
  });
  await service.indexer.catchUp(campaign);
  written.remove(written.textsOf(document)[0]!.id);
  written.pruneFeed();
  written.write(document, 'The prince is a ghost.');
  await isAsIfBegunAnew();
  expect(await found('vampire')).toEqual([]);
  expect(await found('prince')).toHaveLength(1);
});

it('rebuilds all indexes on request, and returns 503 until they are complete', async () => {
  written.add({ name: 'Letter', lines: ['The king is a vampire.'] });
  expect(await found('vampire')).toHaveLength(1);
  service.feed.isBroken = true;
  await service.uow.query(REBUILD_ALL);
  expect((await search('vampire')).status).toBe(503);
  expect((await service.indexer.health()).incomplete).toBeGreaterThan(0);
  service.feed.isBroken = false;
  expect(await found('vampire')).toHaveLength(1);
});

it('indexes after events, and deletes indexes of deleted campaigns', async () => {
  written.add({ name: 'Letter', lines: ['The king is a vampire.'] });
  const nudge = () =>
    service.publish(hintGiven, { kind: 'documents', campaign, id: randomUUID(), to: 'gm' });
  await nudge();
  await eventually(async () =>
    (await service.indexer.position(campaign)).isComplete ? true : undefined,
  );
  service.end(campaign);
  await nudge();
  await eventually(async () => {
    const kept = await copy();
    return Object.values(kept).flat().length === 0 ? true : undefined;
  });
});

it('deletes the index of a campaign whose documents are deleted later', async () => {
  written.add({ name: 'Letter', lines: ['The king is a vampire.'] });
  await service.indexer.catchUp(campaign);
  const jobs = service.app.get(IndexingJobs);
  const asked = await service.uow.run(async (tx) => {
    await jobs.onCampaignDeleted({ campaign_id: campaign }, tx);
    return tx.query('SELECT name FROM outbox');
  });
  expect(asked).toContainEqual({ name: deleteCampaignIndex.name });
  await expect(jobs.deleteIndex({ campaign_id: campaign })).rejects.toThrow('still has');
  service.end(campaign);
  await jobs.deleteIndex({ campaign_id: campaign });
  expect(Object.values(await copy()).flat()).toEqual([]);
});

it('returns 503 while document or campaign is unavailable', async () => {
  written.add({ name: 'Letter', lines: ['The king is a vampire.'] });
  for (const edge of [service.documents, service.campaigns]) {
    edge.mode = 'down';
    expect((await search('vampire')).status).toBe(503);
    edge.mode = 'up';
  }
  expect(await found('vampire')).toHaveLength(1);
});
