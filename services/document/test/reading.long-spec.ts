import type { CampaignDocument, Passage } from '@tomekeeper/contracts-document';
import type { Transaction } from '@tomekeeper/persistence';
import { DomainError } from '@tomekeeper/service-kit';
import { eventually, type TestPerson } from '@tomekeeper/testing';
import { EXTRACTOR_VERSION } from '@tomekeeper/text-extraction';
import { GM_CLASS } from '@tomekeeper/visibility';
import { ObjectStore } from '../src/storage/object-store';
import {
  renewLease,
  lockExtraction,
  claimNextFile,
  enqueueOutdatedFiles,
  suspendExtraction,
  settleExtraction,
  retryLater,
  retryWithoutCounting,
} from '../src/extraction-jobs/extractions';
import { ExtractionWorker } from '../src/extraction-jobs/extraction-worker';
import { startDocumentApp, type DocumentApp, type UploadOptions } from './document-app';

let service: DocumentApp;
let gm: TestPerson, player: TestPerson;
let campaign: string;

beforeAll(async () => {
  service = await startDocumentApp();
});
afterAll(() => service?.stop());
beforeEach(async () => {
  gm = await service.identity.join('Gm');
  player = await service.identity.join('Player');
  campaign = service.campaign(gm, [player]);
});
afterEach(() => service.storeLink.mend());

const TEXT = { name: 'notes.txt', contentType: 'text/plain', content: 'One.\n\nTwo.\n\nThree.' };
const upload = (file: UploadOptions = {}) => service.upload(gm, campaign, { ...TEXT, ...file });

async function told(as: TestPerson, id: string): Promise<CampaignDocument> {
  const { body } = await service.call('GET', `/api/documents/?campaign=${campaign}`, { as });
  return body.find((one: CampaignDocument) => one.id === id);
}
const passagesOf = async (id: string, as = gm): Promise<Passage[]> =>
  (await service.call('GET', `/api/documents/${id}/passages/`, { as })).body.passages;
const textsOf = async (id: string, as = gm) => (await passagesOf(id, as)).map(({ text }) => text);
const change = (id: string, body: object) =>
  service.call('PATCH', `/api/documents/${id}/`, { as: gm, body });
const reading = async (id: string) =>
  (
    await service.uow.query<Record<string, unknown>>(
      'SELECT * FROM reading WHERE document_id = $1',
      [id],
    )
  )[0]!;
/** Makes a file due again, as after a crash of its worker. */
const makeDue = (id: string, more = '') =>
  service.uow.query(`UPDATE reading SET due_at = now() ${more} WHERE document_id = $1`, [id]);

it('is reported to GMs from the upload on, and to players when the text is available', async () => {
  const document = await upload();
  expect(document.text_state).toBe('waiting');
  await service.readTexts();
  expect(await told(gm, document.id)).toMatchObject({ text_state: 'ready' });
  expect(await told(player, document.id)).toMatchObject({ text_state: 'ready' });
  expect(await textsOf(document.id, player)).toEqual(['One.', 'Two.', 'Three.']);
});

it.each([
  ['no_text', { content: ' \n ' }],
  ['unsupported', { name: 'song.mp3', contentType: 'audio/mpeg' }],
] as const)('ends in %s, which is for GMs to know', async (state, file) => {
  const document = await upload(file);
  await service.readTexts();
  expect(await told(gm, document.id)).toMatchObject({ text_state: state });
  expect(await told(player, document.id)).not.toHaveProperty('text_state');
  expect(await passagesOf(document.id)).toEqual([]);
});

describe('a document that is revealed', () => {
  it('behaves like a new upload: its text follows later, with an event', async () => {
    const document = await upload({ spoilers: true });
    await service.readTexts();
    expect(await told(gm, document.id)).toMatchObject({ text_state: 'ready' });
    const ofPlayers = () =>
      service.hints.filter((hint) => hint.id === document.id && hint.to !== 'gm').length;
    expect(ofPlayers()).toBe(0);
    await change(document.id, { is_spoilers: false });
    await service.readTexts();
    expect(ofPlayers()).toBe(2);
    expect(await textsOf(document.id, player)).toHaveLength(3);
    expect(await reading(document.id)).toMatchObject({ readings: 1 });
  });
});

describe('another file of a document', () => {
  it('keeps the previous text until extraction ends, and ids of equal passages', async () => {
    const document = await upload();
    await service.readTexts();
    const before = await passagesOf(document.id, player);
    await service.uow.query(
      'UPDATE passage SET audience_class = $2 WHERE document_id = $1 AND position = 1',
      [document.id, GM_CLASS],
    );
    const key = await service.send(gm, campaign, document.id, {
      ...TEXT,
      content: 'Zero.\n\nOne.\n\nTwo.\n\nThree.',
    });
    await service.uow.run(async (tx) => {
      // Blocks extraction.
      await tx.query('LOCK TABLE reading IN SHARE MODE');
      const url = `/api/documents/${document.id}/versions/`;
      await service.call('POST', url, { as: gm, body: { s3_key: key } });
      expect(await textsOf(document.id, player)).toEqual(['One.', 'Three.']);
    });
    await service.readTexts();
    const after = await passagesOf(document.id);
    expect(after.map(({ text, audience }) => [text, audience])).toEqual([
      // New passages in a document with hidden passages.
      ['Zero.', 'gm'],
      ['One.', 'party'],
      ['Two.', 'gm'],
      ['Three.', 'party'],
    ]);
    expect(after.slice(1).map(({ id }) => id)).toEqual(before.map(({ id }) => id));
    expect(await textsOf(document.id, player)).toEqual(['One.', 'Three.']);
  });

  it('that holds no text gives players no file, where something of the text was hidden', async () => {
    const document = await upload();
    await service.readTexts();
    await service.uow.query(
      'UPDATE passage SET audience_class = $2 WHERE document_id = $1 AND position = 1',
      [document.id, GM_CLASS],
    );
    await service.replaceFile(gm, document, { content: 'a scan, with all of it' });
    await service.readTexts();
    expect(await told(player, document.id)).toMatchObject({ s3_key: '' });
    const content = `/api/documents/${document.id}/content/`;
    expect((await service.call('GET', content, { as: player })).status).toBe(404);
    expect((await service.call('GET', content, { as: gm })).status).toBe(200);
  });

  it('that holds no text takes the one before away', async () => {
    const document = await upload();
    await service.readTexts();
    await service.replaceFile(gm, document, { ...TEXT, content: ' ' });
    await service.readTexts();
    expect(await passagesOf(document.id)).toEqual([]);
    expect(await told(gm, document.id)).toMatchObject({ text_state: 'no_text' });
    expect(await told(player, document.id)).not.toHaveProperty('text_state');
  });
});

it('waits for a better reader while its document lies in the trash', async () => {
  const document = await upload();
  await service.readTexts();
  await service.call('DELETE', `/api/documents/${document.id}/`, { as: gm });
  await service.uow.query('UPDATE reading SET reader_version = 0 WHERE document_id = $1', [
    document.id,
  ]);
  await service.readTexts();
  const readerVersion = async () => (await reading(document.id)).reader_version;
  expect([await service.uow.run(enqueueOutdatedFiles), await readerVersion()]).toEqual([0, 0]);
  await service.call('POST', `/api/documents/${document.id}/restore/`, { as: gm });
  await service.readTexts();
  expect(await readerVersion()).toBe(EXTRACTOR_VERSION);
});

it('repeats for a newer extractor, without changing equal passages', async () => {
  const document = await upload();
  await service.readTexts();
  const before = await passagesOf(document.id);
  await service.uow.query(
    `UPDATE passage SET text = 'Tow.' WHERE document_id = $1 AND position = 1`,
    [document.id],
  );
  const hints = service.hints.length;
  await service.uow.query('UPDATE reading SET reader_version = 0 WHERE document_id = $1', [
    document.id,
  ]);
  expect(await told(gm, document.id)).toMatchObject({ text_state: 'ready' });
  await service.readTexts();
  const after = await passagesOf(document.id);
  expect(after.map(({ text }) => text)).toEqual(['One.', 'Two.', 'Three.']);
  expect([after[0]?.id, after[2]?.id]).toEqual([before[0]?.id, before[2]?.id]);
  expect(service.hints.slice(hints)).toEqual([
    { kind: 'documents', campaign, id: document.id, to: 'party' },
  ]);
});

describe('a worker that died', () => {
  it('leaves a file that the next one reads', async () => {
    const document = await upload();
    await service.readTexts();
    await service.uow.query('DELETE FROM passage WHERE document_id = $1', [document.id]);
    await makeDue(document.id, `, state = 'reading', has_text = false, tries = 2`);
    await service.readTexts();
    expect(await passagesOf(document.id)).toHaveLength(3);
    expect(await reading(document.id)).toMatchObject({ state: 'ready', tries: 0 });
  });

  it('three times over one file is not asked a fourth time', async () => {
    const document = await upload();
    await service.readTexts();
    await makeDue(document.id, `, state = 'reading', tries = 3`);
    await service.readTexts();
    expect(await told(gm, document.id)).toMatchObject({ text_state: 'damaged' });
    expect(await passagesOf(document.id)).toEqual([]);
  });

  it('three times over a text that stands leaves it there', async () => {
    const document = await upload();
    await service.readTexts();
    await makeDue(document.id, ', tries = 3');
    await service.readTexts();
    expect(await told(gm, document.id)).toMatchObject({ text_state: 'ready' });
    expect(await passagesOf(document.id)).toHaveLength(3);
  });
});

it('does not count a try while the store is away', async () => {
  const document = await upload();
  await service.readTexts();
  await makeDue(document.id, `, state = 'waiting', has_text = false`);
  service.storeLink.cut();
  await expect(service.readTexts()).rejects.toThrow(/storage does not answer/);
  expect(await reading(document.id)).toMatchObject({ state: 'waiting', tries: 0 });
});

it('continues with other files when the store rejects one, and abandons that one', async () => {
  const [document, other] = [await upload(), await upload()];
  await service.readTexts();
  const store = service.app.get(ObjectStore);
  const open = store.open.bind(store);
  const refused = new DomainError('unavailable', 'storage.unavailable', 'It does not answer.');
  const opening = jest.spyOn(store, 'open').mockImplementation(async (key) => {
    if (key === document.s3_key) throw refused;
    return open(key);
  });
  const again = `, state = 'waiting', has_text = false, source_etag = NULL`;
  await makeDue(document.id, again);
  await makeDue(other.id, again);
  await eventually(async () => {
    await makeDue(document.id);
    await service.app.get(ExtractionWorker).readDue();
    return (await reading(document.id)).state === 'damaged' || undefined;
  });
  opening.mockRestore();
  expect(await told(gm, other.id)).toMatchObject({ text_state: 'ready' });
});

function deferred() {
  let resolve = () => {};
  const promise = new Promise<void>((done) => (resolve = done));
  return { promise, resolve };
}

it('continues with files of other people during a long extraction, and starts no other of the same person', async () => {
  const store = service.app.get(ObjectStore);
  const slow = await upload();
  await service.readTexts();
  const held = deferred();
  const open = store.open.bind(store);
  const begun = deferred();
  const opening = jest.spyOn(store, 'open').mockImplementation(async (key) => {
    if (key === slow.s3_key) {
      begun.resolve();
      await held.promise;
    }
    return open(key);
  });
  await makeDue(slow.id, `, state = 'waiting', has_text = false`);
  const reader = service.app.get(ExtractionWorker);
  const reading = reader.readDue();
  await begun.promise;
  const next = await upload({ name: 'next.txt' });
  const otherGm = await service.identity.join('Other');
  const other = await service.upload(otherGm, service.campaign(otherGm), TEXT);
  await eventually(async () => {
    await reader.readDue();
    return (await textsOf(other.id, otherGm)).length === 3 || undefined;
  });
  expect(await told(gm, next.id)).toMatchObject({ text_state: 'waiting' });
  opening.mockRestore();
  held.resolve();
  await reading;
  await service.readTexts();
  expect(await told(gm, next.id)).toMatchObject({ text_state: 'ready' });
});

it('gives a text up that the database does not take, and says so', async () => {
  const document = await upload();
  const refused = Object.assign(new Error('too much of it'), { code: '54000' });
  const store = service.app.get(ObjectStore);
  const opening = jest.spyOn(store, 'open').mockRejectedValue(refused);
  await makeDue(document.id, `, state = 'waiting', has_text = false`);
  await eventually(async () => {
    await makeDue(document.id);
    await service.app.get(ExtractionWorker).readDue();
    return (await reading(document.id)).state === 'too_large' || undefined;
  });
  opening.mockRestore();
  expect(await told(gm, document.id)).toMatchObject({ text_state: 'too_large' });
});

/** Rolled back, so that no worker takes any of them meanwhile. */
async function withDue(
  files: { of: string; hours: number; count: number; hasText?: boolean }[],
  take: (tx: Transaction) => Promise<void>,
): Promise<void> {
  const rolledBack = new Error('rolled back');
  const run = service.uow.run(async (tx) => {
    for (const { of, hours, count, hasText = false } of files)
      await tx.query(
        `INSERT INTO reading (document_id, campaign_id, source_key, state, has_text, reader_version, due_at)
         SELECT gen_random_uuid(), $1, 'campaigns/x/' || n, 'waiting', $4, 0, now() - $2 * interval '1 hour'
           FROM generate_series(1, $3::int) n`,
        [of, hours, count, hasText],
      );
    await take(tx);
    throw rolledBack;
  });
  await expect(run).rejects.toBe(rolledBack);
}

it('takes one file of each person at a time, however many another has', async () => {
  const files = [
    { of: service.campaign(gm), hours: 2, count: 400 },
    { of: campaign, hours: 1, count: 3 },
  ];
  await withDue(files, async (tx) => {
    const [first, second] = [await claimNextFile(tx), await claimNextFile(tx)];
    expect(new Set([first?.campaign_id, second?.campaign_id])).toEqual(
      new Set(files.map(({ of }) => of)),
    );
    expect(await claimNextFile(tx)).toBeUndefined();
  });
});

it('extracts files without text before files that are extracted again', async () => {
  const others = service.campaign(gm);
  const files = [
    { of: campaign, hours: 2, count: 50, hasText: true },
    { of: others, hours: 2, count: 50, hasText: true },
    { of: campaign, hours: 1, count: 1 },
  ];
  await withDue(files, async (tx) => {
    expect(await claimNextFile(tx)).toMatchObject({ campaign_id: campaign, has_text: false });
    expect(await claimNextFile(tx)).toMatchObject({ campaign_id: others, has_text: true });
  });
});

it('lets a worker that another took for dead change nothing', async () => {
  await withDue([{ of: campaign, hours: 9, count: 1 }], async (tx) => {
    const row = async (id: string) =>
      (await tx.query('SELECT * FROM reading WHERE document_id = $1', [id]))[0];
    const late = (await claimNextFile(tx))!;
    await tx.query('UPDATE reading SET due_at = now() WHERE document_id = $1', [late.document_id]);
    const now = (await claimNextFile(tx))!;
    expect(now.document_id).toBe(late.document_id);
    const before = await row(now.document_id);
    expect([await renewLease(tx, late), await lockExtraction(tx, late)]).toEqual([
      false,
      undefined,
    ]);
    await retryLater(tx, late, 20);
    await retryWithoutCounting(tx, late);
    await suspendExtraction(tx, late);
    await settleExtraction(tx, late, { state: 'damaged', hasText: false, etag: null });
    expect(await row(now.document_id)).toEqual(before);
    expect([await renewLease(tx, now), await lockExtraction(tx, now)]).toMatchObject([true, {}]);
  });
});

describe('a deleted document', () => {
  const rows = async (id: string) =>
    Promise.all(
      ['passage', 'reading', 'passage_gone'].map(
        async (table) =>
          (await service.uow.query(`SELECT 1 FROM ${table} WHERE document_id = $1`, [id])).length,
      ),
    );

  it('hides its text in the trash, and restores it', async () => {
    const document = await upload();
    await service.readTexts();
    const before = await passagesOf(document.id, player);
    await service.call('DELETE', `/api/documents/${document.id}/`, { as: gm });
    for (const as of [gm, player])
      for (const what of ['passages/', 'outline/', 'find/?q=one'])
        expect(
          (await service.call('GET', `/api/documents/${document.id}/${what}`, { as })).status,
        ).toBe(404);
    await service.call('POST', `/api/documents/${document.id}/restore/`, { as: gm });
    await service.readTexts();
    expect(await passagesOf(document.id, player)).toEqual(before);
    expect(await reading(document.id)).toMatchObject({ readings: 1 });
  });

  it('deletes its text with its permanent deletion', async () => {
    const document = await upload();
    await service.readTexts();
    await service.replaceFile(gm, document, { ...TEXT, content: 'Another.' });
    await service.readTexts();
    expect(await rows(document.id)).toEqual([1, 1, 3]);
    await service.call('DELETE', `/api/documents/${document.id}/`, { as: gm });
    await service.call('DELETE', `/api/documents/trash/${document.id}/`, { as: gm });
    expect(await rows(document.id)).toEqual([0, 0, 0]);
  });
});
