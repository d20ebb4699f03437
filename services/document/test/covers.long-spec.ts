import { campaignDeleted } from '@tomekeeper/contracts-campaign';
import { eventually, type TestPerson } from '@tomekeeper/testing';
import sharp from 'sharp';
import { startDocumentApp, type DocumentApp } from './document-app';

let service: DocumentApp;
let gm: TestPerson, coGm: TestPerson, player: TestPerson, stranger: TestPerson;
let campaign: string;
let photograph: Buffer;

beforeAll(async () => {
  service = await startDocumentApp();
  photograph = await sharp({
    create: { width: 1600, height: 1600, channels: 3, background: '#357' },
  })
    .withExif({ IFD0: { ImageDescription: 'CANARY' } })
    .jpeg()
    .toBuffer();
});
afterAll(() => service?.stop());
beforeEach(async () => {
  [gm, coGm, player, stranger] = (await Promise.all(
    ['GM', 'Co-GM', 'Player', 'Stranger'].map((name) => service.identity.join(name)),
  )) as [TestPerson, TestPerson, TestPerson, TestPerson];
  campaign = service.campaign(gm, [player], [coGm]);
});

/** Presign and PUT, as for a document. @returns the key */
async function upload(content: Buffer | string, as = gm): Promise<string> {
  const { body } = await service.call('POST', '/api/documents/presign/', {
    as,
    body: { campaign, file_name: 'cover.jpg', content_type: 'image/jpeg' },
  });
  const put = await fetch(body.upload_url, { method: 'PUT', headers: body.headers, body: content });
  expect(put.status).toBe(200);
  return body.key;
}
const choose = async (content: Buffer | string = photograph, as = gm) =>
  service.call('POST', '/api/documents/covers/', {
    as,
    body: { campaign, s3_key: await upload(content, as) },
  });
const cover = async (as: TestPerson) =>
  (await service.call('GET', `/api/documents/covers/${campaign}/`, { as })).body;
const covers = async (as: TestPerson) =>
  (await service.call('GET', '/api/documents/covers/', { as })).body.covers;
const until = (chosen: string) =>
  eventually(async () => ((await cover(gm)).chosen === chosen ? true : undefined));
const rows = () =>
  service.uow.query<{ source_key: string; picture_key: string }>(
    'SELECT source_key, picture_key FROM cover JOIN picture USING (source_key) WHERE cover.campaign_id = $1',
    [campaign],
  );
const gone = (...keys: string[]) =>
  eventually(async () => {
    const left = await service.objects();
    return keys.some((key) => left.includes(key)) ? undefined : true;
  });

it('is re-encoded from the pixels of a GM’s upload, and shown to all members', async () => {
  const chosen = await choose();
  expect(chosen).toMatchObject({ status: 200, body: { chosen: expect.any(String) } });
  await until('ready');
  const [own] = await covers(gm);
  expect(own.campaign).toBe(campaign);
  const file = await fetch(own.url);
  expect(file.headers.get('content-type')).toBe('image/webp');
  const bytes = Buffer.from(await file.arrayBuffer());
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 1200, height: 480 });
  expect(bytes.toString('latin1')).not.toContain('CANARY');
  expect(new URL(own.url).pathname).toMatch(/\/pictures\/[0-9a-f-]{36}$/);

  expect(await covers(player)).toMatchObject([{ campaign }]);
  expect(await cover(player)).toEqual({ url: expect.any(String) });
  const asPlayer = await service.call('GET', `/api/documents/covers/${campaign}/`, {
    as: gm,
    headers: { 'x-view-as': player.id },
  });
  expect(asPlayer).toMatchObject({ status: 200, body: { url: expect.any(String) } });
  expect(asPlayer.body.chosen).toBeUndefined();
  expect(await covers(stranger)).toEqual([]);
  expect(await cover(stranger)).toMatchObject({ status: 404 });
  // The upload became no document and its object is removed.
  const list = await service.call('GET', `/api/documents/?campaign=${campaign}`, { as: gm });
  expect(list.body).toEqual([]);
  await gone((await rows())[0]!.source_key);
});

it('can be set by a co-GM, and remains until it is replaced', async () => {
  await choose();
  await until('ready');
  const [before] = await rows();
  expect(await choose('no picture at all')).toMatchObject({ status: 200 });
  await until('refused');
  expect(await cover(player)).toEqual({ url: expect.stringContaining(before!.picture_key) });
  expect((await choose(photograph, coGm)).status).toBe(200);
  await until('ready');
  const after = await rows();
  expect(after).toHaveLength(1);
  expect(after[0]!.picture_key).not.toBe(before!.picture_key);
  await gone(before!.picture_key, before!.source_key);
});

it('is part of the data export of the campaign’s owner only', async () => {
  await choose();
  await until('ready');
  const [own] = await covers(gm);
  const bytes = Buffer.from(await (await fetch(own.url)).arrayBuffer());
  const authorization = `Bearer ${await service.tokenOfIdentity()}`;
  const ask = (path: string) =>
    service.app.inject({ url: `/internal/owned-documents${path}`, headers: { authorization } });
  const list = async (as: TestPerson) =>
    (await ask(`?owner=${as.id}&campaign=${campaign}`)).json().documents;
  const file = (as: TestPerson) => ask(`/${campaign}/file?owner=${as.id}`);

  expect(await list(gm)).toEqual([
    expect.objectContaining({
      cover_of: campaign,
      original_filename: 'cover.webp',
      size: bytes.length,
    }),
  ]);
  const { statusCode, rawPayload } = await file(gm);
  expect([statusCode, rawPayload.equals(bytes)]).toEqual([200, true]);
  for (const other of [coGm, player, stranger]) {
    expect(await list(other)).toEqual([]);
    expect((await file(other)).statusCode).toBe(404);
  }
});

it('can be removed', async () => {
  await choose();
  await until('ready');
  const [{ picture_key } = { picture_key: '' }] = await rows();
  const remove = () => service.call('DELETE', `/api/documents/covers/${campaign}/`, { as: gm });
  expect((await remove()).status).toBe(204);
  expect((await remove()).status).toBe(204);
  expect(await cover(player)).toEqual({});
  expect(await covers(gm)).toEqual([]);
  await gone(picture_key);
});

it('has at most 10 MB', async () => {
  // The test service limits files to 1 MB; the limit of covers is checked before the content.
  const answer = await choose(Buffer.alloc(10 * 1024 * 1024 + 1));
  expect(answer).toMatchObject({
    status: 413,
    body: { detail: 'A cover may have at most 10 MB.' },
  });
  expect(await rows()).toEqual([]);
});

it('accepts one’s upload for this campaign, once', async () => {
  const key = await upload(photograph, coGm);
  const body = { campaign, s3_key: key };
  const call = (as: TestPerson, path = 'covers') =>
    service.call('POST', `/api/documents/${path}/`, { as, body });
  expect((await call(gm)).status).toBe(404);
  expect((await call(player)).status).toBe(403);
  expect((await call(stranger)).status).toBe(404);
  expect((await call(coGm)).status).toBe(200);
  expect((await call(coGm)).status).toBe(404);
  expect((await call(coGm, 'finalize')).status).toBe(404);
});

it('is deleted with the campaign', async () => {
  await choose();
  await until('ready');
  const [row] = await rows();
  await service.hear(campaignDeleted, { campaign_id: campaign });
  await gone(row!.picture_key);
  const left = await service.uow.query(
    `SELECT campaign_id FROM cover WHERE campaign_id = $1
     UNION ALL SELECT campaign_id FROM picture WHERE campaign_id = $1`,
    [campaign],
  );
  expect(left).toEqual([]);
});

it('of a hundred campaigns is one question to the campaign service', async () => {
  for (let n = 0; n < 100; n++) service.campaign(gm, []);
  await choose();
  await until('ready');
  const before = service.campaigns.calls.length;
  expect(await covers(gm)).toHaveLength(1);
  expect(service.campaigns.calls.length - before).toBe(1);
});
