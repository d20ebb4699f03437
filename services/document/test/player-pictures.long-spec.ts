import type { CampaignDocument } from '@tomekeeper/contracts-document';
import { eventually, type TestPerson } from '@tomekeeper/testing';
import sharp, { type Sharp } from 'sharp';
import { startDocumentApp, type DocumentApp, type UploadOptions } from './document-app';

const SECRET = 'CANARY of the uploader';

let service: DocumentApp;
let gm: TestPerson, player: TestPerson;
let campaign: string;

beforeAll(async () => {
  service = await startDocumentApp();
  [gm, player] = (await Promise.all(
    ['GM', 'Player'].map((name) => service.identity.join(name)),
  )) as [TestPerson, TestPerson];
});
afterAll(() => service?.stop());
beforeEach(() => {
  campaign = service.campaign(gm, [player]);
});

/** A picture of 60 × 20 pixels with GPS data; its orientation turns it to 20 × 60. */
const photo = (): Sharp =>
  sharp({ create: { width: 60, height: 20, channels: 3, background: '#375' } })
    .withExif({ IFD0: { ImageDescription: SECRET }, IFD3: { GPSLatitude: '52/1 31/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/"><p>${SECRET}</p></x:xmpmeta>`);
const upload = (content: Buffer | string, options: UploadOptions = {}) =>
  service.upload(gm, campaign, { content, contentType: 'image/jpeg', ...options });

const content = (
  as: TestPerson,
  { id }: Pick<CampaignDocument, 'id'>,
  query = '',
  viewAs?: string,
) =>
  service.call('GET', `/api/documents/${id}/content/${query}`, {
    as,
    ...(viewAs && { headers: { 'x-view-as': viewAs } }),
  });
async function bytesOf(answer: Awaited<ReturnType<typeof content>>) {
  expect(answer).toMatchObject({ status: 200 });
  const response = await fetch(answer.body.url as string);
  expect(response.status).toBe(200);
  return {
    type: response.headers.get('content-type'),
    bytes: Buffer.from(await response.arrayBuffer()),
  };
}
/** Waits until the worker has made, or refused, the copy for players. */
async function prepared({ s3_key }: Pick<CampaignDocument, 's3_key'>): Promise<void> {
  await service.makePictures();
  const open = `SELECT 1 FROM picture WHERE source_key = $1 AND state = 'waiting'`;
  await eventually(async () => (await service.uow.query(open, [s3_key])).length === 0);
}
const listed = async (as: TestPerson): Promise<CampaignDocument[]> =>
  (await service.call('GET', `/api/documents/?campaign=${campaign}`, { as })).body;

it.each([
  ['jpeg', () => photo().jpeg()],
  ['png', () => photo().png()],
  ['webp', () => photo().webp()],
  ['avif', () => photo().avif()],
  ['gif', () => photo().gif()],
] as const)('gives players a %s without its metadata, in the same format', async (format, make) => {
  const original = await make().toBuffer();
  const document = await upload(original, {
    name: `map.${format}`,
    contentType: `image/${format}`,
  });
  await prepared(document);
  const given = await bytesOf(await content(player, document));
  expect(given.type).toBe(`image/${format}`);
  expect(given.bytes.includes(SECRET)).toBe(false);
  const about = await sharp(given.bytes).metadata();
  expect(about.format).toBe(format === 'avif' ? 'heif' : format);
  expect([about.exif, about.xmp, about.orientation ?? 1]).toEqual([undefined, undefined, 1]);
  const { autoOrient } = await sharp(original).metadata();
  expect([about.width, about.height]).toEqual([autoOrient.width, autoOrient.height]);
  expect(autoOrient.width === 20).toBe(format !== 'gif');
  // Download and view-as give the same copy; the GM gets the uploaded file.
  expect((await bytesOf(await content(player, document, '?download=true'))).bytes).toEqual(
    given.bytes,
  );
  expect((await bytesOf(await content(gm, document, '', 'party'))).bytes).toEqual(given.bytes);
  expect((await bytesOf(await content(gm, document))).bytes).toEqual(original);
});

it('keeps an animation', async () => {
  const frames = await Promise.all(
    ['#f00', '#0f0'].map((background) =>
      sharp({ create: { width: 8, height: 8, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  );
  const animation = await sharp(frames, { join: { animated: true } })
    .gif()
    .toBuffer();
  const document = await upload(animation, { name: 'a.gif', contentType: 'image/gif' });
  await prepared(document);
  const { bytes } = await bytesOf(await content(player, document));
  expect((await sharp(bytes).metadata()).pages).toBe(2);
});

it('recognizes a picture by its name where the browser names no type', async () => {
  const document = await upload(await photo().jpeg().toBuffer(), {
    name: 'IMG_1.JPG',
    contentType: 'application/octet-stream',
  });
  await prepared(document);
  const { bytes } = await bytesOf(await content(player, document));
  expect(bytes.includes(SECRET)).toBe(false);
});

it('keeps a picture a picture under another name, and makes one of a file that is renamed to one', async () => {
  const rename = (id: string, original_filename: string) =>
    service.call('PATCH', `/api/documents/${id}/`, { as: gm, body: { original_filename } });
  const bytes = await photo().jpeg().toBuffer();
  const untyped = { contentType: 'application/octet-stream' };
  const [picture, file] = [
    await upload(bytes, { ...untyped, name: 'a.jpg' }),
    await upload(bytes, { ...untyped, name: 'b.bin' }),
  ];
  await prepared(picture);
  await rename(picture.id, 'a.bin');
  expect((await bytesOf(await content(player, picture))).bytes.includes(SECRET)).toBe(false);
  expect((await bytesOf(await content(player, file))).bytes.includes(SECRET)).toBe(true);
  await rename(file.id, 'b.jpg');
  await prepared(file);
  expect((await bytesOf(await content(player, file))).bytes.includes(SECRET)).toBe(false);
});

it('responds 503 with Retry-After to players until the copy exists', async () => {
  const document = await upload(await photo().jpeg().toBuffer());
  await prepared(document);
  await service.uow.query(`DELETE FROM picture WHERE source_key = $1`, [document.s3_key]);
  const answer = await content(player, document);
  expect(answer).toMatchObject({ status: 503, body: { code: 'document.picture_waiting' } });
  expect(answer.headers['retry-after']).toBe('1');
});

it.each([
  [
    'SVG',
    '<svg xmlns="http://www.w3.org/2000/svg"><g display="none">CANARY</g></svg>',
    'image/svg+xml',
    'map.svg',
  ],
  ['TIFF', 'II*\0CANARY', 'image/tiff', 'map.tiff'],
  ['damaged JPEG', '\xff\xd8\xffCANARY', 'image/jpeg', 'map.jpg'],
])(
  'never gives players a picture that cannot be encoded again: %s',
  async (_, bytes, contentType, name) => {
    const document = await upload(Buffer.from(bytes, 'latin1'), { name, contentType });
    await prepared(document);
    expect(await content(player, document)).toMatchObject({
      status: 409,
      body: { code: 'document.picture_unavailable' },
    });
    expect((await content(gm, document)).status).toBe(200);
    expect(await listed(gm)).toMatchObject([{ id: document.id, picture_withheld: true }]);
    expect((await listed(player))[0]).not.toHaveProperty('picture_withheld');
  },
);

it('prepares a revealed picture again, as of a new document, and sends players no event for it', async () => {
  const document = await upload(await photo().jpeg().toBuffer(), { spoilers: true });
  await prepared(document);
  const [before] = await keysOf(document);
  expect((await content(player, document)).status).toBe(404);
  const sent = service.hints.length;
  const revealed = await service.call('PATCH', `/api/documents/${document.id}/`, {
    as: gm,
    body: { is_spoilers: false },
  });
  await prepared(revealed.body as CampaignDocument);
  const { bytes } = await bytesOf(await content(player, document));
  expect(bytes.includes(SECRET)).toBe(false);
  expect(await keysOf(document)).not.toContain(before);
  const toParty = () => service.hints.slice(sent).filter(({ to }) => to === 'party');
  await eventually(() => toParty().length > 0);
  const fresh = await upload(await photo().jpeg().toBuffer());
  await prepared(fresh);
  // One event for the reveal, one for the upload.
  await eventually(() => toParty().length === 2);
  expect(toParty().map(({ id }) => id)).toEqual([document.id, fresh.id]);
});

const keysOf = async ({ id }: Pick<CampaignDocument, 'id'>): Promise<string[]> =>
  (
    await service.uow.query<{ picture_key: string }>(
      `SELECT picture_key FROM picture p JOIN document d ON d.s3_key = p.source_key
        WHERE d.id = $1 AND form = 'player'`,
      [id],
    )
  ).map(({ picture_key }) => picture_key);
