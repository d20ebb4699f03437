import path from 'node:path';
import type { Readable } from 'node:stream';
import { PASSAGE_LIMITS } from '@tomekeeper/contracts-document';
import { ChildFailed, streamChild, type ChildLimits } from '../../sandbox/child-process';
import { AnswerReader } from './answer-reader';
import { answerLine, MAX_IMAGE, type ReadPassage, type Refusal } from './answer-lines';
import { claimedFormat } from './file-formats';

export { holdsText, mayHoldSecrets } from './file-formats';
export type { ReadPassage, Refusal } from './answer-lines';

/** Raise it with each change of the extraction that matters to existing texts: their files are extracted again. */
export const READER_VERSION = 1;

export interface FileToRead {
  body: Readable;
  size: number;
  name: string;
  contentType: string;
}

export interface ExtractionOptions {
  signal?: AbortSignal;
  limits?: Partial<ChildLimits>;
  /** Leaves images out, for a file whose images exceed the limits of the process. */
  skipImages?: boolean;
}

/** Passages in reading order; an image comes before the passage that names its number. */
export type ReadLine =
  | { passage: ReadPassage }
  | { image: { number: number; bytes: Buffer } }
  /** From 0 to 1. */
  | { progress: number }
  /** How many the file has; only of files with pages. */
  | { pages: number }
  /** The file contains secret markup, even if no passage is secret. */
  | { secret: true };

/** The file has no text to give. */
export class TextRefused extends Error {
  constructor(
    readonly why: Refusal,
    /** Whether the file contains secret markup. */
    readonly hasSecrets = false,
  ) {
    super(`No text: ${why}.`);
  }
}

const MEGABYTE = 1024 * 1024;
/** Milliseconds more for each page, up to the most that any file gets. */
const PER_PAGE = 300;
const MOST_FOR_PAGES = 10 * 60_000;

const LIMITS = {
  time: 30_000,
  memory: 700 * MEGABYTE,
  heapMb: 384,
  /** A text three times over, for words, dress and JSON, and the pictures. */
  output: 512 * MEGABYTE,
  processor: (2 * MOST_FOR_PAGES) / 1000,
} as const satisfies ChildLimits;

/** What passages are made of is at most so many times as large as a text may be. */
const CONTENT_TIMES = 3;
/** Bounds of the text of one file. */
export const TEXT_LIMITS = {
  textBytes: PASSAGE_LIMITS.textBytes,
  contentBytes: CONTENT_TIMES * PASSAGE_LIMITS.textBytes,
  passages: PASSAGE_LIMITS.perCampaign,
  textLength: PASSAGE_LIMITS.textLength,
} as const;
/** Bytes of a file that is opened at all; without pictures in it, text is smaller. */
const MAX_FILE = 200 * MEGABYTE;
const MAX_PLAIN_FILE = 64 * MEGABYTE;
const PLAIN = ['markdown', 'html', 'text', 'rtf'];

const CHILD = path.join(__dirname, 'extract-child.cjs');
/** From the sources, as tests run, the child compiles what it needs. */
const SOURCES = path.extname(__filename) === '.ts' && [
  '--conditions=@tomekeeper/source',
  '--require',
  require.resolve('@tomekeeper/tooling/jest/run-sources.cjs'),
];

/**
 * Reads the text of a file in a process of its own, which can lose nothing.
 * @throws {TextRefused} when the file has no text to give
 * @throws {ChildFailed} when the child came to no end, which another try may
 */
export async function* readText(
  file: FileToRead,
  { signal, limits, skipImages = false }: ExtractionOptions = {},
): AsyncGenerator<ReadLine> {
  const claimed = claimedFormat(file);
  if (!claimed) return refuse(file.body, 'unsupported');
  if (file.size === 0) return refuse(file.body, 'no_text');
  if (file.size > (PLAIN.includes(claimed) ? MAX_PLAIN_FILE : MAX_FILE))
    return refuse(file.body, 'too_large');
  const child = streamChild(CHILD, {
    argument: JSON.stringify({
      claimed,
      limits: {
        ...TEXT_LIMITS,
        imageBytes: skipImages ? 0 : MAX_IMAGE,
      },
    }),
    input: file.body,
    // Compiling the sources takes longer than a caller waits.
    limits: { ...LIMITS, ...(SOURCES ? {} : limits) },
    nodeOptions: ['--disallow-code-generation-from-strings', ...(SOURCES || [])],
    ...(signal && { signal }),
  });
  let isWhole = false;
  let hasSecrets = false;
  const answer = new AnswerReader(child.answer);
  try {
    for (let text = await answer.line(); text !== undefined; text = await answer.line()) {
      const line = parsed(text);
      if ('refused' in line) throw new TextRefused(line.refused, hasSecrets);
      if ('secret' in line) hasSecrets = true;
      if ('end' in line) isWhole = true;
      else if ('image' in line) {
        const { number, size } = line.image;
        yield { image: { number, bytes: await answer.bytes(size) } };
      } else {
        if ('pages' in line) child.prolong(Math.min(line.pages * PER_PAGE, MOST_FOR_PAGES));
        yield line;
      }
    }
  } finally {
    await answer.close();
  }
  if (!isWhole) throw new ChildFailed('died');
}

function refuse(body: Readable, why: Refusal): never {
  body.destroy();
  throw new TextRefused(why);
}

/** @throws {ChildFailed} when it answers what no child of ours does */
function parsed(line: string) {
  try {
    return answerLine.parse(JSON.parse(line));
  } catch {
    throw new ChildFailed('died');
  }
}
