import { TextDecoder } from 'node:util';
import { detect } from 'jschardet';
import { decodeAs } from './encodings';
import { Refused } from './refused';

/** Bytes that an encoding is guessed by. */
const SAMPLE = 128 * 1024;
/** What the guesser calls by another name than decoders do. */
const LABELS: Record<string, string> = { MacCyrillic: 'x-mac-cyrillic', 'EUC-TW': 'big5' };
const CERTAIN = 0.2;
/** Control characters in a thousand; text has next to none. */
const MOST_CONTROLS = 20;
const FEW_CONTROLS = 5;

/**
 * The text of a file in any usual encoding: by its mark, as UTF-8 where it is that, as declared, or as its bytes look.
 * @throws {Refused} when the bytes are no text
 */
export function decode(file: Buffer, declared?: string): string {
  const text = decoded(file, declared);
  const sample = text.slice(0, SAMPLE);
  // eslint-disable-next-line no-control-regex -- that is what it looks for
  const controls = sample.match(/[\u0000-\u0008\u000e-\u0019\ufffd]/g)?.length ?? 0;
  if (controls > FEW_CONTROLS && controls * 1000 > sample.length * MOST_CONTROLS)
    throw new Refused('damaged');
  return text;
}

function decoded(file: Buffer, declared: string | undefined): string {
  if (file[0] === 0xff && file[1] === 0xfe) {
    if (file[2] === 0 && file[3] === 0 && file.length % 4 === 0)
      return utf32(file.subarray(4), 'LE');
    return new TextDecoder('utf-16le').decode(file);
  }
  if (file[0] === 0xfe && file[1] === 0xff) return new TextDecoder('utf-16be').decode(file);
  if (file.length >= 4 && file.readUInt32BE(0) === 0xfeff) return utf32(file.subarray(4), 'BE');
  const wide = unmarkedUtf16(file);
  if (wide) return new TextDecoder(wide).decode(file);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(file);
  } catch {
    const isSaid = declared !== undefined && !isNoUtf8(file, declared);
    return decodeAs(file, isSaid ? declared : guessed(file));
  }
}

/** Many a page says that it is UTF-8 and is not: of its letters beyond ASCII too many are wrong. */
function isNoUtf8(file: Buffer, declared: string): boolean {
  if (!/^utf-?8$/i.test(declared)) return false;
  const beyond =
    sampleOf(file)
      .toString()
      .match(/[\u0080-\u{10ffff}]/gu) ?? [];
  return beyond.filter((letter) => letter === '\ufffd').length * 5 > beyond.length;
}

function guessed(file: Buffer): string {
  const { encoding, confidence } = detect(sampleOf(file));
  if (!encoding || confidence < CERTAIN) return 'windows-1252';
  return LABELS[encoding] ?? encoding;
}

/** From the first byte that is no ASCII on, with some before it: a long preface in English tells nothing. */
function sampleOf(file: Buffer): Buffer {
  const first = file.findIndex((byte) => byte > 0x7f);
  const start = Math.max(0, first - SAMPLE / 8);
  return file.subarray(start, start + SAMPLE);
}

/** UTF-16 without its mark: every other byte of text in most alphabets is the same small number. */
function unmarkedUtf16(file: Buffer): 'utf-16le' | 'utf-16be' | undefined {
  const sample = file.subarray(0, Math.min(file.length, 4096) & ~1);
  if (sample.length < 4) return undefined;
  let even = 0;
  let odd = 0;
  for (let at = 0; at < sample.length; at += 2) {
    if (sample[at] === 0) even++;
    if (sample[at + 1] === 0) odd++;
  }
  const half = sample.length / 2;
  if (odd > half * 0.4 && even < half * 0.05) return 'utf-16le';
  if (even > half * 0.4 && odd < half * 0.05) return 'utf-16be';
  return undefined;
}

function utf32(bytes: Buffer, order: 'LE' | 'BE'): string {
  const characters: string[] = [];
  for (let at = 0; at + 4 <= bytes.length; at += 4) {
    const point = order === 'LE' ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at);
    characters.push(point > 0x10ffff ? '\ufffd' : String.fromCodePoint(point));
  }
  return characters.join('');
}
