import { randomUUID } from 'node:crypto';
import { campaignDeleted, membershipEnded } from '@tomekeeper/contracts-campaign';
import {
  DOCUMENT_LIMITS,
  PLAYER_NOTE_LIMITS,
  type AuthorAudience,
  type CampaignDocument,
  type UploadedMemberPicture,
} from '@tomekeeper/contracts-document';
import { personDeleted } from '@tomekeeper/contracts-identity';
import { eventually, type TestPerson } from '@tomekeeper/testing';
import sharp from 'sharp';
import { ObjectRemover } from '../src/storage/object-removal';
import { TrashCleanup } from '../src/trash/trash-cleanup';
import { startDocumentApp, type DocumentApp } from './document-app';

let service: DocumentApp;
let owner: TestPerson, coGm: TestPerson, player: TestPerson, other: TestPerson;
let stranger: TestPerson;
let campaign: string, membership: string;
let photo: Buffer;

const photoOf = (width: number) =>
  sharp({ create: { width, height: width / 2, channels: 3, background: '#573' } })
    .withExif({ IFD0: { ImageDescription: 'CANARY' } })
    .jpeg()
    .toBuffer();

beforeAll(async () => {
  service = await startDocumentApp();
  photo = await photoOf(400);
});
afterAll(() => service?.stop());
beforeEach(async () => {
  [owner, coGm, player, other, stranger] = (await Promise.all(
    ['Owner', 'Co-GM', 'Player', 'Other', 'Stranger'].map((name) => service.identity.join(name)),
  )) as [TestPerson, TestPerson, TestPerson, TestPerson, TestPerson];
  campaign = service.campaign(owner, [player, other], [coGm]);
  membership = service.membership(campaign, player);
});

const NOTES = '/api/documents/notes/';
async function write(author_audience: AuthorAudience | undefined, as = player) {
  const body = { campaign, title: 'Suspects', markdown: 'The innkeeper lied.', author_audience };
  const answer = await service.call('POST', NOTES, { as, body });
  expect(answer).toMatchObject({ status: 201 });
  return answer.body as CampaignDocument;
}

interface Upload {
  as?: TestPerson;
  content?: Buffer | string;
  type?: string;
  to?: string;
  key?: string;
}

async function upload(
  note: string,
  { as = player, content = photo, type = 'image/jpeg', to = campaign, key }: Upload = {},
) {
  const query = new URLSearchParams({
    ...{ campaign: to, purpose: 'note', note },
    ...(key !== undefined && { idempotency_key: key }),
  });
  const answer = await service.app.inject({
    method: 'POST',
    url: `/api/documents/pictures/?${query}`,
    headers: { authorization: `Bearer ${as.token}`, 'content-type': type },
    payload: content,
  });
  return { status: answer.statusCode, body: answer.json() };
}

async function save(note: string, body: object): Promise<void> {
  const url = `/api/documents/${note}/passages/`;
  const answer = await service.call('PATCH', url, { as: player, body });
  expect(answer).toMatchObject({ status: 200, body: { clashes: [] } });
}

/** Uploads a picture and inserts it into the text. */
async function draw(note: string, options: Upload = {}): Promise<UploadedMemberPicture> {
  const { status, body } = await upload(note, options);
  expect(status).toBe(201);
  const { id: image, width, height } = body;
  const content = { image, width, height, inlines: [{ text: 'A face.' }] };
  await save(note, { changes: [{ id: randomUUID(), kind: 'image', content }] });
  return body;
}

const read = async (note: string, image: string, as: TestPerson, headers = {}) => {
  const url = `/api/documents/${note}/images/?ids=${image}`;
  const { status, body } = await service.call('GET', url, { as, headers });
  return { status, url: body.images?.[0]?.url as string | undefined };
};
const readers = async (note: string, image: string) => {
  const seen = [];
  for (const [name, as] of Object.entries({ owner, coGm, player, other, stranger })) {
    const { status, url } = await read(note, image, as);
    expect([name, status]).toEqual([name, url === undefined ? 404 : 200]);
    if (url !== undefined) seen.push(name);
  }
  return seen;
};
const setAudience = async (note: string, author_audience: AuthorAudience) => {
  const url = `${NOTES}${note}/audience/`;
  const answer = await service.call('PUT', url, { as: player, body: { author_audience } });
  expect(answer.status).toBe(200);
  await service.readTexts();
};
const rows = (note: string) =>
  service.uow.query<{ id: string; s3_key: string; fresh_at: Date }>(
    'SELECT id, s3_key, fresh_at FROM passage_image WHERE document_id = $1 ORDER BY fresh_at',
    [note],
  );
const remove = async (note: string, as = player) =>
  expect((await service.call('DELETE', `/api/documents/${note}/`, { as })).status).toBe(204);
async function gone(...keys: string[]): Promise<void> {
  await service.uow.query(
    'UPDATE object_removal SET due_at = now(), again_at = now() WHERE s3_key = ANY ($1)',
    [keys],
  );
  await service.app.get(ObjectRemover).removeDue();
  await eventually(async () => {
    const left = await service.objects();
    return keys.some((key) => left.includes(key)) ? undefined : true;
  });
}
const leave = async () => {
  service.leave(campaign, player);
  await service.hear(membershipEnded, { campaign_id: campaign, membership_id: membership });
  await eventually(async () => {
    const ended = await service.uow.query(
      'SELECT 1 FROM notebook WHERE membership_id = $1 AND ended_at IS NOT NULL',
      [membership],
    );
    return ended.length > 0 ? true : undefined;
  });
};

const READERS = {
  private: ['player'],
  gms: ['owner', 'coGm', 'player'],
  party: ['owner', 'coGm', 'player', 'other'],
} as const;

it('is re-encoded from the pixels, and belongs to an image passage', async () => {
  const note = await write('private');
  const { status, body } = await upload(note.id, { content: await photoOf(3200) });
  expect({ status, body }).toEqual({
    status: 201,
    body: {
      id: expect.any(String),
      person: player.id,
      url: expect.any(String),
      width: 1600,
      height: 800,
    },
  });
  const file = await fetch(body.url);
  expect(file.headers.get('content-type')).toBe('image/webp');
  const bytes = Buffer.from(await file.arrayBuffer());
  expect(bytes.toString('latin1')).not.toContain('CANARY');
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 1600, height: 800 });
  // No passage shows it yet.
  expect((await read(note.id, body.id, player)).url).toBeUndefined();
  const portraits = `/api/documents/pictures/?campaign=${campaign}`;
  expect((await service.call('GET', portraits, { as: player })).body).toEqual({ pictures: [] });
  const gone = `/api/documents/pictures/${body.id}/`;
  expect((await service.call('DELETE', gone, { as: player })).status).toBe(404);
});

describe('readers', () => {
  it.each(['private', 'gms', 'party'] as const)('of a note: %s', async (audience) => {
    const note = await write(audience);
    const { id } = await draw(note.id);
    expect(await readers(note.id, id)).toEqual(READERS[audience]);
    const asPlayer = await read(note.id, id, owner, { 'x-view-as': other.id });
    expect(asPlayer.status).toBe(audience === 'party' ? 200 : 404);
    const asAuthor = await read(note.id, id, owner, { 'x-view-as': player.id });
    expect(asAuthor.status).toBe(audience === 'private' ? 404 : 200);
  });

  it('change with the audience of the note, and get newly written objects', async () => {
    const note = await write('private');
    const { id } = await draw(note.id);
    const keys = new Set<string>();
    for (const audience of ['gms', 'party', 'gms', 'private', 'party', 'private', 'gms'] as const) {
      await setAudience(note.id, audience);
      expect([audience, await readers(note.id, id)]).toEqual([audience, READERS[audience]]);
      const [row] = await rows(note.id);
      keys.add(row!.s3_key);
      const [shown] = await service.uow.query<{ is_fresh: boolean }>(
        'SELECT d.is_spoilers OR i.fresh_at >= d.shown_since AS is_fresh FROM document d JOIN passage_image i ON i.document_id = d.id WHERE d.id = $1',
        [note.id],
      );
      expect([audience, shown!.is_fresh]).toEqual([audience, true]);
    }
    // A new object each time that the note gets readers: gms, party, party, gms.
    expect(keys.size).toBe(4);
  });

  it('are not those of another note that names it', async () => {
    const hidden = await write('private');
    const { id: image } = await draw(hidden.id);
    const shared = await write('party');
    await save(shared.id, {
      changes: [{ id: randomUUID(), kind: 'image', content: { image, inlines: [] } }],
    });
    for (const as of [player, other, owner])
      expect((await read(shared.id, image, as)).url).toBeUndefined();
  });
});

it('is uploaded by the author of the note alone', async () => {
  const notes = { hidden: await write('private'), shared: await write('party') };
  for (const as of [owner, coGm, other]) {
    expect((await upload(notes.hidden.id, { as })).status).toBe(404);
    expect(await upload(notes.shared.id, { as })).toMatchObject({
      status: 403,
      body: { code: 'document.author_only' },
    });
  }
  for (const { id } of Object.values(notes)) {
    expect((await upload(id, { as: stranger })).status).toBe(404);
    expect(await rows(id)).toEqual([]);
  }
  // A note of the campaign gets pictures by its own route, and a note belongs to one campaign.
  const plan = await service.call('POST', NOTES, {
    as: owner,
    body: { campaign, title: 'Plan', is_spoilers: false },
  });
  expect((await upload(plan.body.id, { as: owner })).status).toBe(404);
  expect((await upload(plan.body.id)).status).toBe(403);
  const elsewhere = service.campaign(owner, [player]);
  expect((await upload(notes.shared.id, { to: elsewhere })).status).toBe(404);
  expect((await upload(randomUUID())).status).toBe(404);
  // Players still cannot upload to the object store.
  const presign = { campaign, file_name: 'a.png', content_type: 'image/png', purpose: 'image' };
  const answer = await service.call('POST', '/api/documents/presign/', {
    as: player,
    body: presign,
  });
  expect(answer.status).toBe(403);
});

it('requires a note', async () => {
  for (const query of ['', '&note=nonsense']) {
    const url = `/api/documents/pictures/?campaign=${campaign}&purpose=note${query}`;
    expect((await service.call('POST', url, { as: player })).status).toBe(400);
  }
});

it('is stored once for one idempotency key', async () => {
  const { id } = await write('private');
  const key = randomUUID();
  const answers = [
    await upload(id, { key }),
    ...(await Promise.all([1, 2].map(() => upload(id, { key })))),
  ];
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
  expect((await upload(id, { key: randomUUID() })).body.id).not.toBe(answers[0]!.body.id);
  expect(await rows(id)).toHaveLength(2);
});

it.each([
  ['text', 'a text', 'image/png'],
  ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>', 'image/svg+xml'],
  ['nothing', '', 'image/png'],
  ['JSON', '{}', 'application/json'],
])('rejects %s', async (_title, content, type) => {
  const { id } = await write('private');
  expect(await upload(id, { content, type })).toMatchObject({
    status: 409,
    body: { code: 'document.not_a_picture' },
  });
  expect(await rows(id)).toEqual([]);
});

it('has at most 10 MB', async () => {
  const { id } = await write('private');
  const content = Buffer.alloc(11 * 1024 * 1024);
  photo.copy(content);
  expect(await upload(id, { content })).toMatchObject({
    status: 413,
    body: { detail: expect.stringContaining('at most 10 MB') },
  });
  expect(await rows(id)).toEqual([]);
});

it(`counts with portraits: ${DOCUMENT_LIMITS.memberPictures} per person`, async () => {
  const { id } = await write('private');
  const add = (pictures: number) =>
    service.uow.query(
      `INSERT INTO passage_image (id, document_id, campaign_id, s3_key, width, height, bytes, made_of, fresh_at)
       SELECT gen_random_uuid(), $1, $2, 'pictures/' || gen_random_uuid(), 1, 1, 1, gen_random_uuid()::text, now()
         FROM generate_series(1, $3)`,
      [id, membership, pictures],
    );
  const portrait = async (as = player, to = campaign) => {
    const answer = await service.app.inject({
      method: 'POST',
      url: `/api/documents/pictures/?campaign=${to}&purpose=character`,
      headers: { authorization: `Bearer ${as.token}`, 'content-type': 'image/jpeg' },
      payload: photo,
    });
    return { status: answer.statusCode, body: answer.json() };
  };
  const full = {
    status: 409,
    body: {
      code: 'document.too_many_pictures',
      detail: expect.stringContaining('permanently delete a note with pictures'),
    },
  };
  await add(DOCUMENT_LIMITS.memberPictures - 2);
  expect((await portrait()).status).toBe(201);
  const key = randomUUID();
  expect((await upload(id, { key })).status).toBe(201);
  expect(await upload(id)).toMatchObject(full);
  // A repeated upload and another portrait for the same campaign add nothing.
  expect((await upload(id, { key })).status).toBe(201);
  expect((await portrait()).status).toBe(201);
  const elsewhere = service.campaign(owner, [player]);
  expect(await portrait(player, elsewhere)).toMatchObject(full);
  // Pictures of others count for them alone.
  const theirs = await write('party', other);
  expect((await upload(theirs.id, { as: other })).status).toBe(201);
  // A person who left cannot delete their notes.
  await leave();
  expect((await portrait(player, elsewhere)).status).toBe(201);
});

it('is refused to a former member', async () => {
  const shared = await write('party');
  const { id } = await draw(shared.id);
  const hidden = await write('private');
  const own = await draw(hidden.id);
  await leave();
  for (const note of [shared, hidden]) expect((await upload(note.id)).status).toBe(404);
  expect(await readers(shared.id, id)).toEqual(['owner', 'coGm', 'other']);
  expect(await readers(hidden.id, own.id)).toEqual([]);
  // Private notes are deleted with their pictures after a while.
  const [row] = await rows(hidden.id);
  await service.uow.query(
    `UPDATE notebook SET ended_at = now() - $2::interval WHERE membership_id = $1`,
    [membership, `${PLAYER_NOTE_LIMITS.keptDays + 1} days`],
  );
  await service.app.get(TrashCleanup).sweep();
  expect(await rows(hidden.id)).toEqual([]);
  expect(await rows(shared.id)).toHaveLength(1);
  await gone(row!.s3_key);
});

it('is deleted with the note, and returns from the trash', async () => {
  const note = await write('party');
  const { id } = await draw(note.id);
  await remove(note.id);
  expect(await readers(note.id, id)).toEqual([]);
  const restored = await service.call('POST', `/api/documents/${note.id}/restore/`, { as: player });
  expect(restored.status).toBe(200);
  await service.readTexts();
  expect(await readers(note.id, id)).toEqual(READERS.party);
  const [row] = await rows(note.id);
  await remove(note.id);
  const url = `/api/documents/trash/${note.id}/`;
  expect((await service.call('DELETE', url, { as: player })).status).toBe(204);
  expect(await rows(note.id)).toEqual([]);
  await gone(row!.s3_key);
});

it('is deleted once neither the text nor an earlier version shows it', async () => {
  const note = await write('party');
  const { id } = await draw(note.id);
  const editing = `/api/documents/${note.id}/editing/`;
  const { passages } = (await service.call('GET', editing, { as: player })).body;
  const passage = passages.at(-1);
  await save(note.id, { removed: [{ id: passage.id, base_version: passage.version }] });
  for (const as of [player, other]) expect((await read(note.id, id, as)).url).toBeUndefined();
  const age = () =>
    service.uow.query(
      `UPDATE passage_image SET fresh_at = now() - interval '8 days', looked_at = now() - interval '2 days'
        WHERE document_id = $1`,
      [note.id],
    );
  await age();
  await service.readTexts();
  expect(await rows(note.id)).toHaveLength(1);
  const [row] = await rows(note.id);
  await service.uow.query('DELETE FROM passage_past WHERE document_id = $1', [note.id]);
  await age();
  await service.readTexts();
  expect(await rows(note.id)).toEqual([]);
  await gone(row!.s3_key);
});

it('is deleted with the account where the note is', async () => {
  const hidden = await write('private');
  await draw(hidden.id);
  const shared = await write('party');
  const { id } = await draw(shared.id);
  const [row] = await rows(hidden.id);
  await service.hear(personDeleted, { person_id: player.id });
  await eventually(async () => ((await rows(hidden.id)).length === 0 ? true : undefined));
  await gone(row!.s3_key);
  expect((await read(shared.id, id, other)).url).toEqual(expect.any(String));
});

it('is deleted with the campaign', async () => {
  const note = await write('party');
  await draw(note.id);
  const [row] = await rows(note.id);
  await service.hear(campaignDeleted, { campaign_id: campaign });
  await eventually(async () => ((await rows(note.id)).length === 0 ? true : undefined));
  await gone(row!.s3_key);
});
