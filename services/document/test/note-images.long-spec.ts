import { randomUUID } from 'node:crypto';
import type {
  AddImageAnswer,
  CampaignDocument,
  EditingAnswer,
} from '@tomekeeper/contracts-document';
import { eventually, type TestPerson } from '@tomekeeper/testing';
import sharp from 'sharp';
import { GM_CLASS } from '@tomekeeper/visibility';
import { ObjectRemover } from '../src/storage/object-removal';
import { startDocumentApp, type DocumentApp } from './document-app';

let service: DocumentApp;
let gm: TestPerson, coGm: TestPerson, player: TestPerson, stranger: TestPerson;
let campaign: string;

beforeAll(async () => {
  service = await startDocumentApp();
  [gm, coGm, player, stranger] = (await Promise.all(
    ['Gm', 'Co-GM', 'Player', 'Stranger'].map((name) => service.identity.join(name)),
  )) as [TestPerson, TestPerson, TestPerson, TestPerson];
});
afterAll(() => service?.stop());
beforeEach(() => {
  campaign = service.campaign(gm, [player], [coGm]);
});

const photo = (width = 400) =>
  sharp({ create: { width, height: width / 2, channels: 3, background: '#375' } })
    .withExif({ IFD0: { ImageDescription: 'CANARY' } })
    .jpeg()
    .toBuffer();

type Note = Pick<CampaignDocument, 'id'>;
async function write(body: object = {}): Promise<Note> {
  const answer = await service.call('POST', '/api/documents/notes/', {
    as: gm,
    body: { campaign, title: 'Evening', is_spoilers: false, markdown: 'Words.', ...body },
  });
  expect(answer).toMatchObject({ status: 201 });
  return answer.body;
}
/** Uploads a file for a note as an editor does. @returns its key */
async function send(content: Buffer | string, as = gm): Promise<string> {
  const { body: upload, status } = await service.call('POST', '/api/documents/presign/', {
    as,
    body: { campaign, file_name: 'map.jpg', content_type: 'image/jpeg', purpose: 'image' },
  });
  expect(status).toBe(200);
  const put = await fetch(upload.upload_url, {
    method: 'PUT',
    headers: upload.headers,
    body: content,
  });
  expect(put.status).toBe(200);
  return upload.key;
}
const add = ({ id }: Note, s3_key: string, as = gm) =>
  service.call('POST', `/api/documents/${id}/images/`, { as, body: { s3_key } });
async function draw(note: Note, content?: Buffer): Promise<AddImageAnswer> {
  const answer = await add(note, await send(content ?? (await photo())));
  expect(answer).toMatchObject({ status: 201 });
  return answer.body;
}
const picture = (content: AddImageAnswer, more: object = {}) => ({
  id: randomUUID() as string,
  kind: 'image',
  content: { ...content, inlines: [{ text: 'A map.' }] },
  ...more,
});
async function save({ id }: Note, body: object): Promise<void> {
  const url = `/api/documents/${id}/passages/`;
  expect((await service.call('PATCH', url, { as: gm, body })).body).toMatchObject({ clashes: [] });
}
const editing = async ({ id }: Note): Promise<EditingAnswer> =>
  (await service.call('GET', `/api/documents/${id}/editing/`, { as: gm })).body;
const given = async ({ id }: Note, image: string, as: TestPerson): Promise<string | undefined> =>
  (await service.call('GET', `/api/documents/${id}/images/?ids=${image}`, { as })).body.images[0]
    ?.url;
const rows = ({ id }: Note) =>
  service.uow.query<{ id: string; s3_key: string }>(
    'SELECT id, s3_key FROM passage_image WHERE document_id = $1',
    [id],
  );

it('is re-encoded from the upload, and belongs to a passage', async () => {
  const note = await write();
  const made = await draw(note, await photo(3200));
  expect(made).toEqual({ image: expect.any(String), width: 1600, height: 800 });
  // No passage names it yet.
  expect(await given(note, made.image, gm)).toBeUndefined();
  await save(note, { changes: [picture(made)] });
  const url = (await given(note, made.image, player))!;
  const file = Buffer.from(await (await fetch(url)).arrayBuffer());
  expect(file.toString('latin1')).not.toContain('CANARY');
  expect(await sharp(file).metadata()).toMatchObject({ format: 'webp', width: 1600, height: 800 });
  expect((await editing(note)).passages.at(-1)).toMatchObject({
    kind: 'image',
    text: 'A map.',
    content: made,
  });
  // The upload is removed and became no document.
  await eventually(async () => {
    const left = (await service.objects()).filter((key) => key.startsWith('uploads/'));
    return left.length === 0 ? true : undefined;
  });
  const list = (await service.call('GET', `/api/documents/?campaign=${campaign}`, { as: gm })).body;
  expect(list).toHaveLength(1);
});

it('is the same one where the call is repeated, also at once', async () => {
  const note = await write();
  const key = await send(await photo());
  const answers = await Promise.all([add(note, key), add(note, key)]);
  answers.push(await add(note, key));
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
  expect(new Set(answers.map(({ body }) => body.image)).size).toBe(1);
  expect(await rows(note)).toHaveLength(1);
});

it('is visible to the viewers of its passage', async () => {
  const note = await write();
  const [map, lair] = [await draw(note), await draw(note, await photo(500))];
  await save(note, { changes: [picture(map), picture(lair)] });
  await service.uow.query(`UPDATE passage SET audience_class = $2 WHERE content ->> 'image' = $1`, [
    lair.image,
    GM_CLASS,
  ]);
  expect(await given(note, map.image, player)).toEqual(expect.any(String));
  expect(await given(note, lair.image, player)).toBeUndefined();
  expect(await given(note, lair.image, coGm)).toEqual(expect.any(String));
  // Another note that names it does not give it.
  const other = await write();
  await save(other, { changes: [picture(lair)] });
  expect(await given(other, lair.image, player)).toBeUndefined();
});

it('is visible to players of a revealed note', async () => {
  const note = await write({ is_spoilers: true });
  const map = await draw(note);
  await save(note, { changes: [picture(map)] });
  await service.call('PATCH', `/api/documents/${note.id}/`, {
    as: gm,
    body: { is_spoilers: false },
  });
  await service.readTexts();
  expect(await given(note, map.image, player)).toEqual(expect.any(String));
});

it('rejects uploads without a picture, too large, missing, or of other people', async () => {
  const note = await write();
  const bomb = Buffer.from('\x89PNG\r\n\x1a\nnonsense and more of it', 'latin1');
  for (const content of ['no picture at all', bomb, '<svg xmlns="http://www.w3.org/2000/svg"/>'])
    expect(await add(note, await send(content))).toMatchObject({
      status: 409,
      body: { code: 'document.not_a_picture' },
    });
  expect(await add(note, await send(Buffer.alloc(20 * 1024 * 1024 + 1)))).toMatchObject({
    status: 413,
    body: { code: 'document.too_large' },
  });
  const { body: upload } = await service.call('POST', '/api/documents/presign/', {
    as: gm,
    body: { campaign, file_name: 'a.png', purpose: 'image' },
  });
  expect(await add(note, upload.key)).toMatchObject({ status: 409 });
  expect(await add(note, await send(await photo(), coGm))).toMatchObject({ status: 404 });
  expect(await add(note, 'nonsense')).toMatchObject({ status: 404 });
  const file = await service.upload(gm, campaign);
  expect(await add(file, await send(await photo()))).toMatchObject({
    status: 409,
    body: { code: 'document.not_a_note' },
  });
  const hidden = await write({ is_spoilers: true });
  const key = await send(await photo());
  for (const [as, ofOpen, ofHidden] of [
    [player, 403, 404],
    [stranger, 404, 404],
  ] as const) {
    expect((await add(note, key, as)).status).toBe(ofOpen);
    expect((await add(hidden, key, as)).status).toBe(ofHidden);
  }
  expect(await rows(note)).toEqual([]);
});

it('is bounded', async () => {
  const note = await write();
  await service.uow.query(
    `INSERT INTO passage_image (id, document_id, campaign_id, s3_key, width, height, bytes, made_of, fresh_at)
     SELECT gen_random_uuid(), $1, $2, 'pictures/none ' || gen_random_uuid(), 1, 1, 1, n::text, now() FROM generate_series(1, 400) n`,
    [note.id, campaign],
  );
  expect(await add(note, await send(await photo()))).toMatchObject({
    status: 409,
    body: { code: 'document.too_many_images' },
  });
});

it('goes where neither the note nor a version of it names it, and with the note', async () => {
  const note = await write();
  const [kept, past, unused] = [await draw(note), await draw(note), await draw(note)];
  await save(note, { changes: [picture(kept), picture(past)] });
  const [, , shown] = (await editing(note)).passages;
  expect(shown).toMatchObject({ content: { image: past.image } });
  await service.uow.query(
    `UPDATE note_version SET began_at = began_at - interval '1 hour' WHERE document_id = $1`,
    [note.id],
  );
  await save(note, { removed: [{ id: shown!.id, base_version: shown!.version }] });
  const all = await rows(note);
  expect(all).toHaveLength(3);
  const age = () =>
    service.uow.query(
      `UPDATE passage_image SET looked_at = now() - interval '2 days', fresh_at = fresh_at - interval '8 days' WHERE document_id = $1`,
      [note.id],
    );
  await service.readTexts();
  expect(await rows(note)).toHaveLength(3);
  await age();
  await service.readTexts();
  expect((await rows(note)).map(({ id }) => id).sort()).toEqual([kept.image, past.image].sort());
  const gone = all.find(({ id }) => id === unused.image)!.s3_key;
  await service.app.get(ObjectRemover).removeDue();
  expect(await service.objects()).not.toContain(gone);
  await service.call('DELETE', `/api/documents/${note.id}/`, { as: gm });
  await service.call('DELETE', `/api/documents/trash/${note.id}/`, { as: gm });
  expect(await rows(note)).toEqual([]);
});

it('has a separate id and object in a handout of the note', async () => {
  const note = await write({ is_spoilers: true });
  const map = await draw(note);
  const shown = picture(map);
  await save(note, { changes: [shown] });
  const reveal = async (passages: string[], handout: string) => {
    const body = { passages, audience: 'party', public_title: 'A map', handout };
    const url = `/api/documents/${note.id}/audience/`;
    const answer = await service.call('PUT', url, { as: gm, body });
    expect(answer).toMatchObject({ status: 200 });
    return answer.body.handout as string;
  };
  const imageIn = async (id: string) => {
    const read = await service.call('GET', `/api/documents/${id}/passages/`, { as: player });
    const found = read.body.passages.find(({ kind }: { kind: string }) => kind === 'image');
    return found?.content.image as string | undefined;
  };
  const handout = { id: await reveal([shown.id], 'new') };
  const image = (await imageIn(handout.id))!;
  expect(image).not.toBe(map.image);
  const file = await fetch((await given(handout, image, player))!);
  expect((await sharp(Buffer.from(await file.arrayBuffer())).metadata()).format).toBe('webp');
  const ofNote = `/api/documents/${note.id}/images/?ids=${map.image}`;
  expect((await service.call('GET', ofNote, { as: player })).status).toBe(404);
  const keys = [...(await rows(note)), ...(await rows(handout))].map(({ s3_key }) => s3_key);
  expect(new Set(keys).size).toBe(2);
  // Another picture in its place leaves the handout until a GM adds the passage again.
  const version = (await editing(note)).passages.at(-1)!.version;
  const other = await draw(note, await photo(500));
  const [words] = (await editing(note)).passages;
  await reveal([words!.id], handout.id);
  await save(note, { changes: [picture(other, { id: shown.id, base_version: version })] });
  expect(await imageIn(handout.id)).toBeUndefined();
  await reveal([shown.id], handout.id);
  const again = (await imageIn(handout.id))!;
  expect(again).not.toBe(image);
  expect(await given(handout, again, player)).toEqual(expect.any(String));
});
