import type { CampaignDocument, Passage } from '@tomekeeper/contracts-document';
import { eventually, type TestPerson } from '@tomekeeper/testing';
import sharp from 'sharp';
import { GM_CLASS } from '@tomekeeper/visibility';
import { deleteDocuments, ObjectRemover } from '../src/storage/object-removal';
import { startDocumentApp, type DocumentApp } from './document-app';

let service: DocumentApp;
let gm: TestPerson, player: TestPerson;
let campaign: string;
const drawn: Record<string, string> = {};

beforeAll(async () => {
  service = await startDocumentApp();
  for (const [name, background] of [
    ['map', '#375'],
    ['lich', '#a33'],
    ['town', '#753'],
  ] as const)
    drawn[name] = await picture(background);
});
afterAll(() => service?.stop());
beforeEach(async () => {
  [gm, player] = [await service.identity.join('Gm'), await service.identity.join('Player')];
  campaign = service.campaign(gm, [player]);
});
afterEach(() => service.storeLink.mend());

const picture = async (background: string, width = 400) =>
  (
    await sharp({ create: { width, height: width / 2, channels: 3, background } })
      .withExif({ IFD0: { ImageDescription: 'CANARY' } })
      .jpeg()
      .toBuffer()
  ).toString('base64');
/** A page of text and images. */
const page = (...items: string[]): string =>
  items
    .map((item) => {
      const [alt = '', bytes = drawn[alt]] = item.split('=');
      return bytes
        ? `<p><img alt="${alt}" src="data:image/jpeg;base64,${bytes}"></p>`
        : `<p>${item}</p>`;
    })
    .join('');

const upload = async (content: string, spoilers = false) => {
  const file = { name: 'book.html', contentType: 'text/html', content, spoilers };
  const document = await service.upload(gm, campaign, file);
  await service.readTexts();
  return document;
};
const replace = async (document: CampaignDocument, content: string) => {
  const file = { name: 'book.html', contentType: 'text/html', content };
  await service.replaceFile(gm, document, file);
  await service.readTexts();
};
type DocumentRef = Pick<CampaignDocument, 'id'>;

const passagesOf = async ({ id }: DocumentRef, as = player): Promise<Passage[]> =>
  (await service.call('GET', `/api/documents/${id}/passages/`, { as })).body.passages;
/** Ids of pictures, by their words. */
const idsOf = async (document: DocumentRef, as = player): Promise<Record<string, string>> =>
  Object.fromEntries(
    (await passagesOf(document, as)).flatMap(({ text, content: { image } }) =>
      image === undefined ? [] : [[text, image]],
    ),
  );
const ask = (
  { id }: DocumentRef,
  ids: string[],
  as = player,
  headers: Record<string, string> = {},
) => service.call('GET', `/api/documents/${id}/images/?ids=${ids.join()}`, { as, headers });
/** Addresses of pictures, by their ids. */
const urlsOf = async (document: DocumentRef, ids: string[], as = player) => {
  const { status, body } = await ask(document, ids, as);
  expect(status).toBe(200);
  return new Map<string, string>(
    body.images.map(({ id, url }: { id: string; url: string }) => [id, url]),
  );
};
const set = ({ id }: DocumentRef, is_spoilers: boolean) =>
  service.call('PATCH', `/api/documents/${id}/`, { as: gm, body: { is_spoilers } });
const hide = ({ id }: DocumentRef, text: string) =>
  service.uow.query('UPDATE passage SET audience_class = $3 WHERE document_id = $1 AND text = $2', [
    id,
    text,
    GM_CLASS,
  ]);
const keysOf = async ({ id }: DocumentRef) =>
  (
    await service.uow.query<{ s3_key: string }>(
      'SELECT s3_key FROM passage_image WHERE document_id = $1 ORDER BY s3_key',
      [id],
    )
  ).map(({ s3_key }) => s3_key);
/** Runs the cleanup after the presigned URLs have expired. */
const removeUnused = async () => {
  await service.uow.query('UPDATE object_removal SET due_at = now(), again_at = now()');
  await service.app.get(ObjectRemover).removeDue();
};
const kept = async () => (await service.objects()).filter((key) => key.startsWith('pictures/'));
const missing = (keys: string[]) =>
  eventually(async () => {
    const objects = await service.objects();
    return keys.some((key) => objects.includes(key)) ? undefined : true;
  });
/** Seconds of the clock, as stores tell them. */
const now = () => Math.floor(Date.now() / 1000);
const writtenAt = async (url: string) => {
  const answer = await fetch(url);
  expect(answer.status).toBe(200);
  return Date.parse(answer.headers.get('last-modified') ?? '') / 1000;
};

it('are served to viewers of the passage, re-encoded from their pixels', async () => {
  const document = await upload(
    page('Here is', 'map', 'and', `wide=${await picture('#111', 2000)}`),
  );
  const passages = await passagesOf(document);
  expect(passages.map(({ kind, text }) => `${kind} ${text}`)).toEqual([
    'paragraph Here is',
    'image map',
    'paragraph and',
    'image wide',
  ]);
  expect(passages[1]?.content).toEqual({ image: expect.any(String), width: 400, height: 200 });
  expect(passages[3]?.content).toMatchObject({ width: 1600, height: 800 });
  const ids = await idsOf(document);
  for (const as of [gm, player]) {
    const urls = await urlsOf(document, [ids['map']!, ids['wide']!, ids['map']!], as);
    expect(urls.size).toBe(2);
    const answer = await fetch(urls.get(ids['map']!)!);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/webp',
      'content-disposition': 'inline; filename="picture.webp"',
      'cache-control': 'private, no-store',
    });
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 400 });
    expect(bytes.toString('latin1')).not.toContain('CANARY');
  }
});

it('are stored once per document, and omitted when they contain no picture', async () => {
  const document = await upload(page('map', 'a', 'map', 'b', 'broken=aGVyZQ', 'c'));
  const shown = (await passagesOf(document)).filter(({ kind }) => kind === 'image');
  expect(shown.map(({ text }) => text)).toEqual(['map', 'map', 'broken']);
  expect(shown[0]?.content.image).toBe(shown[1]?.content.image);
  expect(shown[2]?.content).toEqual({});
  expect(await keysOf(document)).toHaveLength(1);
  await removeUnused();
  for (const key of await keysOf(document)) expect(await kept()).toContain(key);
});

it('of hidden passages look to players like images that never existed', async () => {
  const document = await upload(page('map', 'a', 'lich', 'b', 'town', 'c'));
  const ids = await idsOf(document, gm);
  await hide(document, 'lich');
  expect(await idsOf(document)).toEqual({ map: ids['map'], town: ids['town'] });
  const asked = [ids['lich']!, ids['map']!, campaign];
  expect([...(await urlsOf(document, asked)).keys()]).toEqual([ids['map']]);
  expect([...(await urlsOf(document, asked, gm)).keys()]).toEqual([ids['lich'], ids['map']]);
  const viewed = await ask(document, asked, gm, { 'x-view-as': 'party' });
  expect(viewed.body.images.map(({ id }: { id: string }) => id)).toEqual([ids['map']]);
  // By the id of a document that the player sees wholly.
  const other = await upload(page('town', 'd'));
  expect((await urlsOf(other, [ids['lich']!, ids['map']!], gm)).size).toBe(0);
  const all = await service.call('GET', `/api/documents/${document.id}/images/`, { as: player });
  expect(all.body.images.map(({ id }: { id: string }) => id)).toEqual([ids['map'], ids['town']]);
  for (const wrong of ['?ids=', '?ids=x', `?ids=${Array(51).fill(campaign).join()}`])
    expect(
      (await service.call('GET', `/api/documents/${document.id}/images/${wrong}`, { as: gm }))
        .status,
    ).toBe(400);
});

it('in both a hidden and a visible passage are visible to players', async () => {
  const document = await upload(page('map', 'a', `other=${drawn['map']}`, 'b'));
  const ids = await idsOf(document, gm);
  expect(ids['map']).toBe(ids['other']);
  await hide(document, 'other');
  expect((await urlsOf(document, [ids['map']!])).size).toBe(1);
  await hide(document, 'map');
  expect((await urlsOf(document, [ids['map']!])).size).toBe(0);
});

it.each([
  ['revealed', (place: DocumentRef) => set(place, false)],
  [
    'shown now',
    ({ id }: DocumentRef) => service.call('POST', `/api/documents/${id}/show/`, { as: gm }),
  ],
  [
    'brought back from the trash',
    async ({ id }: DocumentRef) => {
      await set({ id }, false);
      await service.call('DELETE', `/api/documents/${id}/`, { as: gm });
      return service.call('POST', `/api/documents/${id}/restore/`, { as: gm });
    },
  ],
])(
  'are written anew when their document is %s, those alone that players see',
  async (_how, act) => {
    const document = await upload(page('map', 'a', 'lich', 'b'), true);
    const ids = await idsOf(document, gm);
    await hide(document, 'lich');
    const before = await keysOf(document);
    expect((await ask(document, [ids['map']!])).status).toBe(404);
    await new Promise((resolve) => setTimeout(resolve, 1100));
    const revealed = now();
    expect((await act(document)).status).toBe(200);
    await service.readTexts();
    const urls = await urlsOf(document, [ids['map']!, ids['lich']!]);
    expect([...urls.keys()]).toEqual([ids['map']]);
    expect(await writtenAt(urls.get(ids['map']!)!)).toBeGreaterThanOrEqual(revealed);
    expect((await keysOf(document)).filter((key) => before.includes(key))).toHaveLength(1);
    await removeUnused();
    expect((await kept()).filter((key) => before.includes(key))).toHaveLength(1);
  },
);

it('stored before the reveal of their document stay hidden from players, and are re-encoded within a day', async () => {
  const document = await upload(page('map', 'a'));
  const ids = await idsOf(document, gm);
  // As a picture that is uploaded to a note while the note is revealed.
  const age = `UPDATE passage_image SET fresh_at = fresh_at - interval '2 days', looked_at = looked_at - $2::interval
                WHERE document_id = $1`;
  await service.uow.query(age, [document.id, '0 days']);
  await service.readTexts();
  expect((await urlsOf(document, [ids['map']!])).size).toBe(0);
  expect((await urlsOf(document, [ids['map']!], gm)).size).toBe(1);
  await service.uow.query(age, [document.id, '2 days']);
  await service.readTexts();
  expect((await urlsOf(document, [ids['map']!])).size).toBe(1);
});

it('missing from the store do not block the text', async () => {
  const document = await upload(page('map', 'a'), true);
  await service.uow.query(
    `UPDATE passage_image SET s3_key = 'pictures/lost' WHERE document_id = $1`,
    [document.id],
  );
  await set(document, false);
  await service.readTexts();
  expect(await passagesOf(document)).toHaveLength(2);
  expect(await keysOf(document)).toEqual([]);
});

describe('another file', () => {
  it('keeps the pictures that it has too, and removes the others', async () => {
    const document = await upload(page('map', 'a', 'lich', 'b'));
    const [ids, before] = [await idsOf(document), await keysOf(document)];
    const hints = service.hints.length;
    await replace(document, page('map', 'a', 'town', 'b'));
    const after = await idsOf(document);
    expect(after).toEqual({ map: ids['map'], town: expect.any(String) });
    expect((await urlsOf(document, Object.values(after))).size).toBe(2);
    expect((await urlsOf(document, [ids['lich']!])).size).toBe(0);
    expect(service.hints.slice(hints).some(({ to }) => to === 'party')).toBe(true);
    await removeUnused();
    expect((await kept()).filter((key) => before.includes(key))).toHaveLength(1);
    expect(await kept()).toEqual(expect.arrayContaining(await keysOf(document)));
  });

  it('lets players keep the pictures of the text before until it is read', async () => {
    const document = await upload(page('map', 'a'));
    const ids = await idsOf(document);
    const files = { name: 'book.html', contentType: 'text/html', content: page('town', 'b') };
    await service.replaceFile(gm, document, files);
    // No row if the worker has extracted the file already.
    const still = await service.uow.query<{ is_given: boolean }>(
      `SELECT i.fresh_at >= d.shown_since AS is_given FROM passage_image i JOIN document d ON d.id = i.document_id
        WHERE i.id = $1`,
      [ids['map']],
    );
    expect(still.every(({ is_given }) => is_given)).toBe(true);
    await service.readTexts();
    expect(Object.keys(await idsOf(document))).toEqual(['town']);
  });

  it('makes new passages of a mixed document GM only although their words are not new', async () => {
    const document = await upload(page('map', 'a', `lich=${drawn['lich']}`, 'b'));
    await hide(document, 'lich');
    await replace(document, page(`map=${drawn['lich']}`, 'a', `lich=${drawn['map']}`, 'b'));
    expect(await idsOf(document)).toEqual({});
    expect(Object.keys(await idsOf(document, gm))).toEqual(['map', 'lich']);
  });

  it('without text leaves none', async () => {
    const document = await upload(page('map', 'a'));
    const before = await keysOf(document);
    await replace(document, '<p></p>');
    expect(await keysOf(document)).toEqual([]);
    await missing(before);
  });
});

it('are deleted permanently with their document, and with their campaign', async () => {
  const [one, other] = [await upload(page('map', 'a')), await upload(page('lich', 'b'))];
  const keys = [...(await keysOf(one)), ...(await keysOf(other))];
  await service.call('DELETE', `/api/documents/${one.id}/`, { as: gm });
  expect(await kept()).toEqual(expect.arrayContaining(keys));
  await service.call('DELETE', `/api/documents/trash/${one.id}/`, { as: gm });
  await missing(keys.slice(0, 1));
  expect(await keysOf(one)).toEqual([]);
  expect(await keysOf(other)).toHaveLength(1);
  const last = await upload(page('town', 'c'), true);
  const [key] = await keysOf(last);
  await service.uow.run((tx) => deleteDocuments(tx, campaign));
  await missing([...keys, key!]);
});

it('are limited by the storage of a campaign; excess pictures leave their words', async () => {
  await service.uow.query(
    `INSERT INTO passage_image (id, document_id, campaign_id, s3_key, width, height, bytes, made_of, fresh_at)
     SELECT gen_random_uuid(), $1::uuid, $1::uuid, 'pictures/' || n, 1, 1, 1, '', now() FROM generate_series(1, 9999) n`,
    [campaign],
  );
  const document = await upload(page('map', 'a', 'lich', 'b', 'map'));
  expect(Object.keys(await idsOf(document))).toEqual(['map']);
  expect((await passagesOf(document)).map(({ text }) => text)).toEqual([
    'map',
    'a',
    'lich',
    'b',
    'map',
  ]);
});

it('are stored with their text or not at all, while the store is away', async () => {
  const document = await upload(page('map', 'a'));
  const before = await keysOf(document);
  await service.replaceFile(gm, document, {
    name: 'book.html',
    contentType: 'text/html',
    content: page('town', 'b'),
  });
  service.storeLink.cut();
  await service.readTexts().catch(() => undefined);
  service.storeLink.mend();
  await service.uow.query('UPDATE reading SET due_at = now() WHERE due_at IS NOT NULL');
  await service.readTexts();
  const after = await keysOf(document);
  expect(after).toHaveLength(1);
  expect(after).not.toEqual(before);
  await removeUnused();
  await missing(before);
  expect(await kept()).toContain(after[0]);
});
