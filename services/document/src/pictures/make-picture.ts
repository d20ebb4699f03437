import path from 'node:path';
import { Readable } from 'node:stream';
import { runChild, type ChildLimits } from '../sandbox/child-process';

/** What a picture is made to be. */
export interface PictureForm {
  width: number;
  height: number;
  /** `inside` keeps all of it, `cover` fills the form and cuts what stands out. */
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
  /** A picture in a text: as wide as it is read on the sharpest screens. */
  passage: { width: 1600, height: 1600, fit: 'inside', quality: 78, most: 4 * MEGABYTE },
} as const satisfies Record<string, PictureForm>;

/** Bytes of a file that a picture is made of; larger ones are left alone. */
const MAX_FILE = 64 * MEGABYTE;
/** Maps of ten thousand pixels square are drawn; what claims more is left alone before it is unpacked. */
const MAX_PIXELS = 110_000_000;
const LIMITS = { time: 20_000, memory: 512 * MEGABYTE } as const satisfies Partial<ChildLimits>;
/** The line before the picture. */
const FIRST_LINE = 100;

const CHILD = path.join(__dirname, 'picture-child.cjs');

export type MadePicture =
  { bytes: Buffer; width: number; height: number } | { refused: 'no_picture' | 'too_large' };

/**
 * A small picture of a file, made anew from its pixels: nothing else that stood in the file is in it.
 * @throws {ChildFailed} when it came to no end, which another try may
 */
export async function makePicture(
  file: { body: Readable; size: number },
  form: PictureForm,
  { signal, limits }: { signal?: AbortSignal; limits?: Partial<ChildLimits> } = {},
): Promise<MadePicture> {
  if (file.size > MAX_FILE) return refuse(file.body, 'too_large');
  const input = await opened(file.body);
  // Most of what is no picture needs no process to find that out.
  if (!input) return refuse(file.body, 'no_picture');
  const argument = JSON.stringify({ ...form, maxPixels: MAX_PIXELS });
  const answer = await runChild(CHILD, {
    argument,
    input,
    limits: { ...LIMITS, ...limits, output: form.most + FIRST_LINE },
    ...(signal && { signal }),
  });
  const end = answer.indexOf('\n');
  const bytes = answer.subarray(end + 1);
  const [word, width, height] = answer.subarray(0, end).toString('latin1').split(' ');
  switch (word) {
    case 'made':
      // The child may have been taken over by what it read: what is stored is a WebP at its beginning at least.
      if (isWebp(bytes) && isLength(width, form.width) && isLength(height, form.height))
        return { bytes, width: Number(width), height: Number(height) };
      return { refused: 'no_picture' };
    case 'too_many_pixels':
      return { refused: 'too_large' };
    default:
      return { refused: 'no_picture' };
  }
}

function refuse(body: Readable, refused: 'no_picture' | 'too_large'): MadePicture {
  body.destroy();
  return { refused };
}

const HEAD = 16;

/** The same bytes again, where they begin as those of a picture do. */
async function opened(body: Readable): Promise<Readable | undefined> {
  const chunks = (body as AsyncIterable<Buffer>)[Symbol.asyncIterator]();
  let head = Buffer.alloc(0);
  while (head.length < HEAD) {
    const next = await chunks.next();
    if (next.done) break;
    head = Buffer.concat([head, next.value]);
  }
  if (!beginsAsPicture(head)) return undefined;
  return Readable.from(
    (async function* () {
      yield head;
      yield* { [Symbol.asyncIterator]: () => chunks };
    })(),
    { objectMode: false },
  );
}

function beginsAsPicture(head: Buffer): boolean {
  const text = head.toString('latin1');
  return (
    text.startsWith('\x89PNG\r\n\x1a\n') ||
    text.startsWith('\xff\xd8\xff') ||
    text.startsWith('GIF8') ||
    isWebp(head) ||
    /^ftyp(avif|avis|mif1|miaf)$/.test(text.slice(4, 12))
  );
}

const isLength = (pixels: string | undefined, most: number): boolean =>
  /^[1-9]\d{0,4}$/.test(pixels ?? '') && Number(pixels) <= most;

const isWebp = (bytes: Buffer): boolean =>
  bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP';
