import {
  ARCHIVE_SECTIONS,
  IMPORT_LIMITS,
  type ArchiveSection,
  type ImportProblem,
} from '@tomekeeper/contracts-document';
import { sectionPath } from '../../archive-format/paths';
import { parseRecord } from '../../archive-format/sections';
import type { ImportOptions, RecordsOf } from '..';
import type { ArchiveContainer } from './container';
import { ItemError, parseJson, reasonOf } from './json';

/** Longest line, in bytes: the text of a note with its markup. */
const MAX_LINE = 3 * 1024 * 1024;
/** Bytes of the lines of one event, unless one line is longer. */
const BATCH_BYTES = 512 * 1024;
const BATCH_RECORDS = 200;
const NEWLINE = 10;

/** Emits the records of all sections of an archive. Sections that this version does not know are not read. */
export async function readSections(
  container: ArchiveContainer,
  sizes: ReadonlyMap<string, number>,
  emit: ImportOptions['emit'],
): Promise<void> {
  for (const section of ARCHIVE_SECTIONS) {
    const path = sectionPath(section);
    if (!sizes.has(path)) continue;
    const problems = new Set<ImportProblem['reason']>();
    try {
      await readSection(container, section, { emit, problems });
    } catch (error) {
      problems.add(reasonOf(error));
    }
    for (const reason of problems) await emit({ problem: { path, reason } });
  }
}

/** @param problems receives reasons why records were left out */
async function readSection(
  container: ArchiveContainer,
  section: ArchiveSection,
  { emit, problems }: { emit: ImportOptions['emit']; problems: Set<ImportProblem['reason']> },
): Promise<void> {
  let batch: unknown[] = [];
  let bytes = 0;
  let records = 0;
  const send = async () => {
    if (batch.length > 0) await emit({ records: { section, values: batch } as RecordsOf });
    [batch, bytes] = [[], 0];
  };
  for await (const line of linesOf(await container.open(sectionPath(section)))) {
    if (line.length === 0) continue;
    if (records === IMPORT_LIMITS.sectionRecords) {
      problems.add('too_many');
      break;
    }
    const record = parseRecord(section, parseJson(line));
    if (!record) {
      problems.add('damaged');
      continue;
    }
    records++;
    batch.push(record);
    bytes += line.length;
    if (bytes >= BATCH_BYTES || batch.length >= BATCH_RECORDS) await send();
  }
  await send();
}

/** @throws {ItemError} when a line is too long */
async function* linesOf(body: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let pieces: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    let rest = chunk;
    for (let end = rest.indexOf(NEWLINE); end >= 0; end = rest.indexOf(NEWLINE)) {
      if (size + end > MAX_LINE) throw new ItemError('too_large');
      yield Buffer.concat([...pieces, rest.subarray(0, end)]);
      [pieces, size] = [[], 0];
      rest = rest.subarray(end + 1);
    }
    pieces.push(rest);
    size += rest.length;
    if (size > MAX_LINE) throw new ItemError('too_large');
  }
  yield Buffer.concat(pieces);
}
