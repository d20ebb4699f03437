import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { ListPartsCommand, S3Client } from '@aws-sdk/client-s3';
import { UPLOAD_PARTS } from '@tomekeeper/contracts-document';
import { eventually, type TestPerson } from '@tomekeeper/testing';
import { Erasure } from '../src/erasure/erasure';
import { ObjectRemover } from '../src/storage/object-removal';
import { UploadCleanup } from '../src/uploads/upload-cleanup';
import { startDocumentApp, type DocumentApp } from './document-app';

const MAX_UPLOAD_MB = 25;
/** Two whole parts and a smaller one; the first is 40 %. */
const ATLAS = randomBytes(2.5 * UPLOAD_PARTS.bytes);
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

let service: DocumentApp;
let s3: S3Client;
let gm: TestPerson;
let coGm: TestPerson;
let player: TestPerson;
let campaign: string;

beforeAll(async () => {
  service = await startDocumentApp({ maxUploadMb: MAX_UPLOAD_MB });
  const { settings } = service;
  s3 = new S3Client({
    endpoint: settings.S3_PUBLIC_ENDPOINT,
    region: settings.S3_REGION,
    forcePathStyle: true,
    credentials: {
      accessKeyId: settings.S3_ACCESS_KEY_ID ?? '',
      secretAccessKey: settings.S3_SECRET_ACCESS_KEY ?? '',
    },
  });
});
afterAll(async () => {
  s3?.destroy();
  await service?.stop();
});
beforeEach(async () => {
  [gm, coGm, player] = (await Promise.all(
    ['Gm', 'Co-GM', 'Player'].map((name) => service.identity.join(name)),
  )) as [TestPerson, TestPerson, TestPerson];
  campaign = service.campaign(gm, [player], [coGm]);
});

const presign = async (body: object = {}): Promise<string> => {
  const answer = await service.call('POST', '/api/documents/presign/', {
    as: gm,
    body: {
      ...{ campaign, file_name: 'atlas.bin', content_type: 'application/octet-stream' },
      ...{ size: ATLAS.length, ...body },
    },
  });
  expect(answer).toMatchObject({ status: 200 });
  return answer.body.key;
};
const ask = (s3_key: string, parts: unknown = [], as = gm, of = campaign) =>
  service.call('POST', '/api/documents/presign-parts/', {
    as,
    body: { campaign: of, s3_key, parts },
  });
const discard = (s3_key: string, as = gm, of = campaign) =>
  service.call('POST', '/api/documents/discard-upload/', { as, body: { campaign: of, s3_key } });
const finalize = (s3_key: string, as = gm) =>
  service.call('POST', '/api/documents/finalize/', { as, body: { campaign, s3_key } });
const bytesOf = (part: number) =>
  ATLAS.subarray((part - 1) * UPLOAD_PARTS.bytes, part * UPLOAD_PARTS.bytes);
const urlOf = async (key: string, part: number): Promise<string> =>
  (await ask(key, [part])).body.urls[0].upload_url;
const put = async (url: string, body: Buffer) => (await fetch(url, { method: 'PUT', body })).status;
/** A store that refuses a large body may close the connection before its answer arrives. */
const isRefused = (url: string, body: Buffer, status: number) =>
  put(url, body).then(
    (answered) => answered === status,
    () => true,
  );
const send = async (key: string, ...parts: number[]) => {
  for (const part of parts) expect(await put(await urlOf(key, part), bytesOf(part))).toBe(200);
};
const list = async () =>
  (await service.call('GET', `/api/documents/?campaign=${campaign}`, { as: gm })).body;
const download = async ({ id }: { id: string }) => {
  const { body } = await service.call('GET', `/api/documents/${id}/content/`, { as: gm });
  return Buffer.from(await (await fetch(body.url)).arrayBuffer());
};
/** Name of the store's error for a multipart upload, or 'open'. */
const inStore = (url: string) => {
  const { pathname, searchParams } = new URL(url);
  const [, Bucket, ...key] = pathname.split('/');
  const UploadId = searchParams.get('uploadId') ?? '';
  return s3.send(new ListPartsCommand({ Bucket, Key: key.join('/'), UploadId })).then(
    () => 'open',
    (error: unknown) => (error as Error).name,
  );
};
const gone = (url: string) =>
  eventually(async () => ((await inStore(url)) === 'NoSuchUpload' ? true : undefined));

/** Sends half of a part, and drops the connection. */
async function cutOff(target: string, bytes: Buffer): Promise<void> {
  const url = new URL(target);
  const socket = connect(Number(url.port), url.hostname);
  socket.on('error', () => undefined);
  socket.write(
    `PUT ${url.pathname}${url.search} HTTP/1.1\r\nHost: ${url.host}\r\nContent-Length: ${bytes.length}\r\n\r\n`,
  );
  await new Promise<void>((resolve) =>
    socket.write(bytes.subarray(0, bytes.length / 2), () => resolve()),
  );
  socket.destroy();
  await once(socket, 'close');
}

describe('an upload in parts', () => {
  it('continues after a cut connection, and the stored file has the same hash', async () => {
    const key = await presign();
    expect((await ask(key)).body).toEqual({
      part_size: UPLOAD_PARTS.bytes,
      stored: [],
      urls: [],
    });
    await send(key, 1);
    await cutOff(await urlOf(key, 2), bytesOf(2));
    expect(await finalize(key)).toMatchObject({
      status: 409,
      body: { code: 'document.upload_incomplete' },
    });
    const { body } = await ask(key, [1, 2, 3, 3]);
    expect(body.stored).toEqual([1]);
    expect(body.urls.map(({ part }: { part: number }) => part)).toEqual([2, 3]);
    await send(key, 3, 2);
    const { status, body: document } = await finalize(key);
    expect(status).toBe(201);
    expect(document).toMatchObject({ size: ATLAS.length, s3_key: key });
    expect(sha256(await download(document))).toBe(sha256(ATLAS));
    await gone(body.urls[0].upload_url);
  });

  it('is completed once, however often and from however many tabs', async () => {
    const key = await presign();
    const [one, other] = await Promise.all([ask(key, [1]), ask(key, [1])]);
    // Both tabs send to the same upload.
    expect(new Set([one, other].map(({ body }) => idIn(body.urls[0].upload_url))).size).toBe(1);
    await Promise.all([
      put(one.body.urls[0].upload_url, bytesOf(1)),
      put(other.body.urls[0].upload_url, bytesOf(1)),
      send(key, 2),
      send(key, 3),
    ]);
    const answers = await Promise.all([1, 2, 3, 4].map(() => finalize(key)));
    for (const answer of [...answers, await finalize(key)]) {
      expect(answer.status).toBe(201);
      expect(answer.body).toEqual(answers[0]?.body);
    }
    expect(await list()).toHaveLength(1);
    expect(sha256(await download(answers[0]?.body))).toBe(sha256(ATLAS));
  });

  it('continues if its parts were joined without a document', async () => {
    const key = await presign();
    await send(key, 1, 2, 3);
    await service.uow.query(`CREATE FUNCTION fail() RETURNS trigger AS
      $$ BEGIN RAISE EXCEPTION 'no'; END $$ LANGUAGE plpgsql`);
    await service.uow.query(
      'CREATE TRIGGER fail BEFORE INSERT ON document FOR EACH ROW EXECUTE FUNCTION fail()',
    );
    expect((await finalize(key)).status).toBe(500);
    await service.uow.query('DROP FUNCTION fail CASCADE');
    expect((await ask(key, [1])).body).toMatchObject({ stored: [1, 2, 3], urls: [] });
    const { body: document } = await finalize(key);
    expect(sha256(await download(document))).toBe(sha256(ATLAS));
  });

  it('starts over when the store has lost its parts', async () => {
    const key = await presign();
    await send(key, 1);
    await service.uow.query('UPDATE pending_upload SET multipart_id = $2 WHERE s3_key = $1', [
      key,
      'ab'.repeat(16),
    ]);
    expect((await ask(key)).body.stored).toEqual([]);
    await send(key, 1, 2, 3);
    expect((await finalize(key)).status).toBe(201);
  });

  it('belongs to the person, campaign and key of its presign', async () => {
    const key = await presign();
    await send(key, 1);
    const elsewhere = service.campaign(gm);
    for (const [as, of, asked, status] of [
      [coGm, campaign, key, 404],
      [player, campaign, key, 403],
      [gm, elsewhere, key, 404],
      [gm, campaign, `campaigns/${campaign}/${randomUUID()}`, 404],
    ] as const) {
      expect((await ask(asked, [2], as, of)).status).toBe(status);
      expect((await ask(asked, [], as, of)).status).toBe(status);
      expect((await discard(asked, as, of)).status).toBe(status);
    }
    expect((await finalize(key, coGm)).status).toBe(404);
    expect((await ask(key)).body.stored).toEqual([1]);
  });

  it('takes no forged parts and no byte more than announced', async () => {
    const key = await presign();
    for (const parts of [
      [0],
      [4],
      [1.5],
      ['1'],
      'x',
      [10_001],
      Array.from({ length: 17 }, () => 1),
    ])
      expect(await ask(key, parts)).toMatchObject({
        status: 400,
        body: { parts: [expect.any(String)] },
      });
    const url = await urlOf(key, 3);
    expect(await isRefused(url, bytesOf(1), 403)).toBe(true);
    const fourth = url.replace('partNumber=3', 'partNumber=4');
    expect(await isRefused(fourth, bytesOf(3), 403)).toBe(true);
    expect(await isRefused(url, bytesOf(3).subarray(1), 403)).toBe(true);
    expect(await put(url, Buffer.from('a few bytes'))).toBe(403);
    expect((await ask(key)).body.stored).toEqual([]);
    const tooLarge = await service.call('POST', '/api/documents/presign/', {
      as: gm,
      body: { campaign, file_name: 'a', size: MAX_UPLOAD_MB * 1024 * 1024 + 1 },
    });
    expect(tooLarge.status).toBe(413);
  });

  it('needs an announced size', async () => {
    for (const size of [undefined, 0])
      expect(await ask(await presign({ size }), [1])).toMatchObject({
        status: 409,
        body: { code: 'document.upload_not_in_parts' },
      });
  });

  it('may be sent with the single PUT after all', async () => {
    const answer = await service.call('POST', '/api/documents/presign/', {
      as: gm,
      body: { campaign, file_name: 'atlas.bin', size: ATLAS.length },
    });
    const { upload_url, headers, key } = answer.body;
    const part = await urlOf(key, 1);
    expect(await put(part, bytesOf(1))).toBe(200);
    const whole = await fetch(upload_url, { method: 'PUT', headers, body: ATLAS });
    expect(whole.status).toBe(200);
    const { body: document } = await finalize(key);
    expect(sha256(await download(document))).toBe(sha256(ATLAS));
    await gone(part);
  });

  it('answers 503 while the store is away', async () => {
    const key = await presign();
    await send(key, 1);
    service.storeLink.cut();
    expect(await ask(key, [2])).toMatchObject({
      status: 503,
      body: { code: 'storage.unavailable' },
    });
    service.storeLink.mend();
    await send(key, 2);
  });

  it('counts among the open uploads of its person again when it continues', async () => {
    const key = await presign();
    await service.uow.query('UPDATE pending_upload SET expires_at = now() WHERE s3_key = $1', [
      key,
    ]);
    await service.uow.query(
      `INSERT INTO pending_upload (s3_key, upload_key, campaign_id, uploader, file_name, content_type, is_spoilers,
                                   expires_at)
       SELECT gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), $1, 'open', 'text/plain', false,
              now() + interval '10 minutes'
         FROM generate_series(1, 200)`,
      [gm.id],
    );
    expect(await ask(key, [1])).toMatchObject({
      status: 409,
      body: { code: 'document.too_many_uploads' },
    });
    await service.uow.query('DELETE FROM pending_upload WHERE uploader = $1 AND s3_key <> $2', [
      gm.id,
      key,
    ]);
    await send(key, 1);
  });
});

describe('the parts of an upload are deleted', () => {
  let key: string;
  let url: string;
  beforeEach(async () => {
    key = await presign();
    await send(key, 1);
    url = await urlOf(key, 2);
    expect(await inStore(url)).toBe('open');
  });
  const unknown = async () => {
    expect((await ask(key, [2])).status).toBe(404);
    await gone(url);
    expect(await isRefused(url, bytesOf(2), 404)).toBe(true);
  };

  it('when it is discarded', async () => {
    expect((await discard(key)).status).toBe(204);
    await unknown();
    expect((await discard(key)).status).toBe(404);
    expect((await finalize(key)).status).toBe(404);
  });

  it('after 24 hours, and not before', async () => {
    const age = (hours: number) =>
      service.uow.query(
        `UPDATE pending_upload SET created_at = now() - $2::interval WHERE s3_key = $1`,
        [key, `${hours} hours`],
      );
    await age(UPLOAD_PARTS.keptHours - 1);
    await service.app.get(UploadCleanup).sweep();
    expect((await ask(key)).body.stored).toEqual([1]);
    await age(UPLOAD_PARTS.keptHours + 1);
    await service.app.get(UploadCleanup).sweep();
    await unknown();
  });

  it('with their campaign', async () => {
    const erasure = service.app.get(Erasure);
    await service.uow.run((tx) => erasure.onCampaignDeleted({ campaign_id: campaign }, tx));
    await gone(url);
  });

  it('with the account of their person', async () => {
    const erasure = service.app.get(Erasure);
    await service.uow.run((tx) => erasure.onPersonDeleted({ person_id: gm.id }, tx));
    await gone(url);
  });

  it('even if no row is left that knows them', async () => {
    await service.uow.query('DELETE FROM pending_upload WHERE s3_key = $1', [key]);
    await service.uow.query('UPDATE object_removal SET due_at = now()');
    await service.app.get(ObjectRemover).removeDue();
    await gone(url);
  });
});

const idIn = (url: string) => new URL(url).searchParams.get('uploadId');
