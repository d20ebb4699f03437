import type { DocumentVersion } from '@tomekeeper/contracts-document';
import { eventually, type TestPerson } from '@tomekeeper/testing';
import { Erasure } from '../src/erasure/erasure';
import { FreshCopies } from '../src/storage/fresh-copies';
import { ObjectRemover } from '../src/storage/object-removal';
import { UploadCleanup } from '../src/uploads/upload-cleanup';
import { UploadsService } from '../src/uploads/uploads.service';
import { startDocumentApp, type DocumentApp, type UploadOptions } from './document-app';

let service: DocumentApp;
let gm: TestPerson;
let coGm: TestPerson;
let player: TestPerson;
let campaign: string;

beforeAll(async () => {
  service = await startDocumentApp();
  [gm, coGm, player] = (await Promise.all(
    ['Gm', 'Co-GM', 'Player'].map((name) => service.identity.join(name)),
  )) as [TestPerson, TestPerson, TestPerson];
});
afterAll(() => service?.stop());
beforeEach(() => {
  campaign = service.campaign(gm, [player], [coGm]);
});
afterEach(() => service.storeLink.mend());

const call = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: object, as = gm) =>
  service.call(method, `/api/documents/${path}`, { as, body });
const set = (id: string, body: object) => call('PATCH', `${id}/`, body);
const versions = async (id: string): Promise<DocumentVersion[]> =>
  (await call('GET', `${id}/versions/`)).body;
const restore = (id: string, version = '') => call('POST', `${id}/versions/${version}/restore/`);
const listed = async (as = gm) =>
  (await call('GET', `?campaign=${campaign}`, undefined, as)).body as { id: string }[];
const fetched = async (path: string, as = gm) => {
  const { status, body } = await call('GET', `${path}/content/`, undefined, as);
  return status === 200 ? (await fetch(body.url)).text() : status;
};
const acts = async (id: string) =>
  (
    await service.uow.query<{ act: string; audience: string }>(
      'SELECT act, audience FROM ledger_entry WHERE document_id = $1 ORDER BY number',
      [id],
    )
  ).map(({ act, audience }) => `${act} ${audience}`);
/** Of all versions in the campaign. */
const uploaders = async () =>
  (
    await service.uow.query<{ uploader: string | null }>(
      'SELECT uploader FROM document_version WHERE campaign_id = $1',
      [campaign],
    )
  ).map(({ uploader }) => uploader);
const TEXT: UploadOptions = { name: 'corrected.txt', contentType: 'text/plain', content: 'new' };
/** Waits until the campaign has at most this many objects, because workers may be removing due ones. */
const objectsBecome = (count: number) =>
  eventually(async () => {
    await service.uow.query('UPDATE object_removal SET due_at = now(), again_at = now()');
    await service.app.get(ObjectRemover).removeDue();
    const left = await service.objects();
    return (
      left.filter((key) => key.startsWith(`campaigns/${campaign}/`)).length === count || undefined
    );
  });

/** Of this test's campaign: texts of the tests before may be read only now. */
const hintsSince = (begin: number) =>
  service.hints.slice(begin).filter((hint) => hint.campaign === campaign);

it('replaces the file, and nothing else of the document', async () => {
  const { id, s3_key } = await service.upload(gm, campaign, { content: 'old' });
  const { body: before } = await set(id, { tags: ['maps'], pinned: true });
  const answer = await service.replaceFile(coGm, before, TEXT);
  // The worker may have begun with the new text by now.
  const { replaced, text_state, text_progress: _progress, ...document } = answer;
  expect(['waiting', 'reading', 'ready']).toContain(text_state);
  const { text_state: _before, ...unchanged } = before;
  expect(document).toEqual({
    ...unchanged,
    s3_key: document.s3_key,
    original_filename: 'map.txt',
    title: 'map.txt',
    content_type: 'text/plain',
    size: 3,
    updated_at: document.updated_at,
  });
  await service.readTexts();
  expect(document.s3_key).not.toBe(s3_key);
  expect(Date.parse(document.updated_at!)).toBeGreaterThan(Date.parse(before.updated_at));
  expect(await listed()).toEqual([{ ...document, text_state: 'ready' }]);
  expect(await fetched(id)).toBe('new');
  expect(await versions(id)).toMatchObject([
    {
      id: replaced,
      original_filename: 'map.bin',
      content_type: 'application/octet-stream',
      size: 3,
    },
  ]);
  expect(await fetched(`${id}/versions/${replaced}`)).toBe('old');
  expect(await acts(id)).toEqual(['upload party', 'replace party']);
});

it('shows players of a public document the new file as a new one, and no version', async () => {
  const [first, second] = [
    await service.upload(gm, campaign, { content: 'old' }),
    await service.upload(gm, campaign),
  ];
  const { replaced } = await service.replaceFile(gm, first, TEXT);
  expect(service.hints.at(-1)).toEqual({ kind: 'documents', campaign, id: first.id, to: 'party' });
  expect((await listed(player)).map(({ id }) => id)).toEqual([first.id, second.id]);
  expect((await listed(player))[0]).not.toHaveProperty('updated_at');
  expect(await fetched(first.id, player)).toBe('new');
  expect(await fetched(`${first.id}/versions/${replaced}`, player)).toBe(403);
});

it('tells GMs alone of another file for a spoiler, which is revealed as if it were its first', async () => {
  const document = await service.upload(gm, campaign, { spoilers: true, content: 'old' });
  const hintsBefore = service.hints.length;
  const { s3_key } = await service.replaceFile(gm, document, { content: 'new' });
  expect(hintsSince(hintsBefore)).toEqual([
    { kind: 'documents', campaign, id: document.id, to: 'gm' },
  ]);
  expect(await listed(player)).toEqual([]);
  expect(await acts(document.id)).toEqual(['upload gm', 'replace gm']);
  const { body: revealed } = await set(document.id, { is_spoilers: false });
  expect([document.s3_key, s3_key]).not.toContain(revealed.s3_key);
  expect(await fetched(document.id, player)).toBe('new');
});

it('restores an earlier version, re-encoded where players see it, and the reverse', async () => {
  const document = await service.upload(gm, campaign, { content: 'old' });
  const { replaced } = await service.replaceFile(gm, document, TEXT);
  const { body: back } = await restore(document.id, replaced);
  expect(back).toMatchObject({ original_filename: 'map.bin', size: 3 });
  // The key that players may have seen names no object for ever.
  expect(back.s3_key).not.toBe(document.s3_key);
  expect(await fetched(document.id, player)).toBe('old');
  expect((await restore(document.id, replaced)).status).toBe(404);
  await set(document.id, { is_spoilers: true });
  const { body: again } = await restore(document.id, back.replaced);
  expect(again).toMatchObject({ original_filename: 'map.txt' });
  expect(await fetched(document.id)).toBe('new');
  await objectsBecome(2);
});

it('keeps ten versions for 30 days, and no objects of others', async () => {
  const { id, s3_key } = await service.upload(gm, campaign, { content: 'one' });
  await service.uow.query(
    `INSERT INTO document_version (document_id, campaign_id, original_filename, s3_key, content_type, size, replaced_at)
     SELECT $1, $2, 'v' || n, $3 || '/' || n, 'text/plain', 1, now() - n * interval '1 day'
       FROM generate_series(1, 10) n`,
    [id, campaign, s3_key],
  );
  await service.replaceFile(gm, { id, campaign }, TEXT);
  const names = async () => (await versions(id)).map((one) => one.original_filename);
  expect(await names()).toEqual(['map.bin', ...[1, 2, 3, 4, 5, 6, 7, 8, 9].map((n) => `v${n}`)]);
  await service.uow.query(
    `UPDATE document_version SET replaced_at = replaced_at - interval '25.5 days' WHERE document_id = $1`,
    [id],
  );
  await service.app.get(UploadCleanup).sweep();
  expect(await names()).toEqual(['map.bin', 'v1', 'v2', 'v3', 'v4']);
  await objectsBecome(2);
});

it('lets a GM delete a version of this document permanently', async () => {
  const document = await service.upload(gm, campaign, { content: 'old' });
  const other = await service.upload(gm, campaign);
  const { replaced } = await service.replaceFile(gm, document, TEXT);
  const remove = (id: string) => call('DELETE', `${id}/versions/${replaced}/`);
  expect((await remove(other.id)).status).toBe(404);
  expect((await remove(document.id)).status).toBe(204);
  expect((await remove(document.id)).status).toBe(404);
  expect(await versions(document.id)).toEqual([]);
  await eventually(async () => !(await service.objects()).includes(document.s3_key) || undefined);
});

it('keeps versions of trashed documents, and deletes them permanently together', async () => {
  const document = await service.upload(gm, campaign, { content: 'old' });
  await service.replaceFile(gm, document, TEXT);
  await call('DELETE', `${document.id}/`);
  expect((await call('GET', `${document.id}/versions/`)).status).toBe(404);
  await call('POST', `${document.id}/restore/`);
  expect(await versions(document.id)).toHaveLength(1);
  await call('DELETE', `${document.id}/`);
  await call('DELETE', `trash/${document.id}/`);
  expect(await uploaders()).toEqual([]);
  await objectsBecome(0);
});

it('forgets a deleted person though their file is just being restored', async () => {
  const document = await service.upload(coGm, campaign, { content: 'old' });
  const { replaced } = await service.replaceFile(gm, document, TEXT);
  const copies = service.app.get(FreshCopies);
  const make = copies.make.bind(copies);
  const spy = jest.spyOn(copies, 'make').mockImplementationOnce(async (file) => {
    await service.uow.run((tx) =>
      service.app.get(Erasure).onPersonDeleted({ person_id: coGm.id }, tx),
    );
    return make(file);
  });
  expect((await restore(document.id, replaced)).status).toBe(200);
  expect(spy).toHaveBeenCalled();
  const [row] = await service.uow.query('SELECT uploader FROM document WHERE id = $1', [
    document.id,
  ]);
  expect(row).toEqual({ uploader: null });
});

it('go with their campaign, and forget whose account is deleted', async () => {
  const document = await service.upload(coGm, campaign, { content: 'old' });
  await service.replaceFile(gm, document, TEXT);
  const deletions = service.app.get(Erasure);
  await service.uow.run((tx) => deletions.onPersonDeleted({ person_id: coGm.id }, tx));
  expect(await uploaders()).toEqual([null]);
  await service.uow.run((tx) => deletions.onCampaignDeleted({ campaign_id: campaign }, tx));
  expect(await uploaders()).toEqual([]);
  await objectsBecome(0);
});
it('belong only to the data export of their owner', async () => {
  const document = await service.upload(gm, campaign, { content: 'old' });
  const { replaced } = await service.replaceFile(gm, document, TEXT);
  const token = await service.tokenOfIdentity();
  const owned = async ({ id }: TestPerson) =>
    service.call('GET', `/internal/owned-documents?owner=${id}&campaign=${campaign}`, { token });
  const file = async ({ id }: TestPerson) =>
    service.app.inject({
      url: `/internal/owned-documents/${replaced}/file?owner=${id}`,
      headers: { authorization: `Bearer ${token}` },
    });
  expect((await owned(gm)).body.documents[1]).toMatchObject({
    id: replaced,
    version_of: document.id,
    original_filename: 'map.bin',
    size: 3,
  });
  expect((await file(gm)).body).toBe('old');
  expect((await owned(coGm)).body.documents).toEqual([]);
  expect((await file(coGm)).statusCode).toBe(404);
});

it('answers a call that is repeated like the first, and one of many at once', async () => {
  const document = await service.upload(gm, campaign, { content: 'old' });
  // No reader takes this type: the state of its text is the same in every answer.
  const s3_key = await service.send(gm, campaign, document.id, { content: 'new' });
  const replace = () => call('POST', `${document.id}/versions/`, { s3_key });
  const answers = [...(await Promise.all([replace(), replace(), replace()])), await replace()];
  for (const answer of answers) expect(answer).toEqual({ ...answers[0], headers: answer.headers });
  expect(await versions(document.id)).toHaveLength(1);
  expect(await acts(document.id)).toEqual(['upload party', 'replace party']);
});

it('refuses another file of a document that is revealed in this moment, whose file players would get unasked', async () => {
  const document = await service.upload(gm, campaign, { content: 'old', spoilers: true });
  const uploads = service.app.get(UploadsService);
  const arrive = uploads.arrive.bind(uploads);
  const spy = jest.spyOn(uploads, 'arrive').mockImplementationOnce(async (...asked) => {
    const arrived = await arrive(...asked);
    expect((await set(document.id, { is_spoilers: false })).status).toBe(200);
    return arrived;
  });
  const upload = await service.send(gm, campaign, document.id, { content: 'secret' });
  const answer = await call('POST', `${document.id}/versions/`, { s3_key: upload });
  spy.mockRestore();
  expect(answer).toMatchObject({ status: 409, body: { code: 'document.changed_meanwhile' } });
  expect(await fetched(document.id, player)).toBe('old');
  expect((await call('POST', `${document.id}/versions/`, { s3_key: upload })).status).toBe(200);
});

it('changes nothing while the file has not arrived, or the store is away', async () => {
  const document = await service.upload(gm, campaign, { content: 'old' });
  const presign = await call('POST', 'presign/', {
    campaign,
    file_name: 'a.txt',
    replaces: document.id,
  });
  const replace = () => call('POST', `${document.id}/versions/`, { s3_key: presign.body.key });
  expect(await replace()).toMatchObject({
    status: 409,
    body: { code: 'document.upload_incomplete' },
  });
  service.storeLink.cut();
  expect((await replace()).status).toBe(503);
  service.storeLink.mend();
  const unknown = await call('POST', `${document.id}/versions/`, { s3_key: document.id });
  expect(unknown).toMatchObject({ status: 404, body: { code: 'document.upload_not_found' } });
  expect(await listed()).toEqual([document]);
  expect(await versions(document.id)).toEqual([]);
});

it('is prepared in a campaign that is full, for a document that is there', async () => {
  const document = await service.upload(gm, campaign);
  await service.uow.query(
    `INSERT INTO trashed_document (id, campaign_id, original_filename, s3_key, content_type, size, is_spoilers,
                                   created_at, tags, pinned)
     SELECT gen_random_uuid(), $1, 'a', 'bulk/' || gen_random_uuid(), 'text/plain', 1, false, now(), '{}', false
       FROM generate_series(1, 2000)`,
    [campaign],
  );
  const presign = (replaces?: string) =>
    call('POST', 'presign/', { campaign, file_name: 'a.txt', replaces });
  expect((await presign()).status).toBe(409);
  expect((await presign(document.id)).status).toBe(200);
  const elsewhere = await service.upload(gm, service.campaign(gm));
  expect((await presign(elsewhere.id)).status).toBe(404);
});
