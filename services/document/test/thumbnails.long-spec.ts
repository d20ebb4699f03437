import { campaignDeleted } from '@tomekeeper/contracts-campaign';
import { eventually, type TestPerson } from '@tomekeeper/testing';
import sharp from 'sharp';
import { ObjectRemover } from '../src/storage/object-removal';
import { claimNextPicture } from '../src/thumbnails/thumbnail-queue';
import { startDocumentApp, type DocumentApp } from './document-app';

let service: DocumentApp;
let gm: TestPerson, player: TestPerson, stranger: TestPerson;
let campaign: string;
let map: Buffer;

beforeAll(async () => {
  service = await startDocumentApp();
  [gm, player, stranger] = (await Promise.all(
    ['GM', 'Player', 'Stranger'].map((name) => service.identity.join(name)),
  )) as [TestPerson, TestPerson, TestPerson];
  map = await sharp({ create: { width: 900, height: 300, channels: 3, background: '#375' } })
    .withExif({ IFD0: { ImageDescription: 'CANARY' } })
    .jpeg()
    .toBuffer();
});
afterAll(() => service?.stop());
beforeEach(() => {
  campaign = service.campaign(gm, [player]);
});
afterEach(() => service.storeLink.mend());

const upload = (options: { spoilers?: boolean; content?: Buffer | string } = {}) =>
  service.upload(gm, campaign, { content: map, contentType: 'image/jpeg', ...options });

const ask = (as: TestPerson, ids: string[], viewAs?: string) =>
  service.call('GET', `/api/documents/thumbnails/?campaign=${campaign}&ids=${ids.join()}`, {
    as,
    ...(viewAs && { headers: { 'x-view-as': viewAs } }),
  });
const thumbnails = async (as: TestPerson, ...ids: string[]) => {
  const { status, body } = await ask(as, ids);
  expect(status).toBe(200);
  return body.thumbnails as { id: string; state: string; url?: string }[];
};
const settled = (id: string) =>
  eventually(async () => {
    const [one] = await thumbnails(gm, id);
    return one && one.state !== 'waiting' ? one : undefined;
  });
const rowOf = async (s3_key: string) => {
  const [row] = await service.uow.query<{ state: string; tries: number; picture_key: string }>(
    "SELECT state, tries, picture_key FROM picture WHERE source_key = $1 AND form = 'thumbnail'",
    [s3_key],
  );
  return row;
};
const missing = (key: string) =>
  eventually(async () => ((await service.objects()).includes(key) ? undefined : true));
const make = () => service.makePictures();

it('renders a small picture of an upload, under a random key and without metadata', async () => {
  const document = await upload();
  const { state, url } = await settled(document.id);
  expect(state).toBe('ready');
  const file = await fetch(url!);
  expect(file.headers.get('content-type')).toBe('image/webp');
  expect(file.headers.get('cache-control')).toBe('private, no-store');
  const bytes = Buffer.from(await file.arrayBuffer());
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 320, height: 107 });
  expect(bytes.toString('latin1')).not.toContain('CANARY');
  const { picture_key } = (await rowOf(document.s3_key))!;
  expect(picture_key).toMatch(/^pictures\/[0-9a-f-]{36}$/);
  expect(url).not.toContain(document.id);
  expect(url).not.toContain(campaign);
});

it('reports no thumbnail for files without a picture, regardless of their name', async () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
  const document = await upload({ content: svg });
  expect(await settled(document.id)).toEqual({ id: document.id, state: 'none' });
  expect(await rowOf(document.s3_key)).toMatchObject({ state: 'refused', tries: 1 });
  const notes = await service.upload(gm, campaign, { name: 'a.txt', contentType: 'text/plain' });
  expect(await settled(notes.id)).toEqual({ id: notes.id, state: 'none' });
  expect(await rowOf(notes.s3_key)).toBeUndefined();
});

it('returns it to every viewer of the document, at each call', async () => {
  const [shown, hidden] = [await upload(), await upload({ spoilers: true })];
  await Promise.all([settled(shown.id), settled(hidden.id)]);
  const both = [shown.id, hidden.id];
  expect(await thumbnails(gm, ...both)).toHaveLength(2);
  const seen = async (as: TestPerson) => (await thumbnails(as, ...both)).map(({ id }) => id);
  expect(await seen(player)).toEqual([shown.id]);
  expect(await seen(stranger)).toEqual([]);
  expect((await ask(gm, both, 'party')).body.thumbnails).toMatchObject([{ id: shown.id }]);
  expect((await ask(player, both, 'party')).status).toBe(403);

  const set = (id: string, is_spoilers: boolean) =>
    service.call('PATCH', `/api/documents/${id}/`, { as: gm, body: { is_spoilers } });
  await set(shown.id, true);
  expect(await seen(player)).toEqual([]);
  const addressOf = async () => new URL((await settled(hidden.id)).url!).pathname;
  const address = await addressOf();
  await set(hidden.id, false);
  expect(await seen(player)).toEqual([hidden.id]);
  // The restored image is created again, like one of a new file.
  expect(await addressOf()).not.toBe(address);
  await service.call('DELETE', `/api/documents/${hidden.id}/`, { as: gm });
  expect(await seen(gm)).toEqual([shown.id]);
  expect(await seen(player)).toEqual([]);
  await service.call('POST', `/api/documents/${hidden.id}/restore/`, { as: gm });
  await settled(hidden.id);
  expect(await thumbnails(player, hidden.id)).toMatchObject([{ state: 'ready' }]);
});

it('has none for documents of another campaign', async () => {
  const document = await upload();
  campaign = service.campaign(gm, [player]);
  expect(await thumbnails(gm, document.id)).toEqual([]);
});

it('accepts at most fifty document ids', async () => {
  const ids = (count: number) => Array.from({ length: count }, () => crypto.randomUUID());
  expect(await ask(gm, ids(50))).toMatchObject({ status: 200, body: { thumbnails: [] } });
  expect((await ask(gm, ids(51))).status).toBe(400);
  expect((await ask(gm, ['nonsense'])).status).toBe(400);
  expect((await ask(gm, [])).status).toBe(400);
});

describe('its lifecycle', () => {
  it('is deleted permanently with the document', async () => {
    const document = await upload();
    await settled(document.id);
    const { picture_key } = (await rowOf(document.s3_key))!;
    await service.call('DELETE', `/api/documents/${document.id}/`, { as: gm });
    expect(await service.objects()).toContain(picture_key);
    await service.call('DELETE', `/api/documents/trash/${document.id}/`, { as: gm });
    await missing(picture_key);
    expect(await rowOf(document.s3_key)).toBeUndefined();
  });

  it('is deleted with the campaign', async () => {
    const document = await upload();
    await settled(document.id);
    const { picture_key } = (await rowOf(document.s3_key))!;
    await service.hear(campaignDeleted, { campaign_id: campaign });
    await missing(picture_key);
    expect(
      await service.uow.query('SELECT 1 FROM picture WHERE campaign_id = $1', [campaign]),
    ).toEqual([]);
  });

  it('goes a day later where its document was deleted while the picture was noticed', async () => {
    const [document, trashed] = [await upload(), await upload()];
    await Promise.all([settled(document.id), settled(trashed.id)]);
    await service.call('DELETE', `/api/documents/${trashed.id}/`, { as: gm });
    const { picture_key } = (await rowOf(document.s3_key))!;
    await service.uow.query('DELETE FROM document WHERE id = $1', [document.id]);
    await make();
    expect(await rowOf(document.s3_key)).toBeDefined();
    await service.uow.query(`UPDATE picture SET looked_at = now() - interval '25 hours'`);
    await make();
    await missing(picture_key);
    expect(await rowOf(document.s3_key)).toBeUndefined();
    expect(await rowOf(trashed.s3_key)).toBeDefined();
  });
});

describe('while parts fail', () => {
  /** As if no worker had noticed it. */
  const forget = async (s3_key: string) => {
    await service.uow.query("DELETE FROM picture WHERE source_key = $1 AND form = 'thumbnail'", [
      s3_key,
    ]);
    await service.uow.query('UPDATE document SET pictured_key = NULL WHERE s3_key = $1', [s3_key]);
  };
  const due = (s3_key: string) =>
    service.uow.query(
      `UPDATE picture SET due_at = now() WHERE source_key = $1 AND form = 'thumbnail'`,
      [s3_key],
    );

  it('is regenerated for documents without one', async () => {
    const document = await upload();
    await settled(document.id);
    const { picture_key } = (await rowOf(document.s3_key))!;
    await forget(document.s3_key);
    await make();
    expect(await settled(document.id)).toMatchObject({ state: 'ready' });
    expect((await rowOf(document.s3_key))!.picture_key).not.toBe(picture_key);
  });

  it('waits for the store, which is no fault of the file', async () => {
    const document = await upload();
    await settled(document.id);
    await forget(document.s3_key);
    service.storeLink.cut();
    await expect(make()).rejects.toThrow('storage');
    expect(await rowOf(document.s3_key)).toMatchObject({ state: 'waiting', tries: 0 });
    service.storeLink.mend();
    await due(document.s3_key);
    await make();
    expect(await rowOf(document.s3_key)).toMatchObject({ state: 'ready', tries: 1 });
  });

  it('is abandoned after three crashed processes; the document remains', async () => {
    const document = await upload();
    await settled(document.id);
    await service.uow.query(`UPDATE picture SET state = 'failed' WHERE state = 'waiting'`);
    for (const tries of [1, 2, 3]) {
      // In one transaction, so that no worker takes it before.
      const taken = await service.uow.run(async (tx) => {
        await tx.query(
          `UPDATE picture SET state = 'waiting', due_at = now(), tries = $2 WHERE source_key = $1 AND form = 'thumbnail'`,
          [document.s3_key, tries - 1],
        );
        return [await claimNextPicture(tx), await claimNextPicture(tx)];
      });
      // A claimed image without a result; the lease keeps other workers away.
      expect(taken).toMatchObject([{ source_key: document.s3_key, tries }, undefined]);
    }
    await due(document.s3_key);
    expect(await claimNextPicture(service.uow)).toBeUndefined();
    await make();
    expect(await rowOf(document.s3_key)).toMatchObject({ state: 'failed', tries: 3 });
    expect(await thumbnails(gm, document.id)).toEqual([{ id: document.id, state: 'none' }]);
    const content = await service.call('GET', `/api/documents/${document.id}/content/`, { as: gm });
    expect((await fetch(content.body.url)).status).toBe(200);
  });

  it('leaves nothing in the store when the document is deleted during rendering', async () => {
    const document = await upload();
    await settled(document.id);
    const { picture_key } = (await rowOf(document.s3_key))!;
    // In one transaction, so that no worker takes it before.
    const taken = await service.uow.run(async (tx) => {
      await tx.query(
        `UPDATE picture SET state = 'waiting', due_at = now() WHERE source_key = $1 AND form = 'thumbnail'`,
        [document.s3_key],
      );
      // Other pictures may be due on a busy machine.
      let one = await claimNextPicture(tx);
      while (one && one.picture_key !== picture_key) one = await claimNextPicture(tx);
      return one;
    });
    expect(taken?.picture_key).toBe(picture_key);
    await service.call('DELETE', `/api/documents/${document.id}/`, { as: gm });
    await service.call('DELETE', `/api/documents/trash/${document.id}/`, { as: gm });
    await missing(picture_key);
    // Stores the image, then crashes before updating the row.
    const [later] = await service.uow.query<{ again: boolean }>(
      'SELECT again_at > now() AS again FROM object_removal WHERE s3_key = $1',
      [picture_key],
    );
    expect(later).toEqual({ again: true });
    await service.uow.query('UPDATE object_removal SET due_at = now(), again_at = now()');
    await service.app.get(ObjectRemover).removeDue();
    expect(await service.objects()).not.toContain(picture_key);
  });

  it('takes campaigns in turn, so that one with many files keeps no other waiting', async () => {
    const undone = new Error('only one player sees these');
    const taken: string[] = [];
    const taking = service.uow.run(async (tx) => {
      await tx.query(
        `INSERT INTO picture (source_key, form, campaign_id, due_at)
         SELECT 'big/' || n, 'thumbnail', gen_random_uuid(), now() - interval '1 hour' FROM generate_series(1, 40) n`,
      );
      await tx.query(`UPDATE picture SET campaign_id = $1 WHERE source_key LIKE 'big/%'`, [
        crypto.randomUUID(),
      ]);
      await tx.query(
        `INSERT INTO picture (source_key, form, campaign_id) VALUES ('small', 'thumbnail', $1)`,
        [campaign],
      );
      while (!taken.includes('small')) taken.push((await claimNextPicture(tx))!.source_key);
      throw undone;
    });
    await expect(taking).rejects.toBe(undone);
    // By chance, one in two: twenty in a row would be one in a million.
    expect(taken.length).toBeLessThan(20);
  });
});
