import { deflateSync, crc32 } from 'node:zlib';
import { Readable } from 'node:stream';
import sharp, { type Sharp } from 'sharp';
import { FORMS, makePicture, type MadePicture } from './make-thumbnail';

const drawn = (width = 800, height = 600): Sharp =>
  sharp({ create: { width, height, channels: 3, background: '#a33' } });

const make = (content: Buffer | string): Promise<MadePicture> => {
  const bytes = Buffer.from(content as Buffer);
  return makePicture({ body: Readable.from([bytes]), size: bytes.length }, FORMS.thumbnail);
};

const bytesOf = (made: MadePicture): Buffer => {
  if (!('bytes' in made)) throw new Error(made.refused);
  return made.bytes;
};

it.each(['png', 'jpeg', 'webp', 'gif', 'avif'] as const)(
  'makes a small WebP of %s',
  async (format) => {
    const bytes = bytesOf(await make(await drawn().toFormat(format).toBuffer()));
    expect(await sharp(bytes).metadata()).toMatchObject({
      format: 'webp',
      width: 320,
      height: 240,
    });
  },
);

it('enlarges nothing, and turns a photograph upright', async () => {
  expect(
    await sharp(bytesOf(await make(await drawn(32, 16).png().toBuffer()))).metadata(),
  ).toMatchObject({
    width: 32,
    height: 16,
  });
  const turned = await drawn(640, 320).withMetadata({ orientation: 6 }).jpeg().toBuffer();
  expect(await sharp(bytesOf(await make(turned))).metadata()).toMatchObject({
    width: 160,
    height: 320,
  });
});

it('keeps nothing of the file but its pixels', async () => {
  const withSecrets = await drawn()
    .withExif({ IFD0: { Copyright: 'CANARY', ImageDescription: 'CANARY at home' } })
    .withIccProfile('p3')
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/">CANARY</x:xmpmeta>')
    .jpeg()
    .toBuffer();
  expect(withSecrets.toString('latin1')).toContain('CANARY');
  const polyglot = Buffer.concat([withSecrets, Buffer.from('<script>CANARY</script>PK..')]);
  const bytes = bytesOf(await make(polyglot));
  expect(bytes.toString('latin1')).not.toMatch(/CANARY|EXIF|XMP|ICCP/);
  const { exif, icc, xmp } = await sharp(bytes).metadata();
  expect([exif, icc, xmp]).toEqual([undefined, undefined, undefined]);
});

const SVG = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script>
  <image href="file:///etc/passwd"/></svg>`;

it.each([
  ['an SVG that is called a PNG', async () => Buffer.from(SVG)],
  [
    'an SVG behind the first bytes of a PNG',
    async () => Buffer.from(`\x89PNG\r\n\x1a\n${SVG}`, 'latin1'),
  ],
  ['a page', async () => Buffer.from('<!doctype html><img src=x onerror=alert(1)>')],
  ['nothing', async () => Buffer.alloc(0)],
  ['a picture of another kind', () => drawn().tiff().toBuffer()],
  ['a cut-off picture', async () => (await drawn().jpeg().toBuffer()).subarray(0, 300)],
  ['a picture with noise inside', async () => noisy(await drawn(2000, 2000).png().toBuffer())],
])('refuses %s', async (_, content) => {
  expect(await make(await content())).toEqual({ refused: 'no_picture' });
});

it('rejects images above the pixel limit before it decodes them', async () => {
  const bomb = pngOfZeros(30_000, 30_000);
  expect(bomb.length).toBeLessThan(1024 * 1024);
  const before = Date.now();
  expect(await make(bomb)).toEqual({ refused: 'too_large' });
  expect(await make(pngOfZeros(0x7fffffff, 0x7fffffff, 1))).toMatchObject({
    refused: expect.any(String),
  });
  expect(Date.now() - before).toBeLessThan(60_000);
});

it('reads no more of a file than pictures have', async () => {
  const body = Readable.from([Buffer.alloc(1)]);
  expect(await makePicture({ body, size: 65 * 1024 * 1024 }, FORMS.thumbnail)).toEqual({
    refused: 'too_large',
  });
  expect(body.destroyed).toBe(true);
});

it('passes on errors of the store, which are no fault of the file', async () => {
  const picture = await drawn().png().toBuffer();
  const body = Readable.from(
    (async function* () {
      yield picture.subarray(0, 100);
      throw new Error('the store is gone');
    })(),
  );
  await expect(makePicture({ body, size: picture.length }, FORMS.thumbnail)).rejects.toThrow(
    'the store is gone',
  );
});

/** Replaces bytes in the middle of the file. */
function noisy(file: Buffer): Buffer {
  const copy = Buffer.from(file);
  for (let at = 100; at < copy.length - 20; at += 7) copy[at] = 0xa5;
  return copy;
}

/** A PNG that claims a size and holds zeros in a few bytes. */
function pngOfZeros(width: number, height: number, rows = height): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([1, 0, 0, 0, 0], 8);
  const row = Math.ceil(Math.min(width, 30_000) / 8) + 1;
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(row * rows))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}
