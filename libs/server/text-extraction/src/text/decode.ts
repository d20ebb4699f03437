import { TextDecoder } from 'node:util';
import { detect } from 'jschardet';
import { ExtractionError } from '../extraction-error';
import { decodeAs } from './encodings';

export interface DecodedText {
  text: string;
  /** Whether detection failed and the text is decoded as windows-1252. */
  isUncertain: boolean;
}

/** Bytes that encoding detection examines. */
const SAMPLE = 128 * 1024;
/** Detection below this confidence is a random choice between similar encodings. */
const MIN_CONFIDENCE = 0.1;
/** Maximum control characters in 1,000 characters of text. */
const MAX_CONTROLS_PER_1000 = 20;
const MIN_CONTROLS = 5;
const UTF16_SAMPLE = 8192;
const ESCAPE = 0x1b;

/**
 * Decodes text by its byte-order mark, as UTF-8 where valid, by the declared encoding, or by detection.
 * @throws {ExtractionError} when the bytes are not text
 */
export function decode(file: Buffer, declared?: string): DecodedText {
  const decoded = decodeAny(file, declared);
  const sample = decoded.text.slice(0, SAMPLE);
  // eslint-disable-next-line no-control-regex -- control characters are the subject
  const controls = sample.match(/[\u0000-\u0008\u000e-\u0019\ufffd]/g)?.length ?? 0;
  if (controls > MIN_CONTROLS && controls * 1000 > sample.length * MAX_CONTROLS_PER_1000)
    throw new ExtractionError('damaged');
  return decoded;
}

function decodeAny(file: Buffer, declared: string | undefined): DecodedText {
  const known = decodeUnicode(file);
  if (known !== undefined) return { text: known, isUncertain: false };
  const isValid = declared !== undefined && !isInvalidUtf8(file, declared);
  if (isValid) return { text: decodeAs(file, declared), isUncertain: false };
  const { encoding, confidence } = detect(sampleOf(file));
  const isUncertain = !encoding || confidence < MIN_CONFIDENCE;
  return { text: decodeAs(file, isUncertain ? 'windows-1252' : encoding), isUncertain };
}

/** Decodes UTF-8, UTF-16 and UTF-32; undefined for other encodings. */
function decodeUnicode(file: Buffer): string | undefined {
  if (file[0] === 0xff && file[1] === 0xfe) {
    if (file[2] === 0 && file[3] === 0 && file.length % 4 === 0) return decodeAs(file, 'utf-32le');
    return new TextDecoder('utf-16le').decode(file);
  }
  if (file[0] === 0xfe && file[1] === 0xff) return new TextDecoder('utf-16be').decode(file);
  if (file.length >= 4 && file.readUInt32BE(0) === 0xfeff) return decodeAs(file, 'utf-32be');
  const utf16 = unmarkedUtf16(file);
  if (utf16) return new TextDecoder(utf16).decode(file);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(file);
  } catch {
    return undefined;
  }
}

/** Many files declare UTF-8 wrongly: too many of their non-ASCII characters are invalid. */
function isInvalidUtf8(file: Buffer, declared: string): boolean {
  if (!/^utf-?8$/i.test(declared)) return false;
  const nonAscii =
    sampleOf(file)
      .toString()
      .match(/[\u0080-\u{10ffff}]/gu) ?? [];
  return nonAscii.filter((letter) => letter === '\ufffd').length * 5 > nonAscii.length;
}

/** Starts shortly before the first non-ASCII byte: a long English preface tells nothing about the encoding. */
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
