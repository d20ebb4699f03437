import { randomUUID } from 'node:crypto';
import { campaignDeleted } from '@tomekeeper/contracts-campaign';
import { DOCUMENT_LIMITS } from '@tomekeeper/contracts-document';
import { personDeleted } from '@tomekeeper/contracts-identity';
import { eventually, type TestPerson } from '@tomekeeper/testing';
import sharp from 'sharp';
import { Erasure } from '../src/erasure/erasure';
import { startDocumentApp, type DocumentApp } from './document-app';

let service: DocumentApp;
let owner: TestPerson, coGm: TestPerson, player: TestPerson, other: TestPerson;
let stranger: TestPerson;
let campaign: string;
let photo: Buffer;

beforeAll(async () => {
  service = await startDocumentApp();
  photo = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#357' } })
    .withExif({ IFD0: { ImageDescription: 'CANARY' } })
    .jpeg()
    .toBuffer();
});
afterAll(() => service?.stop());
beforeEach(async () => {
  [owner, coGm, player, other, stranger] = (await Promise.all(
    ['Owner', 'Co-GM', 'Player', 'Other', 'Stranger'].map((name) => service.identity.join(name)),
  )) as [TestPerson, TestPerson, TestPerson, TestPerson, TestPerson];
  campaign = service.campaign(owner, [player, other], [coGm]);
});

const PICTURES = '/api/documents/pictures/';

interface Upload {
  content?: Buffer | string;
  type?: string;
  to?: string;
}

async function upload(
  as: TestPerson,
  { content = photo, type = 'image/jpeg', to = campaign }: Upload = {},
) {
  const answer = await service.app.inject({
    method: 'POST',
    url: `${PICTURES}?campaign=${to}&purpose=character`,
    headers: { authorization: `Bearer ${as.token}`, 'content-type': type },
    payload: content,
  });
  return { status: answer.statusCode, body: answer.json() };
}
const list = async (as: TestPerson, headers = {}) =>
  service.call('GET', `${PICTURES}?campaign=${campaign}`, { as, headers });
const pictures = async (as = owner) =>
  (await list(as)).body.pictures as { id: string; person: string; url: string }[];
const remove = (as: TestPerson, id: string) => service.call('DELETE', `${PICTURES}${id}/`, { as });
const rows = () =>
  service.uow.query<{ s3_key: string; person: string }>(
    'SELECT s3_key, person FROM member_picture WHERE campaign_id = $1 ORDER BY created_at',
    [campaign],
  );
const gone = (...keys: string[]) =>
  eventually(async () => {
    const left = await service.objects();
    return keys.some((key) => left.includes(key)) ? undefined : true;
  });
/** Keys of pictures in the store that no row points to. */
async function unusedObjects(): Promise<string[]> {
  const used = await service.uow.query<{ s3_key: string }>('SELECT s3_key FROM member_picture');
  const keys = used.map(({ s3_key }) => s3_key);
  return (await service.objects()).filter(
    (key) => key.startsWith('pictures/') && !keys.includes(key),
  );
}

it('is re-encoded from the pixels, and shown to all members', async () => {
  const before = service.hints.length;
  const made = await upload(player);
  expect(made).toMatchObject({ status: 201, body: { person: player.id } });
  expect(service.hints.slice(before)).toEqual([
    { kind: 'members', campaign, id: campaign, to: 'party' },
  ]);
  expect((await upload(coGm)).status).toBe(201);
  for (const as of [owner, coGm, player, other])
    expect((await pictures(as)).map(({ person }) => person)).toEqual([player.id, coGm.id]);
  expect((await list(stranger)).status).toBe(404);

  const [own] = await pictures();
  const file = await fetch(own!.url);
  expect(file.headers.get('content-type')).toBe('image/webp');
  const bytes = Buffer.from(await file.arrayBuffer());
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 320, height: 320 });
  expect(bytes.toString('latin1')).not.toContain('CANARY');
  expect(new URL(own!.url).pathname).toMatch(/\/pictures\/[0-9a-f-]{36}$/);
});

it('is visible while viewing as a player or the party, for GMs alone', async () => {
  await upload(player);
  for (const viewAs of ['party', other.id]) {
    const headers = { 'x-view-as': viewAs };
    expect((await list(owner, headers)).body.pictures).toMatchObject([{ person: player.id }]);
    expect((await list(player, headers)).status).toBe(403);
    expect((await list(stranger, headers)).status).toBe(403);
  }
});

it('is uploaded by players and co-GMs for themselves', async () => {
  expect(await upload(owner)).toMatchObject({
    status: 403,
    body: { code: 'document.owner_has_no_portrait' },
  });
  expect((await upload(stranger)).status).toBe(404);
  expect((await upload(player, { to: randomUUID() })).status).toBe(404);
  expect(await rows()).toEqual([]);
});

it('replaces the earlier one and removes its object', async () => {
  const first = await upload(player);
  const [before] = await rows();
  const second = await upload(player);
  expect(second.body.id).not.toBe(first.body.id);
  expect(await pictures()).toMatchObject([{ id: second.body.id }]);
  await gone(before!.s3_key);
  expect(await unusedObjects()).toEqual([]);
});

it('is removed by its owner alone', async () => {
  const { body } = await upload(player);
  const [row] = await rows();
  for (const as of [owner, coGm, other, stranger])
    expect((await remove(as, body.id)).status).toBe(404);
  for (const id of [randomUUID(), 'nonsense', '%00'])
    expect((await remove(player, id)).status).toBe(404);
  expect(await pictures()).toHaveLength(1);
  expect((await remove(player, body.id)).status).toBe(204);
  expect((await remove(player, body.id)).status).toBe(404);
  expect(await pictures()).toEqual([]);
  await gone(row!.s3_key);
});

it('ends with the membership, and does not return with the person', async () => {
  await upload(player);
  const [row] = await rows();
  service.leave(campaign, player);
  expect(await pictures()).toEqual([]);
  expect((await list(player)).status).toBe(404);
  expect((await upload(player)).status).toBe(404);
  service.join(campaign, player);
  expect(await pictures(player)).toEqual([]);
  // The next upload in the campaign deletes it.
  expect((await upload(other)).status).toBe(201);
  expect((await rows()).map(({ person }) => person)).toEqual([other.id]);
  await gone(row!.s3_key);
});

it('can be removed by a former member', async () => {
  const { body } = await upload(player);
  const [row] = await rows();
  service.leave(campaign, player);
  expect((await remove(player, body.id)).status).toBe(204);
  expect(await rows()).toEqual([]);
  await gone(row!.s3_key);
});

it.each([
  ['text', 'a text', 'image/png'],
  ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>', 'image/svg+xml'],
  ['nothing', '', 'image/png'],
  ['another media type', 'a text', 'text/plain'],
  ['JSON', '{}', 'application/json'],
])('rejects %s', async (_title, content, type) => {
  expect(await upload(player, { content, type })).toMatchObject({
    status: 409,
    body: { code: 'document.not_a_picture' },
  });
  expect(await rows()).toEqual([]);
  expect(await unusedObjects()).toEqual([]);
});

it('rejects a truncated picture', async () => {
  const content = photo.subarray(0, photo.length / 2);
  expect(await upload(player, { content })).toMatchObject({
    status: 409,
    body: { code: 'document.not_a_picture' },
  });
});

it('rejects a picture of too many pixels before decoding it', async () => {
  const size = { width: 12_000, height: 12_000, channels: 3 as const, background: '#000' };
  const content = await sharp({ create: size, limitInputPixels: false })
    .png({ compressionLevel: 9 })
    .toBuffer();
  expect(content.length).toBeLessThan(2 * 1024 * 1024);
  expect((await upload(player, { content, type: 'image/png' })).status).toBe(413);
});

it('has at most 10 MB, also without a declared size', async () => {
  const content = Buffer.alloc(11 * 1024 * 1024);
  photo.copy(content);
  const tooLarge = { status: 413, body: { detail: expect.stringContaining('at most 10 MB') } };
  expect(await upload(player, { content })).toMatchObject(tooLarge);
  // A chunked body on a real connection; the response arrives although the rest of the body is unread.
  await service.app.listen(0, '127.0.0.1');
  const url = `${await service.app.getUrl()}${PICTURES}?campaign=${campaign}&purpose=character`;
  const chunked = await fetch(url, {
    method: 'POST',
    headers: { authorization: `Bearer ${player.token}`, 'content-type': 'image/jpeg' },
    body: new Blob([content]).stream(),
    duplex: 'half',
  });
  expect(chunked.status).toBe(413);
  const denied = await fetch(url, {
    method: 'POST',
    headers: { authorization: `Bearer ${owner.token}`, 'content-type': 'image/jpeg' },
    body: photo,
  });
  expect(denied.status).toBe(403);
  expect(await rows()).toEqual([]);
  expect(await unusedObjects()).toEqual([]);
});

it('requires a campaign and a purpose', async () => {
  for (const query of ['', `?campaign=${campaign}`, `?campaign=${campaign}&purpose=cover`]) {
    const url = `${PICTURES}${query}`;
    expect((await service.call('POST', url, { as: player })).status).toBe(400);
  }
});

it(`is limited to ${DOCUMENT_LIMITS.memberPictures} per person`, async () => {
  await service.uow.query(
    `INSERT INTO member_picture (id, campaign_id, person, membership, s3_key)
     SELECT gen_random_uuid(), gen_random_uuid(), $1, gen_random_uuid(), 'pictures/' || gen_random_uuid()
       FROM generate_series(1, $2)`,
    [player.id, DOCUMENT_LIMITS.memberPictures - 1],
  );
  expect((await upload(player)).status).toBe(201);
  expect((await upload(player)).status).toBe(201);
  const to = service.campaign(owner, [player]);
  expect(await upload(player, { to })).toMatchObject({
    status: 409,
    body: { code: 'document.too_many_pictures' },
  });
  await service.uow.query('DELETE FROM member_picture WHERE person = $1', [player.id]);
});

it('leaves no row without an object while the store is away, and no object in the end', async () => {
  service.storeLink.cut();
  try {
    expect((await upload(player)).status).toBe(503);
  } finally {
    service.storeLink.mend();
  }
  expect(await rows()).toEqual([]);
  // The key is due for removal in case that the store has the object after all.
  const noted = await service.uow.query(
    `SELECT 1 FROM object_removal WHERE s3_key LIKE 'pictures/%' AND due_at > now() + interval '50 minutes'`,
  );
  expect(noted.length).toBeGreaterThan(0);
});

it('is deleted with the campaign', async () => {
  await upload(player);
  const [row] = await rows();
  await service.hear(campaignDeleted, { campaign_id: campaign });
  await gone(row!.s3_key);
  expect(await rows()).toEqual([]);
});

it('is deleted with the account', async () => {
  await upload(player);
  await upload(other);
  const [row] = await rows();
  await service.hear(personDeleted, { person_id: player.id });
  await gone(row!.s3_key);
  expect((await rows()).map(({ person }) => person)).toEqual([other.id]);
  // An upload that was in flight is deleted by the second pass.
  await upload(player);
  const late = (await rows()).find(({ person }) => person === player.id);
  await service.app.get(Erasure).onErasePerson({ person_id: player.id });
  await gone(late!.s3_key);
  expect((await rows()).map(({ person }) => person)).toEqual([other.id]);
});
