import type { TestPerson } from '@tomekeeper/testing';
import { ChangeFeedClient } from '../src/indexing/change-feed-client';
import { REBUILD_ALL } from '../src/indexing/indexer';
import { IndexingJobs } from '../src/indexing/indexing-jobs';
import { startSearchApp, type SearchApp } from './search-app';

let service: SearchApp;
let people: { gm: TestPerson; player: TestPerson };

beforeAll(async () => {
  service = await startSearchApp();
  people = await service.joinGmAndPlayer();
});
afterAll(() => service?.stop());
afterEach(() => jest.restoreAllMocks());

const indexedAt = async (campaign: string | undefined): Promise<number> => {
  const [row] = await service.uow.query<{ at: number }>(
    'SELECT extract(epoch FROM updated_at)::float8 AS at FROM campaign_index WHERE campaign_id = $1',
    [campaign],
  );
  return row?.at ?? 0;
};

it('are completed although one fails, which moves to the end', async () => {
  const ids: string[] = [];
  for (const name of ['First', 'Second', 'Third']) {
    const { id, written } = service.campaignOf(people);
    written.add({ name, lines: ['The king is a vampire.'] });
    await service.indexer.catchUp(id);
    ids.push(id);
  }
  service.feed.isBroken = true;
  await service.uow.query(REBUILD_ALL);
  service.feed.isBroken = false;
  expect((await service.indexer.health()).incomplete).toBe(3);
  const feed = service.app.get(ChangeFeedClient);
  const changes = feed.changes.bind(feed);
  jest
    .spyOn(feed, 'changes')
    .mockImplementation((campaign, after) =>
      campaign === ids[0]
        ? Promise.reject(new Error('its texts are damaged'))
        : changes(campaign, after),
    );
  const begun = await indexedAt(ids[0]);
  await expect(service.app.get(IndexingJobs).complete()).rejects.toMatchObject({
    errors: [new Error('its texts are damaged')],
  });
  const whole = await Promise.all(ids.map((id) => service.indexer.position(id)));
  expect(whole.map(({ isComplete }) => isComplete)).toEqual([false, true, true]);
  expect(await indexedAt(ids[0])).toBeGreaterThan(begun);
  jest.restoreAllMocks();
  await service.app.get(IndexingJobs).complete();
  expect((await service.indexer.health()).incomplete).toBe(0);
});

it('are deleted with their campaign, regardless of size, without touching others', async () => {
  const [{ id, written }, other] = [service.campaignOf(people), service.campaignOf(people)];
  written.add({
    name: 'Book',
    lines: Array.from({ length: 4_500 }, (_, at) => `Line ${at} of a long book.`),
  });
  other.written.add({ name: 'Letter', lines: ['The king is a vampire.'] });
  await service.indexer.catchUp(id);
  await service.indexer.catchUp(other.id);
  const rowsOf = async (campaign: string) => {
    const tables = ['passage', 'embedding', 'title', 'word', 'spelling', 'total'];
    const counted = ['player', 'gm'].flatMap((kind) =>
      tables.map((table) => `(SELECT count(*) FROM ${kind}_${table} WHERE campaign_id = $1)`),
    );
    const [row] = await service.uow.query<{ rows: number }>(
      `SELECT (${[...counted, '(SELECT count(*) FROM document WHERE campaign_id = $1)'].join(' + ')})::int AS rows`,
      [campaign],
    );
    return row?.rows ?? 0;
  };
  const before = await rowsOf(other.id);
  expect(await rowsOf(id)).toBeGreaterThan(9_000);
  await service.indexer.deleteIndex(id);
  expect(await rowsOf(id)).toBe(0);
  expect(await rowsOf(other.id)).toBe(before);
});
