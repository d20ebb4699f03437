import { FILES_PATH, MANIFEST_PATH, PASSAGES_FOLDER } from '../../archive-format/paths';
import { fileRecord, manifest, type FileRecord } from '../../archive-format/records';
import { ImportError, type TransferNote } from '../../model';
import { displayedPath } from '../container/entry-path';
import type { ImportOptions } from '../index';
import type { ArchiveContainer } from './container';
import { readFile } from './files';
import { ItemError, parseJson, reasonOf } from './json';
import { NoteReader } from './notes';
import { readSections } from './sections';

const MAX_MANIFEST_BYTES = 1024 * 1024;
const MAX_FILES_BYTES = 64 * 1024 * 1024;
const MAX_FILES = 100_000;

/** Whether an import is an archive of the format `tomekeeper`. */
export function isCampaignArchive(container: ArchiveContainer): boolean {
  for (const { path } of container.entries()) if (path === MANIFEST_PATH) return true;
  return false;
}

/**
 * Reads an archive that `export` wrote.
 * @throws {ImportError} if the archive as a whole cannot be read
 */
export async function readArchive(
  container: ArchiveContainer,
  { limits, emit }: Pick<ImportOptions, 'limits' | 'emit'>,
): Promise<void> {
  const sizes = new Map<string, number>();
  for (const { path, size } of container.entries()) sizes.set(path, size);
  if (sizes.size > limits.entries) throw new ImportError('too_many');
  await readManifest(container);
  const files = await readFileList(container, sizes);
  const notes = [...sizes.keys()].filter((path) => IS_NOTE.test(path));
  const items = notes.length + files.length;
  if (items === 0) throw new ImportError('empty');
  await emit({ format: 'tomekeeper', items });

  let done = 0;
  /** Emits the result of reading one item, or its problem. */
  const read = async (path: string, readItem: () => Promise<void>) => {
    try {
      await readItem();
    } catch (error) {
      await emit({ problem: { path, reason: reasonOf(error) } });
    }
    await emit({ progress: Math.min(1, ++done / items) });
  };
  const ids = new Set<string>();
  const fileIds = idsOf(files);
  const reader = new NoteReader(container, { sizes, hasFile: (id) => fileIds.has(id) });
  const emitNew = async (note: TransferNote) => {
    assertNew(ids, note.sourceId);
    await emit({ note });
  };
  for (const path of notes) await read(path, async () => emitNew(await reader.readRecord(path)));
  for (const path of reader.otherMarkdown())
    await read(path, async () => emitNew(await reader.readMarkdown(path)));
  for (const record of files)
    await read(fileName(record), async () => {
      const { file, problem } = await readFile(container, fileRecordOf(record), { sizes, limits });
      assertNew(ids, file.sourceId);
      await emit({ file });
      if (problem) await emit({ problem });
    });
  await readSections(container, sizes, emit);
}

const IS_NOTE = new RegExp(`^${PASSAGES_FOLDER}/[^/]+\\.json$`);

async function readManifest(container: ArchiveContainer): Promise<void> {
  if (!isCampaignArchive(container)) throw new ImportError('unsupported');
  const json = parseJson(await container.bytes(MANIFEST_PATH, MAX_MANIFEST_BYTES));
  if (json === undefined) throw new ImportError('damaged');
  if (!manifest.safeParse(json).success) throw new ImportError('unsupported');
}

/** Entries are parsed one by one later: a damaged entry is the problem of one file. */
async function readFileList(
  container: ArchiveContainer,
  sizes: ReadonlyMap<string, number>,
): Promise<unknown[]> {
  if (!sizes.has(FILES_PATH)) return [];
  const json = parseJson(await container.bytes(FILES_PATH, MAX_FILES_BYTES));
  if (!Array.isArray(json)) throw new ImportError('damaged');
  if (json.length > MAX_FILES) throw new ImportError('too_many');
  return json as unknown[];
}

function fileRecordOf(record: unknown): FileRecord {
  const parsed = fileRecord.safeParse(record);
  if (!parsed.success) throw new ItemError('damaged');
  return parsed.data;
}

const fileName = (record: unknown): string => {
  const parsed = fileRecord.pick({ path: true }).safeParse(record);
  return parsed.success ? displayedPath(parsed.data.path) : FILES_PATH;
};

function idsOf(files: readonly unknown[]): Set<string> {
  const parsed = files.map((file) => fileRecord.pick({ id: true }).safeParse(file));
  return new Set(parsed.flatMap(({ data }) => (data ? [data.id] : [])));
}

function assertNew(ids: Set<string>, id: string): void {
  if (ids.has(id)) throw new ItemError('damaged');
  ids.add(id);
}
