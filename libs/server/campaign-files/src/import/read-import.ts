import type { ImportFormat, ImportProblem } from '@tomekeeper/contracts-document';
import { ImportError } from '../model';
import type { ImportOptions } from '.';
import type { ArchiveContainer } from './archive/container';
import { readArchive } from './archive/read-archive';
import type { Container } from './container/container';
import { fileAccess } from './container/file-access';
import { openContainer } from './container/open-container';
import { detectFormat } from './detect-format';
import { itemsOf } from './emit-items';
import { foundryReader } from './foundry/foundry-reader';
import { textReader } from './markdown/markdown-reader';
import { notionReader } from './notion/notion-reader';
import { ItemScan } from './scan-items';
import type { NoteReader } from './source-note';

/** Formats with a table of contents, with readers that emit all items. */
const ARCHIVE_READERS: Partial<
  Record<ImportFormat, (files: ArchiveContainer, options: ImportOptions) => Promise<void>>
> = {
  tomekeeper: readArchive,
};

const NOTE_READERS: Partial<Record<ImportFormat, (container: Container) => NoteReader>> = {
  obsidian: () => textReader,
  html: () => textReader,
  files: () => textReader,
  notion: ({ entries }) => notionReader(entries),
  foundry: () => foundryReader,
};

/**
 * Reads an upload of any format and emits its items. Content is GM only, unless the source shows it to all players.
 * @param file path on disk; unpacked archives within it are written next to it
 * @throws {ImportError} when nothing can be imported
 */
export async function readImport(file: string, options: ImportOptions): Promise<void> {
  const container = await openContainer(file, options);
  try {
    const format = await detectFormat(container, options.format);
    const readFiles = ARCHIVE_READERS[format];
    if (readFiles) {
      await readFiles(fileAccess(container), options);
      for (const problem of container.problems) await options.emit({ problem });
      return;
    }
    const reader = NOTE_READERS[format]?.(container);
    if (!reader) throw new ImportError('unsupported');
    await readItems(container, { format, reader, options });
  } finally {
    await container.close();
  }
}

interface Reading {
  format: ImportFormat;
  reader: NoteReader;
  options: ImportOptions;
}

async function readItems(
  { entries, problems }: Container,
  { format, reader, options: { emit } }: Reading,
): Promise<void> {
  const progress = new Progress(entries, emit);
  const scan = new ItemScan(reader);
  for (const entry of entries) {
    await scan.scan(entry);
    await progress.add(entry);
  }
  scan.end();
  const all = [...problems, ...scan.problems];
  if (scan.items === 0) throw new ImportError(reasonOf(all));
  await emit({ format, items: scan.items });
  for (const problem of all) await emit({ problem });
  for (const entry of entries) {
    for await (const event of itemsOf(entry, scan, reader)) await emit(event);
    await progress.add(entry);
  }
}

/** The reason of a failed import: the reason of all entries if they share one. */
function reasonOf(problems: readonly ImportProblem[]): ImportError['reason'] {
  const reasons = new Set(problems.map(({ reason }) => reason));
  const [reason] = reasons;
  const isShared = reasons.size === 1 && /^(?:locked|damaged|too_large|unsupported)$/.test(reason!);
  return isShared ? (reason as ImportError['reason']) : 'empty';
}

/** Work for each entry in addition to its bytes. */
const ENTRY_COST = 1000;
const STEP = 0.01;
/** Maximum milliseconds between reports: the caller ends a process that reports nothing. */
const MAX_SILENCE = 1000;

/** Reports the share of finished work. Every entry is read twice. */
class Progress {
  private done = 0;
  private reported = 0;
  private reportedAt = Date.now();
  private readonly total: number;

  constructor(
    entries: Container['entries'],
    private readonly emit: ImportOptions['emit'],
  ) {
    this.total = 2 * entries.reduce((sum, { declaredSize }) => sum + declaredSize + ENTRY_COST, 0);
  }

  async add({ declaredSize }: Container['entries'][number]): Promise<void> {
    this.done += declaredSize + ENTRY_COST;
    const progress = Math.min(1, this.done / this.total);
    const isSilent = Date.now() - this.reportedAt > MAX_SILENCE;
    if (progress - this.reported < STEP && progress < 1 && !isSilent) return;
    this.reported = progress;
    this.reportedAt = Date.now();
    await this.emit({ progress });
  }
}
