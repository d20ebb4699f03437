import path from 'node:path';
import { Readable } from 'node:stream';
import { runChild, type ChildLimits } from '../sandbox/child-process';

/** Format of a generated image. */
export interface PictureForm {
  width: number;
  height: number;
  /** `inside` keeps the full image, `cover` crops to the size. */
  fit: 'inside' | 'cover';
  quality: number;
  /** Bytes that it may have. */
  most: number;
}

const MEGABYTE = 1024 * 1024;

export const FORMS = {
  /** A row of a list on the sharpest screens, a card of a grid on most. */
  thumbnail: { width: 320, height: 320, fit: 'inside', quality: 72, most: MEGABYTE },
  /** A card, and the head of a campaign's page. */
  cover: { width: 1200, height: 480, fit: 'cover', quality: 74, most: MEGABYTE },
  /** A member's character, on a card of the party. */
  portrait: { width: 320, height: 320, fit: 'cover', quality: 78, most: MEGABYTE },
  /** An image in a text: full width on high-resolution screens. */
  passage: { width: 1600, height: 1600, fit: 'inside', quality: 78, most: 4 * MEGABYTE },
} as const satisfies Record<string, PictureForm>;

/** Maximum size of a source file in bytes. */
const MAX_FILE = 64 * MEGABYTE;
/** Allows maps of 10,000 × 10,000 pixels; larger sizes are rejected before decoding. */
const MAX_PIXELS = 110_000_000;
const LIMITS = { time: 20_000, memory: 512 * MEGABYTE } as const satisfies Partial<ChildLimits>;
/** The line before the picture. */
const FIRST_LINE = 100;

const CHILD = path.join(__dirname, 'thumbnail-child.cjs');

type NoPicture = { refused: 'no_picture' | 'too_large' };
export type MadePicture = { bytes: Buffer; width: number; height: number } | NoPicture;

interface MakingOptions {
  signal?: AbortSignal;
  limits?: Partial<ChildLimits>;
}

/**
 * A small picture of a file, encoded from its pixels: no other content of the file is in it.
 * @throws {ChildFailed} when the process failed, which another try may not
 */
export async function makePicture(
  file: { body: Readable; size: number },
  form: PictureForm,
  options: MakingOptions = {},
): Promise<MadePicture> {
  const made = await runPictureProcess(file, { form, most: form.most }, options);
  if ('refused' in made) return made;
  const { bytes, width, height } = made;
  if (made.format === 'webp' && width <= form.width && height <= form.height)
    return { bytes, width, height };
  return { refused: 'no_picture' };
}

/** Bytes of a re-encoded picture, which may be larger than the uploaded file. */
const MAX_REENCODED = 96 * MEGABYTE;
/** Large maps in AVIF take this long. */
const REENCODING_TIME = 60_000;

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  gif: 'image/gif',
  avif: 'image/avif',
};

/**
 * Re-encodes a picture from its pixels in the same format, with orientation applied and without metadata.
 * @throws {ChildFailed} when the process failed, which another try may not
 */
export async function reencodePicture(
  file: { body: Readable; size: number },
  { signal }: { signal?: AbortSignal } = {},
): Promise<{ bytes: Buffer; contentType: string } | NoPicture> {
  const task = { form: { keepFormat: true }, most: MAX_REENCODED };
  const limits = { time: REENCODING_TIME };
  const made = await runPictureProcess(file, task, { limits, ...(signal && { signal }) });
  if ('refused' in made) return made;
  return { bytes: made.bytes, contentType: CONTENT_TYPES[made.format]! };
}

/** Runs the child process and validates its output: a hostile file may control the process. */
async function runPictureProcess(
  file: { body: Readable; size: number },
  { form, most }: { form: object; most: number },
  { signal, limits }: MakingOptions,
): Promise<{ bytes: Buffer; width: number; height: number; format: string } | NoPicture> {
  if (file.size > MAX_FILE) return refuse(file.body, 'too_large');
  const input = await opened(file.body);
  // Rejects most non-images without starting a process.
  if (!input) return refuse(file.body, 'no_picture');
  const argument = JSON.stringify({ ...form, maxPixels: MAX_PIXELS });
  const answer = await runChild(CHILD, {
    argument,
    input,
    limits: { ...LIMITS, ...limits, output: most + FIRST_LINE },
    ...(signal && { signal }),
  });
  const end = answer.indexOf('\n');
  const bytes = answer.subarray(end + 1);
  const [word, width, height] = answer.subarray(0, end).toString('latin1').split(' ');
  if (word === 'too_many_pixels') return { refused: 'too_large' };
  const format = formatOf(bytes);
  if (word !== 'made' || !format || !isLength(width) || !isLength(height))
    return { refused: 'no_picture' };
  return { bytes, width: Number(width), height: Number(height), format };
}

function refuse(body: Readable, refused: NoPicture['refused']): NoPicture {
  body.destroy();
  return { refused };
}

const HEAD = 16;

/** Returns the full stream if it starts with the signature of an image. */
async function opened(body: Readable): Promise<Readable | undefined> {
  const chunks = (body as AsyncIterable<Buffer>)[Symbol.asyncIterator]();
  let head = Buffer.alloc(0);
  while (head.length < HEAD) {
    const next = await chunks.next();
    if (next.done) break;
    head = Buffer.concat([head, next.value]);
  }
  if (!formatOf(head)) return undefined;
  return Readable.from(
    (async function* () {
      yield head;
      yield* { [Symbol.asyncIterator]: () => chunks };
    })(),
    { objectMode: false },
  );
}

/** By the first bytes. */
function formatOf(head: Buffer): string | undefined {
  const text = head.toString('latin1', 0, HEAD);
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (text.startsWith('\xff\xd8\xff')) return 'jpeg';
  if (text.startsWith('GIF8')) return 'gif';
  if (text.startsWith('RIFF') && text.startsWith('WEBP', 8)) return 'webp';
  return /^ftyp(avif|avis|mif1|miaf)$/.test(text.slice(4, 12)) ? 'avif' : undefined;
}

const isLength = (pixels: string | undefined): boolean => /^[1-9]\d{0,4}$/.test(pixels ?? '');
