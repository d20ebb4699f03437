import path from 'node:path';
import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import {
  IMPORT_LIMITS,
  NOTE_LIMITS,
  type ArchiveSection,
  type ImportFailure,
  type ImportFormat,
} from '@tomekeeper/contracts-document';
import type { z } from 'zod';
import { LineReader } from '../../../extraction-jobs/child/line-reader';
import { ChildFailed, streamChild, type ChildLimits } from '../../../sandbox/child-process';
import {
  importLine,
  MAX_PATH,
  type ImportedFile,
  type ImportedNote,
  type ImportedPassage,
} from './import-lines';

const MEGABYTE = 1024 * 1024;
/** Additional milliseconds for each event. */
const TIME_PER_EVENT = 2000;

const LIMITS = {
  time: 60_000,
  memory: 300 * MEGABYTE,
  heapMb: 160,
  output: 3 * IMPORT_LIMITS.unpackedBytes,
  processor: 3600,
} as const satisfies ChildLimits;

const CHILD = path.join(__dirname, 'import-child.cjs');
/** Tests run the sources, which the child process compiles. */
const SOURCES = path.extname(__filename) === '.ts' && [
  '--conditions=@tomekeeper/source',
  '--require',
  require.resolve('@tomekeeper/tooling/jest/run-sources.cjs'),
];

export type ImportedEvent =
  | { format: ImportFormat; items: number }
  | { progress: number }
  | { note: ImportedNote }
  /** The rest of the body is skipped before the next event. */
  | { file: ImportedFile & { body: Readable } }
  | { records: { section: ArchiveSection; values: unknown[] } }
  | { problem: { path: string; reason: string } };

/** The import as a whole cannot be read. */
export class ImportFailed extends Error {
  constructor(readonly reason: ImportFailure) {
    super(`The import is ${reason}.`);
  }
}

interface ImportSource {
  /** Path of the uploaded file on disk. */
  file: string;
  name: string;
  format: ImportFormat | undefined;
  /** Bytes of one file. */
  maxFileBytes: number;
}

/**
 * Reads an import in a separate process.
 * @throws {ImportFailed} when the import cannot be read
 * @throws {ChildFailed} when the process failed; a retry may succeed
 */
export async function* importInSandbox(
  { file, name, format, maxFileBytes }: ImportSource,
  signal: AbortSignal,
): AsyncGenerator<ImportedEvent> {
  const { entries, unpackedBytes, ratio } = IMPORT_LIMITS;
  const limits = { entries, unpackedBytes, ratio, fileBytes: maxFileBytes };
  const child = streamChild(CHILD, {
    argument: JSON.stringify({ file, name, format, limits }),
    input: Readable.from([]),
    // Compiling the sources needs more memory.
    limits: { ...LIMITS, ...(SOURCES && { memory: 700 * MEGABYTE, heapMb: 400 }) },
    nodeOptions: ['--disallow-code-generation-from-strings', ...(SOURCES || [])],
    signal,
  });
  const lines = new LineReader(child.answer);
  try {
    for (let line = await lines.line(); line !== undefined; line = await lines.line()) {
      const event = parseLine(line);
      child.prolong(TIME_PER_EVENT);
      if ('end' in event) return;
      if ('failed' in event) throw new ImportFailed(event.failed);
      if ('chunk' in event || 'passages' in event) throw new ChildFailed('died');
      if ('invalid' in event) {
        await skipItem(lines, event.invalid);
        yield { problem: { path: event.path, reason: 'damaged' } };
      } else if ('note' in event) {
        const passages = await passagesOf(lines);
        if (typeof passages !== 'string') yield { note: { ...event.note, passages } };
        else yield { problem: { path: event.note.path, reason: passages } };
      } else if (!('file' in event)) yield event;
      else {
        const text = await passagesOf(lines);
        const file = withText(event.file, text);
        const body = Readable.from(bodyOf(lines, file.size), { objectMode: false });
        yield { file: { ...file, body } };
        if (typeof text === 'string') yield { problem: { path: file.path, reason: text } };
        // The object store answers after the last byte, which may be before the body ends.
        body.resume();
        await finished(body);
      }
    }
  } finally {
    await lines.close();
  }
  throw new ChildFailed('died');
}

/** @returns a reason for a text that a note cannot hold */
async function passagesOf(lines: LineReader): Promise<ImportedPassage[] | 'too_large' | 'damaged'> {
  const passages: ImportedPassage[] = [];
  let bytes = 0;
  let problem: 'too_large' | 'damaged' | undefined;
  for (;;) {
    const event = parseLine((await lines.line()) ?? '');
    if ('invalid' in event && event.invalid === 'passages') {
      problem ??= 'damaged';
      continue;
    }
    if (!('passages' in event)) throw new ChildFailed('died');
    if (event.passages.length === 0) return problem ?? passages;
    for (const { text } of event.passages) bytes += Buffer.byteLength(text);
    if (
      bytes > NOTE_LIMITS.textBytes ||
      passages.length + event.passages.length > NOTE_LIMITS.passages
    )
      problem ??= 'too_large';
    if (problem === undefined) passages.push(...event.passages);
  }
}

/** Without its text, a file is for GMs. */
const withText = (
  file: Omit<ImportedFile, 'passages'>,
  text: Awaited<ReturnType<typeof passagesOf>>,
): ImportedFile =>
  typeof text === 'string'
    ? { ...file, isPublic: false, passages: [] }
    : { ...file, passages: text };

/** Skips the content of an item whose properties are invalid. */
async function skipItem(lines: LineReader, kind: 'note' | 'file' | 'passages'): Promise<void> {
  if (kind === 'passages') throw new ChildFailed('died');
  await passagesOf(lines);
  if (kind === 'file')
    for await (const _chunk of bodyOf(lines, Number.MAX_SAFE_INTEGER, { isExact: false }))
      void _chunk;
}

async function* bodyOf(
  lines: LineReader,
  size: number,
  { isExact = true } = {},
): AsyncGenerator<Buffer> {
  let left = size;
  for (;;) {
    const event = parseLine((await lines.line()) ?? '');
    if (!('chunk' in event) || event.chunk > left) throw new ChildFailed('died');
    if (event.chunk === 0) break;
    left -= event.chunk;
    yield await lines.bytes(event.chunk);
  }
  if (isExact && left > 0) throw new ChildFailed('died');
}

/** Kinds of lines with the content of one item: a crafted archive must not fail the others. */
const ITEM_LINES = ['note', 'file', 'passages'] as const;
/** PostgreSQL stores no NUL. */
const NUL = /\\u0000/;

/** @throws {ChildFailed} when the line is invalid */
function parseLine(
  line: string,
): z.infer<typeof importLine> | { invalid: (typeof ITEM_LINES)[number]; path: string } {
  try {
    const json = JSON.parse(line) as Record<string, { path?: unknown } | undefined>;
    const { data } = importLine.safeParse(json);
    if (data && !NUL.test(line)) return data;
    const invalid = ITEM_LINES.find((kind) => kind in json);
    if (!invalid) throw new ChildFailed('died');
    const given = json[invalid]?.path;
    const path = (typeof given === 'string' ? given : '').replaceAll('\0', '').slice(0, MAX_PATH);
    return { invalid, path };
  } catch {
    throw new ChildFailed('died');
  }
}
