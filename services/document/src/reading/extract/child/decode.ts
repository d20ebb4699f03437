import { TextDecoder } from 'node:util';
import { detect } from 'jschardet';
import { decodeAs } from './encodings';
import { Refused } from './refused';

/** Bytes that an encoding is guessed by. */
const SAMPLE = 128 * 1024;
/** Detection below this confidence is a random choice between similar encodings. */
const MIN_CONFIDENCE = 0.1;
/** Control characters in a thousand; text has next to none. */
const MOST_CONTROLS = 20;
const FEW_CONTROLS = 5;
/** Bytes that show whether a text is UTF-16. */
const UTF16_SAMPLE = 8192;
const ESCAPE = 0x1b;

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
  return encoding && confidence >= MIN_CONFIDENCE ? encoding : 'windows-1252';
}

/** From the first byte that is no ASCII on, with some before it: a long preface in English tells nothing. */
function sampleOf(file: Buffer): Buffer {
  const first = file.findIndex((byte) => byte > 0x7f);
  const start = Math.max(0, first - SAMPLE / 8);
  return file.subarray(start, start + SAMPLE);
}

/**
 * Detects UTF-16 without a byte-order mark: control bytes, which no other encoding of text has, and fewer distinct high
 * bytes than low bytes.
 */
function unmarkedUtf16(file: Buffer): 'utf-16le' | 'utf-16be' | undefined {
  if (file.length % 2 !== 0) return undefined;
  const sample = file.subarray(0, UTF16_SAMPLE);
  const isControl = (byte: number) =>
    byte < 0x09 || (byte > 0x0d && byte < 0x20 && byte !== ESCAPE);
  const controls = sample.filter(isControl).length;
  if (controls * 100 <= sample.length) return undefined;
  const even = new Set(sample.filter((_, at) => at % 2 === 0)).size;
  const odd = new Set(sample.filter((_, at) => at % 2 === 1)).size;
  const label = odd < even ? 'utf-16le' : 'utf-16be';
  if (Math.min(odd, even) > 0.75 * Math.max(odd, even)) return undefined;
  const text = decodeAs(sample, label);
  const invalid = text.match(/[^\P{C}\t\n\f\r]|\ufffd/gu)?.length ?? 0;
  return invalid * 50 <= text.length ? label : undefined;
}

function utf32(bytes: Buffer, order: 'LE' | 'BE'): string {
  const characters: string[] = [];
  for (let at = 0; at + 4 <= bytes.length; at += 4) {
    const point = order === 'LE' ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at);
    characters.push(point > 0x10ffff ? '\ufffd' : String.fromCodePoint(point));
  }
  return characters.join('');
}
