import path from 'node:path';
import type { Readable } from 'node:stream';
import { PASSAGE_LIMITS } from '@tomekeeper/contracts-document';
import {
  ExtractionError,
  formatOf,
  type ExtractionEvent,
  type ExtractionFailure,
  type ExtractionLimits,
} from '@tomekeeper/text-extraction';
import { ChildFailed, streamChild, type ChildLimits } from '../../sandbox/child-process';
import { extractionLine, MAX_IMAGE } from './extraction-lines';
import { LineReader } from './line-reader';

export interface FileToExtract {
  body: Readable;
  size: number;
  name: string;
  contentType: string;
}

export interface SandboxOptions {
  signal?: AbortSignal;
  limits?: Partial<ChildLimits>;
  /** Skips images, for a file whose images exceed the limits of the process. */
  skipImages?: boolean;
}

const MEGABYTE = 1024 * 1024;
/** Additional milliseconds for each page, up to a maximum. */
const TIME_PER_PAGE = 300;
const MAX_TIME_FOR_PAGES = 10 * 60_000;

const LIMITS = {
  time: 30_000,
  memory: 700 * MEGABYTE,
  heapMb: 384,
  /** Text with its content as JSON, and images. */
  output: 512 * MEGABYTE,
  processor: (2 * MAX_TIME_FOR_PAGES) / 1000,
} as const satisfies ChildLimits;

/** Limits for the text of one file. */
export const TEXT_LIMITS: Omit<ExtractionLimits, 'imageBytes'> = {
  textBytes: PASSAGE_LIMITS.textBytes,
  contentBytes: 3 * PASSAGE_LIMITS.textBytes,
  passages: PASSAGE_LIMITS.perCampaign,
  textLength: PASSAGE_LIMITS.textLength,
};
/** Maximum file size. Files without images are smaller. */
const MAX_FILE = 200 * MEGABYTE;
const MAX_PLAIN_FILE = 64 * MEGABYTE;
const PLAIN = ['markdown', 'html', 'text', 'rtf'];

const CHILD = path.join(__dirname, 'extract-child.cjs');
/** Tests run the sources, which the child process compiles. */
const SOURCES = path.extname(__filename) === '.ts' && [
  '--conditions=@tomekeeper/source',
  '--require',
  require.resolve('@tomekeeper/tooling/jest/run-sources.cjs'),
];

/**
 * Extracts the text of a file in a separate process.
 * @throws {ExtractionError} when the file has no text or cannot be parsed
 * @throws {ChildFailed} when the process failed; a retry may succeed
 */
export async function* extractInSandbox(
  file: FileToExtract,
  { signal, limits, skipImages = false }: SandboxOptions = {},
): AsyncGenerator<ExtractionEvent> {
  const format = formatOf(file);
  if (!format) return fail(file.body, 'unsupported');
  if (file.size === 0) return fail(file.body, 'no_text');
  if (file.size > (PLAIN.includes(format) ? MAX_PLAIN_FILE : MAX_FILE))
    return fail(file.body, 'too_large');
  const textLimits: ExtractionLimits = { ...TEXT_LIMITS, imageBytes: skipImages ? 0 : MAX_IMAGE };
  const child = streamChild(CHILD, {
    argument: JSON.stringify({ format, limits: textLimits }),
    input: file.body,
    // Compiling the sources takes longer than interactive limits allow.
    limits: { ...LIMITS, ...(SOURCES ? {} : limits) },
    nodeOptions: ['--disallow-code-generation-from-strings', ...(SOURCES || [])],
    ...(signal && { signal }),
  });
  let isComplete = false;
  let hasSecrets = false;
  const lines = new LineReader(child.answer);
  try {
    for (let text = await lines.line(); text !== undefined; text = await lines.line()) {
      const line = parseLine(text);
      if ('failed' in line) throw new ExtractionError(line.failed, hasSecrets);
      if ('secret' in line) hasSecrets = true;
      if ('end' in line) isComplete = true;
      else if ('image' in line) {
        const { number, size } = line.image;
        yield { image: { number, bytes: await lines.bytes(size) } };
      } else {
        if ('pages' in line)
          child.prolong(Math.min(line.pages * TIME_PER_PAGE, MAX_TIME_FOR_PAGES));
        yield line;
      }
    }
  } finally {
    await lines.close();
  }
  if (!isComplete) throw new ChildFailed('died');
}

function fail(body: Readable, reason: ExtractionFailure): never {
  body.destroy();
  throw new ExtractionError(reason);
}

/** @throws {ChildFailed} when the line is invalid */
function parseLine(line: string) {
  try {
    return extractionLine.parse(JSON.parse(line));
  } catch {
    throw new ChildFailed('died');
  }
}
