import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { eventually, testEnvironment, type TestPerson } from '@tomekeeper/testing';
import { Readiness } from '@tomekeeper/service-kit';
import { MAX_UPLOAD_MB, startDocumentApp, type DocumentApp } from './document-app';

let service: DocumentApp;
let gm: TestPerson;
let other: TestPerson;
let player: TestPerson;
let campaign: string;

beforeAll(async () => {
  service = await startDocumentApp();
});
afterAll(() => service?.stop());
beforeEach(async () => {
  [gm, other, player] = (await Promise.all(
    ['Gm', 'Other', 'Player'].map((name) => service.identity.join(name)),
  )) as [TestPerson, TestPerson, TestPerson];
  campaign = service.campaign(gm, [player]);
});
afterEach(() => service.storeLink.mend());

const presign = (body: object = {}, as = gm) =>
  service.call('POST', '/api/documents/presign/', {
    as,
    body: { campaign, file_name: 'notes.txt', content_type: 'text/plain', ...body },
  });
/** A file that no reader takes: the state of its text never changes. */
const UNREAD = { file_name: 'notes.bin', content_type: 'application/octet-stream' };
const finalize = (s3_key: string, body: object = {}, as = gm) =>
  service.call('POST', '/api/documents/finalize/', { as, body: { campaign, s3_key, ...body } });
const put = (upload: { upload_url: string; headers: Record<string, string> }, body: string) =>
  fetch(upload.upload_url, { method: 'PUT', headers: upload.headers, body });
const list = async (as = gm) =>
  (await service.call('GET', `/api/documents/?campaign=${campaign}`, { as })).body;

describe('presign', () => {
  it('binds key, type, length and 15 minutes, and gives the file name away in nothing', async () => {
    const { status, body } = await presign({ file_name: 'the butler did it.txt', size: 5 });
    expect(status).toBe(200);
    expect(Object.keys(body).sort()).toEqual(['headers', 'key', 'upload_url']);
    expect(body.headers).toEqual({ 'content-type': 'text/plain' });
    const url = new URL(body.upload_url);
    expect(url.origin).toBe(testEnvironment().TEST_S3_ENDPOINT);
    expect(url.searchParams.get('X-Amz-Expires')).toBe('900');
    expect(url.searchParams.get('X-Amz-SignedHeaders')).toBe('content-length;content-type;host');
    expect(body.upload_url).not.toMatch(/butler|checksum/i);
    expect(body.key).not.toContain('butler');

    expect((await put(body, 'longer than five')).status).toBe(403);
    expect((await put({ ...body, headers: { 'content-type': 'text/html' } }, 'hello')).status).toBe(
      403,
    );
    expect((await put({ ...body, upload_url: `${body.upload_url}0` }, 'hello')).status).toBe(403);
    expect((await put(body, 'hello')).status).toBe(200);
  });

  it('lets the page of this product upload, and no other', async () => {
    const { body } = await presign({ size: 5 });
    const preflight = (origin: string) =>
      fetch(body.upload_url, {
        method: 'OPTIONS',
        headers: {
          origin,
          'access-control-request-method': 'PUT',
          'access-control-request-headers': 'content-type',
        },
      });
    const ours = await preflight(testEnvironment().TEST_ORIGIN);
    expect(ours.headers.get('access-control-allow-origin')).toBe(testEnvironment().TEST_ORIGIN);
    const foreign = await preflight('https://elsewhere.example');
    expect(foreign.headers.get('access-control-allow-origin')).toBeNull();
  });

  it('takes a file of unknown size and type', async () => {
    const { body } = await presign({ content_type: '' });
    expect(body.headers).toEqual({ 'content-type': 'application/octet-stream' });
    expect((await put(body, 'x'.repeat(1000))).status).toBe(200);
    expect((await finalize(body.key)).status).toBe(201);
  });

  it('takes an empty file', async () => {
    const { body } = await presign({ size: 0 });
    expect((await put(body, '')).status).toBe(200);
    expect((await finalize(body.key)).status).toBe(201);
  });

  it('rejects larger files, and names the limit', async () => {
    const answer = await presign({ size: MAX_UPLOAD_MB * 1024 * 1024 + 1 });
    expect(answer).toMatchObject({
      status: 413,
      body: { code: 'document.too_large', detail: expect.stringContaining(`${MAX_UPLOAD_MB} MB`) },
    });
    expect((await presign({ size: MAX_UPLOAD_MB * 1024 * 1024 })).status).toBe(200);
  });

  it.each([
    [{ file_name: '' }, 'file_name'],
    [{ file_name: 'x'.repeat(256) }, 'file_name'],
    [{ file_name: 7 }, 'file_name'],
    [{ campaign: 'nonsense' }, 'campaign'],
    [{ content_type: 'text' }, 'content_type'],
    [{ content_type: 'text/plain\r\nx: y' }, 'content_type'],
    [{ content_type: 'text/plain; a="ü"' }, 'content_type'],
    [{ size: -1 }, 'size'],
    [{ size: 1.5 }, 'size'],
    [{ size: '5' }, 'size'],
    [{ is_spoilers: 'yes' }, 'is_spoilers'],
  ])('refuses %j by field', async (body, field) => {
    const answer = await presign(body);
    expect(answer).toMatchObject({ status: 400, body: { [field]: [expect.any(String)] } });
  });
});

describe('content that a campaign holds already', () => {
  const DRAGONS = 'd'.repeat(64);
  const upload = async (file_name: string, content_fingerprint?: string, into = campaign) => {
    const { body } = await presign({ campaign: into, file_name, size: 5, content_fingerprint });
    expect((await put(body, 'hello')).status).toBe(200);
    return (await finalize(body.key, { campaign: into })).body;
  };
  const alike = async (body: object, as = gm) =>
    (await presign({ size: 5, content_fingerprint: DRAGONS, ...body }, as)).body.same_content;

  it('is recognized under any name, and only in its campaign', async () => {
    const map = await upload('map.bin', DRAGONS);
    expect(await alike({ file_name: 'other.png' })).toEqual([
      { id: map.id, original_filename: 'map.bin' },
    ]);
    expect(
      await alike({ file_name: 'map.bin', content_fingerprint: 'e'.repeat(64) }),
    ).toBeUndefined();
    expect(await alike({ content_fingerprint: undefined, file_name: 'map.bin' })).toBeUndefined();
    expect(await alike({ campaign: service.campaign(gm), file_name: 'map.bin' })).toBeUndefined();
  });

  it('is recognized by name and size', async () => {
    await upload('map.bin');
    expect(await alike({ file_name: 'map.bin' })).toHaveLength(1);
    expect(await alike({ file_name: 'map.bin', size: 6 })).toBeUndefined();
    expect(await alike({ file_name: 'other.png' })).toBeUndefined();
  });

  it('is known again when it comes out of the trash, and not while it lies there', async () => {
    const { id } = await upload('map.bin', DRAGONS);
    await service.call('DELETE', `/api/documents/${id}/`, { as: gm });
    expect(await alike({})).toBeUndefined();
    await service.call('POST', `/api/documents/${id}/restore/`, { as: gm });
    expect(await alike({})).toHaveLength(1);
  });

  it('is unavailable to players: their requests are rejected before any lookup', async () => {
    await upload('map.bin', DRAGONS);
    const answer = await presign({ content_fingerprint: DRAGONS }, player);
    expect(answer.status).toBe(403);
    expect(JSON.stringify(answer.body)).not.toContain('map.bin');
    expect(JSON.stringify(await list(player))).not.toContain(DRAGONS);
  });

  it('is named in one form only', async () => {
    for (const content_fingerprint of ['D'.repeat(64), 'd'.repeat(63), 7])
      expect(await presign({ content_fingerprint })).toMatchObject({
        status: 400,
        body: { content_fingerprint: [expect.any(String)] },
      });
  });
});

describe('finalize', () => {
  it('refuses a key that no database could look for', async () => {
    expect(await finalize('a\u0000b')).toMatchObject({ status: 400 });
  });

  it('makes the document that the specification names, first in the list', async () => {
    const first = await service.upload(gm, campaign, { name: 'first.txt' });
    const file = { name: 'Karte – Süd.png', contentType: 'image/png' };
    const made = await service.upload(gm, campaign, file);
    expect(made).toEqual({
      id: expect.any(String),
      campaign,
      original_filename: 'Karte – Süd.png',
      s3_key: expect.stringMatching(new RegExp(`^campaigns/${campaign}/[0-9a-f-]{36}$`)),
      is_spoilers: false,
      created_at: expect.stringMatching(/^\d{4}-.*Z$/),
      kind: 'file',
      title: 'Karte – Süd.png',
      content_type: 'image/png',
      size: 'here be dragons'.length,
      tags: [],
      pinned: false,
      updated_at: made.created_at,
      text_state: 'unsupported',
    });
    expect(await list()).toMatchObject([made, { id: first.id }]);
  });

  it('answers the same document when repeated, one after the other and all at once', async () => {
    const { body } = await presign(UNREAD);
    await put(body, 'hello');
    const answers = await Promise.all(Array.from({ length: 8 }, () => finalize(body.key)));
    const again = await finalize(body.key, { is_spoilers: true, original_filename: 'other.txt' });
    for (const answer of [...answers, again]) {
      expect(answer.status).toBe(201);
      expect(answer.body).toEqual(answers[0]!.body);
    }
    expect(await list()).toHaveLength(1);
  });

  it('creates no row without the object or for an interrupted upload', async () => {
    const { body } = await presign({ size: 100_000 });
    expect(await finalize(body.key)).toMatchObject({
      status: 409,
      body: { code: 'document.upload_incomplete' },
    });
    await cutOffUpload(body.upload_url, body.headers, 100_000);
    expect((await finalize(body.key)).status).toBe(409);
    expect(await list()).toEqual([]);
    // The URL accepts a second, complete upload.
    expect((await put(body, 'x'.repeat(100_000))).status).toBe(200);
    expect((await finalize(body.key)).status).toBe(201);
  });

  it('takes only the key, campaign and person of the presign', async () => {
    const { body } = await presign();
    await put(body, 'hello');
    const elsewhere = service.campaign(gm);
    const foreign = service.campaign(other);
    expect((await finalize(body.key, { campaign: elsewhere })).status).toBe(404);
    expect((await finalize(body.key, { campaign: foreign }, other)).status).toBe(404);
    expect((await finalize(body.key, {}, other)).status).toBe(404);
    expect((await finalize(`${body.key}x`)).status).toBe(404);
    expect((await finalize('../../etc/passwd')).status).toBe(404);
    expect((await finalize(body.key)).status).toBe(201);
    expect((await finalize(body.key, { campaign: elsewhere })).status).toBe(404);
  });

  it.each([
    [true, false],
    [false, true],
    [true, true],
  ])('makes a spoiler if presign (%s) or finalize (%s) says so', async (atPresign, atFinalize) => {
    const { body } = await presign({ is_spoilers: atPresign });
    await put(body, 'hello');
    expect((await finalize(body.key, { is_spoilers: atFinalize })).body.is_spoilers).toBe(true);
    expect(await list(player)).toEqual([]);
  });

  it('sanitizes the name, and falls back to the presigned one', async () => {
    const { body } = await presign({ file_name: '../../\u202eevil\u0000.txt' });
    await put(body, 'hello');
    expect((await finalize(body.key)).body.original_filename).toBe('evil.txt');
    const second = (await presign()).body;
    await put(second, 'hello');
    expect((await finalize(second.key, { original_filename: 'x'.repeat(300) })).status).toBe(400);
    expect((await finalize(second.key, { original_filename: 'C:\\b.txt' })).body).toMatchObject({
      original_filename: 'b.txt',
    });
  });

  it('sets tags by the rules of an update, for GMs only', async () => {
    const { body } = await presign(UNREAD);
    await put(body, 'hello');
    for (const [tags, sentence] of [
      ['npcs', 'Tags must be a list of texts.'],
      [Array.from({ length: 21 }, (_, n) => `tag ${n}`), 'A document has at most 20 tags.'],
      [['a//b'], 'A tag has words between its slashes, as in npcs/barovia.'],
    ])
      expect(await finalize(body.key, { tags })).toMatchObject({
        status: 400,
        body: { tags: [sentence] },
      });
    expect(await list()).toEqual([]);
    expect(await finalize(body.key, { tags: ['x'] }, player)).toMatchObject({ status: 403 });
    const change = randomUUID();
    const { body: made } = await finalize(body.key, {
      ...{ tags: [' NPCs /  Barovia', 'npcs/barovia', 'maps'], change },
    });
    expect(made.tags).toEqual(['NPCs/Barovia', 'maps']);
    expect(made).not.toHaveProperty('change');
    expect(await list()).toEqual([made]);
    // A repeated call changes nothing.
    expect((await finalize(body.key, { tags: ['other'] })).body).toEqual(made);
    const [seen] = await list(player);
    expect(seen).toMatchObject({ id: made.id });
    expect(seen).not.toHaveProperty('tags');
    expect(service.hints.find(({ id }) => id === made.id)).toEqual({
      ...{ kind: 'documents', campaign, id: made.id, to: 'party' },
      made_by: { person: gm.id, change },
    });
  });

  it('refuses a file beyond the limit that came without a size, and removes it', async () => {
    const { body } = await presign();
    expect((await put(body, 'x'.repeat(MAX_UPLOAD_MB * 1024 * 1024 + 1))).status).toBe(200);
    expect((await finalize(body.key)).status).toBe(413);
    expect(await list()).toEqual([]);
    await eventually(async () => ((await service.objects()).includes(body.key) ? undefined : true));
  });

  it('answers 503 while the store is away, and works when it is back', async () => {
    const { body } = await presign();
    await put(body, 'hello');
    service.storeLink.cut();
    expect(await finalize(body.key)).toMatchObject({
      status: 503,
      body: { code: 'storage.unavailable' },
      headers: { 'retry-after': expect.anything() },
    });
    expect(await service.app.get(Readiness).check()).toMatchObject({
      ready: true,
      parts: { 'object store': 'unavailable', database: 'ok' },
    });
    service.storeLink.mend();
    expect((await finalize(body.key)).status).toBe(201);
    await eventually(async () =>
      (await service.app.get(Readiness).check()).ready ? true : undefined,
    );
  });
});

describe('an upload URL', () => {
  const text = async (document: { id: string }) => {
    const { body } = await service.call('GET', `/api/documents/${document.id}/content/`, {
      as: player,
    });
    return (await fetch(body.url)).text();
  };

  it('changes nothing that is served once its document is finalized', async () => {
    const { body } = await presign(UNREAD);
    await put(body, 'as shown to the party');
    const { body: document } = await finalize(body.key);
    expect((await put(body, 'swapped afterwards')).status).toBe(200);
    expect(await text(document)).toBe('as shown to the party');
    expect((await finalize(body.key)).body).toEqual(document);
    expect(await text(document)).toBe('as shown to the party');
  });

  it('can not swap the file between the calls that finalize it', async () => {
    const { body } = await presign();
    await put(body, 'first');
    // A call that has looked at the file and then found no database: the next one must see the same file.
    await service.uow.query('UPDATE pending_upload SET etag = $2 WHERE s3_key = $1', [
      body.key,
      '"of the first look"',
    ]);
    expect(await finalize(body.key)).toMatchObject({
      status: 409,
      body: { code: 'document.upload_changed' },
    });
    expect(await list()).toEqual([]);
  });

  it('brings nothing along that a browser would obey later', async () => {
    const { body } = await presign({ size: 5 });
    const headers = {
      ...body.headers,
      'content-encoding': 'gzip',
      'content-language': 'tlh',
      'content-disposition': 'inline; filename="other.html"',
      'cache-control': 'public, max-age=31536000',
      expires: 'Fri, 01 Jan 2100 00:00:00 GMT',
    };
    expect((await put({ ...body, headers }, 'hello')).status).toBe(200);
    const { body: document } = await finalize(body.key);
    const { body: opened } = await service.call('GET', `/api/documents/${document.id}/content/`, {
      as: player,
    });
    const file = await fetch(opened.url);
    expect(await file.text()).toBe('hello');
    for (const name of ['content-encoding', 'content-language', 'expires'])
      expect(file.headers.get(name)).toBeNull();
    expect(file.headers.get('cache-control')).toBe('private, no-store');
    expect(file.headers.get('content-disposition')).toContain('notes.txt');
  });

  it('leads to a file that is displayed, or downloaded on request', async () => {
    const { body } = await presign({ size: 5 });
    await put(body, 'hello');
    const { body: document } = await finalize(body.key);
    const served = async (query: string) => {
      const path = `/api/documents/${document.id}/content/${query}`;
      const { body: opened } = await service.call('GET', path, { as: player });
      const { headers } = await fetch(opened.url);
      return [headers.get('content-type'), headers.get('content-disposition')?.split(';')[0]];
    };
    expect(await served('')).toEqual(['text/plain; charset=utf-8', 'inline']);
    expect(await served('?download=false')).toEqual(['text/plain; charset=utf-8', 'inline']);
    expect(await served('?download=true')).toEqual(['application/octet-stream', 'attachment']);
    const refused = await service.call('GET', `/api/documents/${document.id}/content/?download=1`, {
      as: player,
    });
    expect(refused.status).toBe(400);
  });

  it('is one of at most 200 of a person that are open at a time', async () => {
    await service.uow.query(
      `INSERT INTO pending_upload (s3_key, upload_key, campaign_id, uploader, file_name, content_type, is_spoilers,
                                   expires_at)
       SELECT gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), $1, 'open', 'text/plain', false,
              now() + interval '10 minutes'
         FROM generate_series(1, 199)`,
      [gm.id],
    );
    expect((await presign()).status).toBe(200);
    expect(await presign()).toMatchObject({
      status: 409,
      body: { code: 'document.too_many_uploads', detail: expect.stringContaining('200') },
    });
    await service.uow.query('UPDATE pending_upload SET expires_at = now() WHERE uploader = $1', [
      gm.id,
    ]);
    expect((await presign()).status).toBe(200);
  });
});

describe('a campaign', () => {
  const fill = (documents: number) =>
    service.uow.query(
      `INSERT INTO document (id, campaign_id, uploader, original_filename, s3_key, content_type,
                             size, is_spoilers, shown_since)
       SELECT gen_random_uuid(), $1, $2, 'old', gen_random_uuid(), 'text/plain', 1, n % 2 = 0,
              CASE WHEN n % 2 = 1 THEN now() END
         FROM generate_series(1, $3::int) n`,
      [campaign, gm.id, documents],
    );

  it('takes no more than 2,000 documents, however many are finalized at once', async () => {
    await fill(1990);
    const prepared = await Promise.all(Array.from({ length: 10 }, () => presign()));
    await Promise.all(prepared.map(({ body }) => put(body, 'hello')));
    await fill(5);
    const answers = await Promise.all(prepared.map(({ body }) => finalize(body.key)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(5);
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
      code: 'document.too_many',
      detail: expect.stringContaining('2000'),
    });
    expect(await list()).toHaveLength(2000);
  });

  it('counts uploads under way when the next one is prepared', async () => {
    await fill(1998);
    expect((await presign()).status).toBe(200);
    expect((await presign()).status).toBe(200);
    expect(await presign()).toMatchObject({ status: 409, body: { code: 'document.too_many' } });
    // A cover is no document.
    expect((await presign({ purpose: 'cover' })).status).toBe(200);
    await service.uow.query('UPDATE pending_upload SET expires_at = now() WHERE campaign_id = $1', [
      campaign,
    ]);
    expect((await presign()).status).toBe(200);
  });
});

describe('content', () => {
  const open = async (document: { id: string }, as = player) =>
    service.call('GET', `/api/documents/${document.id}/content/`, { as });

  it('is a URL of a minute, with the name and type of the file and no caching', async () => {
    const document = await service.upload(gm, campaign, {
      name: 'Süd’s map "1".txt',
      contentType: 'text/plain',
      content: 'gold',
    });
    const { body } = await open(document);
    expect(Date.parse(body.expires_at) - Date.now()).toBeLessThanOrEqual(60_000);
    expect(Number(new URL(body.url).searchParams.get('X-Amz-Expires'))).toBeLessThanOrEqual(60);
    const file = await fetch(body.url);
    expect(await file.text()).toBe('gold');
    expect(Object.fromEntries(file.headers)).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'content-disposition': `inline; filename="S_d_s map _1_.txt"; filename*=UTF-8''S%C3%BCd%E2%80%99s%20map%20%221%22.txt`,
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
    });
    const changed = new URL(body.url);
    changed.searchParams.set('response-content-type', 'text/html');
    expect((await fetch(changed)).status).toBe(403);
  });

  it.each([
    ['text/html', 'application/octet-stream'],
    // An image in a page is shown under its own type only; opened directly it is downloaded.
    ['image/svg+xml', 'image/svg+xml'],
    ['application/xml', 'application/octet-stream'],
  ])('of type %s is saved', async (type, served) => {
    const document = await service.upload(gm, campaign, { name: 'x', contentType: type });
    const file = await fetch((await open(document, gm)).body.url);
    expect(file.headers.get('content-disposition')).toMatch(/^attachment;/);
    expect(file.headers.get('content-type')).toBe(served);
  });
});

/** A PUT that stops in the middle and drops the line. */
function cutOffUpload(target: string, headers: Record<string, string>, length: number) {
  const url = new URL(target);
  return new Promise<void>((resolve) => {
    const socket = connect(Number(url.port), url.hostname, () => {
      const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
      socket.write(
        `PUT ${url.pathname}${url.search} HTTP/1.1\r\nHost: ${url.host}\r\n${lines.join('')}Content-Length: ${length}\r\n\r\n${'x'.repeat(length / 2)}`,
      );
      setTimeout(() => socket.destroy(), 100);
    });
    socket.on('close', () => resolve());
    socket.on('error', () => undefined);
  });
}
