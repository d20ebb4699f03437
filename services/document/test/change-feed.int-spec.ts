import type { CampaignDocument, Change, ChangesAnswer } from '@tomekeeper/contracts-document';
import type { TestPerson } from '@tomekeeper/testing';
import { GM_CLASS } from '@tomekeeper/visibility';
import { documentChanged } from '../src/passages/changes';
import { UploadCleanup } from '../src/uploads/upload-cleanup';
import { startDocumentApp, type DocumentApp } from './document-app';

let service: DocumentApp;
let gm: TestPerson, player: TestPerson;
let campaign: string;

beforeAll(async () => {
  service = await startDocumentApp();
  gm = await service.identity.join('Gm');
  player = await service.identity.join('Player');
});
afterAll(() => service?.stop());
beforeEach(() => {
  campaign = service.campaign(gm, [player]);
});

const query = (sql: string, values: unknown[] = []) => service.uow.query(sql, values);
const ask = async (path: string, token?: string) =>
  service.call('GET', `/internal/campaigns/${campaign}/${path}`, {
    token: token ?? (await service.tokenOfSearch()),
  });
const changes = async (after = '0', limit = 500): Promise<ChangesAnswer> => {
  const answer = await ask(`changes?after=${after}&limit=${limit}`);
  expect(answer.status).toBe(200);
  return answer.body;
};
const numbers = async () => (await ask('change-numbers')).body;
const upload = (file: { spoilers?: boolean; content?: string } = {}) =>
  service.upload(gm, campaign, {
    name: 'notes.txt',
    contentType: 'text/plain',
    content: 'One.\n\nTwo.\n\nThree.',
    ...file,
  });
const change = (id: string, body: object) =>
  service.call('PATCH', `/api/documents/${id}/`, { as: gm, body });

const seesAnything = async (membership?: string) =>
  (await ask(`sees-anything${membership === undefined ? '' : `?membership=${membership}`}`)).body
    .sees_anything;

/** Keeps a copy of a campaign as a service does that follows the feed, some rows at a time. */
class FeedReader {
  private at = '0';
  documents = new Map<string, Change & { state: string }>();
  passages = new Map<string, Change & { document: string; text: string }>();

  async follow(limit = 2): Promise<number> {
    for (;;) {
      const { changes: rows, next, more, restart, reached } = await changes(this.at, limit);
      if (restart) {
        this.documents.clear();
        this.passages.clear();
      }
      for (const row of rows) this.take(row);
      this.at = next;
      if (!more) return reached;
    }
  }

  private take(row: Change): void {
    if ('gone_passage' in row) this.passages.delete(row.gone_passage);
    else if ('passage' in row) this.passages.set(row.passage, row);
    else {
      this.documents.set(row.document, row);
      if (row.state !== 'gone') return;
      this.documents.delete(row.document);
      for (const [id, { document }] of this.passages)
        if (document === row.document) this.passages.delete(id);
    }
  }

  get texts(): string[] {
    return [...this.passages.values()].map(({ text }) => text).sort();
  }
}

it('contains the tags that a document was uploaded with', async () => {
  const file = { name: 'notes.txt', contentType: 'text/plain', content: 'One.', tags: ['maps'] };
  const { id } = await service.upload(gm, campaign, file);
  await service.readTexts();
  const { changes: rows } = await changes();
  expect(rows).toContainEqual(expect.objectContaining({ document: id, tags: ['maps'] }));
});

it('reproduces the exact state of the campaign after any change', async () => {
  const feedReader = new FeedReader();
  const isTheSame = async () => {
    await service.readTexts();
    const reached = await feedReader.follow();
    expect(reached).toBe((await numbers()).last);
    const fresh = new FeedReader();
    await fresh.follow(3);
    expect(feedReader.passages).toEqual(fresh.passages);
    expect(feedReader.documents).toEqual(fresh.documents);
    const stored = await query('SELECT text FROM passage WHERE campaign_id = $1', [campaign]);
    expect(feedReader.texts).toEqual(stored.map((row) => (row as { text: string }).text).sort());
  };
  const one = await upload();
  const two = await upload({ spoilers: true, content: 'Four.\n\nFive.' });
  await isTheSame();
  expect(feedReader.documents.get(one.id)).toMatchObject({
    state: 'here',
    name: 'notes.txt',
    audience: 'party',
    text_audience: 'party',
    shown_since: one.created_at,
  });
  expect(feedReader.documents.get(two.id)).toMatchObject({ audience: 'gm', text_audience: 'gm' });
  await service.replaceFile(gm, one, {
    name: 'notes.txt',
    contentType: 'text/plain',
    content: 'Zero.\n\nTwo.\n\nThree.',
  });
  await isTheSame();
  await change(two.id, { is_spoilers: false });
  // Its text is not the players' before it is shown to them.
  await isTheSame();
  expect(feedReader.documents.get(two.id)).toMatchObject({
    audience: 'party',
    text_audience: 'party',
  });
  await change(one.id, { is_spoilers: true });
  await change(one.id, { original_filename: 'other.txt' });
  await isTheSame();
  expect(feedReader.documents.get(one.id)).toMatchObject({ audience: 'gm', name: 'other.txt' });
  await service.call('DELETE', `/api/documents/${two.id}/`, { as: gm });
  await isTheSame();
  expect(feedReader.documents.get(two.id)).toMatchObject({ state: 'trashed' });
  await service.call('POST', `/api/documents/${two.id}/restore/`, { as: gm });
  await isTheSame();
  expect(feedReader.documents.get(two.id)).toMatchObject({ state: 'here', audience: 'party' });
  await service.call('DELETE', `/api/documents/${one.id}/`, { as: gm });
  const gone = await service.call('DELETE', `/api/documents/trash/${one.id}/`, { as: gm });
  expect(gone.status).toBe(204);
  await isTheSame();
  expect(feedReader.documents.get(one.id)).toBeUndefined();
  expect(feedReader.texts).toEqual(['Five.', 'Four.']);
});

it('names the people who lost access with each change', async () => {
  const taken = async (act: () => Promise<unknown>) => {
    const before = await numbers();
    await act();
    await service.readTexts();
    const { last, restricting } = await numbers();
    expect(last).toBeGreaterThan(before.last ?? 0);
    return ['gm', 'party'].filter((who) => restricting[who] !== before.restricting?.[who]);
  };
  let open!: CampaignDocument, hidden!: CampaignDocument;
  expect(await taken(async () => (open = await upload()))).toEqual(['gm', 'party']);
  // From no watermark to one without a revocation.
  expect((await numbers()).restricting).toEqual({ gm: 0, party: 0 });
  expect(await taken(async () => (hidden = await upload({ spoilers: true })))).toEqual([]);
  const file = { name: 'notes.txt', contentType: 'text/plain', content: 'Another.' };
  expect(await taken(() => service.replaceFile(gm, hidden, file))).toEqual(['gm']);
  expect(await taken(() => change(hidden.id, { original_filename: 'b.txt' }))).toEqual(['gm']);
  expect(await taken(() => change(hidden.id, { is_spoilers: false }))).toEqual([]);
  expect(await taken(() => change(hidden.id, { is_spoilers: true }))).toEqual(['party']);
  const remove = (id: string) => service.call('DELETE', `/api/documents/${id}/`, { as: gm });
  expect(await taken(() => remove(hidden.id))).toEqual(['gm']);
  expect(await taken(() => change(open.id, { original_filename: 'b.txt' }))).toEqual([
    'gm',
    'party',
  ]);
  expect(await taken(() => service.replaceFile(gm, open, file))).toEqual(['gm', 'party']);
  expect(await taken(() => remove(open.id))).toEqual(['gm', 'party']);
});

it('marks passages with an individual audience', async () => {
  const { id } = await upload();
  await service.readTexts();
  await query('UPDATE passage SET audience_class = $2 WHERE document_id = $1 AND position = 1', [
    id,
    GM_CLASS,
  ]);
  const rows = (await changes()).changes.flatMap((row) => ('passage' in row ? [row] : []));
  expect(rows.map(({ text, audience }) => [text, audience]).sort()).toEqual([
    ['One.', undefined],
    ['Three.', undefined],
    ['Two.', 'gm'],
  ]);
});

it('says whether a player, or the party, sees anything at all', async () => {
  const membership = service.membership(campaign, player);
  const seen = async () => [await seesAnything(), await seesAnything(membership)];
  expect(await seen()).toEqual([false, false]);
  const { id } = await upload({ spoilers: true });
  await service.readTexts();
  expect(await seen()).toEqual([false, false]);
  const [first] = (await changes()).changes.flatMap((row) => ('passage' in row ? [row] : []));
  const body = {
    passages: [first!.passage],
    audience: { players: [player.id] },
    public_title: 'A letter',
  };
  const answer = await service.call('PUT', `/api/documents/${id}/audience/`, { as: gm, body });
  expect(answer.status).toBe(200);
  expect(await seen()).toEqual([false, true]);
  await upload();
  expect(await seen()).toEqual([true, true]);
});

it('never gives a lower number after a higher one', async () => {
  const document = await upload();
  await service.readTexts();
  const before = (await numbers()).last;
  const order: string[] = [];
  let second!: Promise<void>;
  await service.uow.run(async (tx) => {
    await documentChanged(tx, { campaign, document: document.id });
    second = service.uow
      .run(async (other) => {
        await documentChanged(other, { campaign, document: document.id });
      })
      .then(() => void order.push('second'));
    // Current readers see neither change.
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect((await numbers()).last).toBe(before);
    order.push('first');
  });
  await second;
  expect(order).toEqual(['first', 'second']);
  expect((await numbers()).last).toBe(before + 2);
});

it('is complete for a feedReader while many write at once', async () => {
  const documents = await Promise.all([1, 2, 3].map(() => upload({ spoilers: true })));
  await service.readTexts();
  const feedReader = new FeedReader();
  let isWriting = true;
  const following = (async () => {
    while (isWriting) await feedReader.follow(1);
  })();
  await Promise.all(
    documents.map(async ({ id }) => {
      for (const is_spoilers of [false, true, false]) await change(id, { is_spoilers });
    }),
  );
  isWriting = false;
  await following;
  await service.readTexts();
  await feedReader.follow();
  const fresh = new FeedReader();
  await fresh.follow();
  expect(feedReader.documents).toEqual(fresh.documents);
  expect(feedReader.documents.size).toBe(3);
});

it('forgets deletions after a month, and makes stale consumers rebuild', async () => {
  const [one, two] = [await upload(), await upload()];
  await service.readTexts();
  const away = (await changes()).next;
  const onTheWay = (await changes('0', 1)).next;
  await service.call('DELETE', `/api/documents/${one.id}/`, { as: gm });
  await service.call('DELETE', `/api/documents/trash/${one.id}/`, { as: gm });
  const here = (await changes()).next;
  await query(`UPDATE campaign_change SET gone_at = gone_at - interval '31 days'`);
  await service.app.get(UploadCleanup).sweep();
  for (const place of [away, onTheWay])
    expect(await changes(place)).toMatchObject({ restart: true, next: '0', changes: [] });
  expect(await changes(here)).toMatchObject({ restart: false, changes: [] });
  const feedReader = new FeedReader();
  await feedReader.follow(1);
  expect([...feedReader.documents.keys()]).toEqual([two.id]);
  // A database that was restored from before.
  expect(await changes('999')).toMatchObject({ restart: true });
});

it('ends with its campaign, and gives no more at once than is bounded', async () => {
  const content = Array.from({ length: 30 }, () => 'x'.repeat(19_000)).join('\n\n');
  for (let n = 0; n < 2; n += 1) await upload({ content });
  await service.readTexts();
  const first = await changes();
  expect(first.more).toBe(true);
  expect(first.changes.length).toBeLessThan(60);
  const feedReader = new FeedReader();
  await feedReader.follow(500);
  expect(feedReader.passages.size).toBe(60);
  for (const wrong of ['after=x', 'after=-1', 'limit=0', 'limit=501', 'after=1.7.x'])
    expect((await ask(`changes?${wrong}`)).status).toBe(400);
  campaign = service.campaign(gm);
  for (const path of ['changes', 'change-numbers']) expect((await ask(path)).status).toBe(404);
});

it('is for the service that follows it alone', async () => {
  await upload();
  for (const path of ['changes', 'change-numbers', 'sees-anything', 'shared-folder?tag=a'])
    for (const token of ['', gm.token, player.token])
      expect((await ask(path, token)).status).toBe(401);
  const other = await ask('changes', await service.tokenOfIdentity());
  expect([401, 403, 404]).toContain(other.status);
  expect(other.body).not.toHaveProperty('changes');
});
