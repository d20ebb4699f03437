import { ADVENTURE_PATH, assetPath, DATA_FOLDER, README_PATH } from '../../foundry-format/paths';
import { ItemPaths } from '../names/item-paths';
import { requirePath, type ExportedNote, type ExportSource } from '../source';
import type { ZipWriter } from '../zip/zip-writer';
import { journalFolders } from './folders';
import { foundryId } from './foundry-id';
import { escapeText } from './html/escape';
import { journalEntry, type EntryContext } from './journal-entry';
import { readmeOf } from './readme';

/** Bytes of entries after which another adventure begins: Foundry and imports read one as a whole. */
const PART_BYTES = 12 * 1024 * 1024;

/** Writes adventures of Foundry VTT with journal entries, instructions, and files. */
export async function writeFoundryJournal(source: ExportSource, zip: ZipWriter): Promise<void> {
  const folder = folderName(source.campaign.title);
  const paths = new ItemPaths(source.index, {
    notes: 'notes',
    files: folder,
    hasFileFolders: false,
  });
  const notes = source.index.filter(({ kind }) => kind === 'note').map(({ id }) => id);
  const { players, viewer } = source;
  const context = { players, viewer, paths, noteIds: new Set(notes) };
  await zip.addText(README_PATH, readmeOf(folder));
  const queue = new NoteQueue(source.notes);
  try {
    for (let part = 1; part === 1 || !(await queue.isEmpty()); part++)
      await zip.add(partPath(part), adventure(source, { part, queue, context }));
  } finally {
    await queue.close();
  }
  for await (const file of source.files) {
    const path = requirePath(paths.pathOf(file.sourceId), file.sourceId);
    await zip.add(assetPath(path), file.body, file);
  }
}

const partPath = (part: number): string =>
  part === 1 ? ADVENTURE_PATH : ADVENTURE_PATH.replace('.', `-${part}.`);

/** The folder of files in Foundry's data, without characters that addresses encode. */
const folderName = (title: string): string => {
  const words = title
    .normalize('NFKD')
    .toLowerCase()
    .match(/[a-z\d]+/g);
  return [DATA_FOLDER, ...(words ?? [])].join('-').slice(0, 60).replace(/-$/, '');
};

interface Part {
  /** From 1. */
  part: number;
  queue: NoteQueue;
  context: EntryContext;
}

/** The JSON of an adventure, one entry at a time. */
async function* adventure(
  { campaign, index }: ExportSource,
  { part, queue, context }: Part,
): AsyncGenerator<Buffer> {
  const { title, description = '' } = campaign;
  const paragraphs = description.split(/\n+/).filter((line) => line.trim() !== '');
  const head = {
    _id: foundryId('adventure', title, String(part)),
    name: title.trim() || 'Untitled',
    caption: '',
    description: paragraphs.map((line) => `<p>${escapeText(line)}</p>`).join(''),
    folders: journalFolders(index),
  };
  yield Buffer.from(`${JSON.stringify(head).slice(0, -1)},"journal":[`);
  for (let bytes = 0; bytes < PART_BYTES && !(await queue.isEmpty());) {
    const note = await queue.take();
    requirePath(context.paths.pathOf(note.sourceId), note.sourceId);
    const entry = Buffer.from(
      `${bytes > 0 ? ',' : ''}\n${JSON.stringify(journalEntry(note, context))}`,
    );
    bytes += entry.length;
    yield entry;
  }
  yield Buffer.from('\n]}\n');
}

/** Notes of a source, of which the next one can be awaited without taking it. */
class NoteQueue {
  private readonly notes: AsyncIterator<ExportedNote>;
  private next: Promise<IteratorResult<ExportedNote>> | undefined;

  constructor(notes: AsyncIterable<ExportedNote>) {
    this.notes = notes[Symbol.asyncIterator]();
  }

  async isEmpty(): Promise<boolean> {
    this.next ??= this.notes.next();
    return (await this.next).done === true;
  }

  /** @throws if the queue is empty */
  async take(): Promise<ExportedNote> {
    if (await this.isEmpty()) throw new Error('There are no more notes.');
    const { value } = (await this.next) as IteratorYieldResult<ExportedNote>;
    this.next = undefined;
    return value;
  }

  async close(): Promise<void> {
    await this.notes.return?.();
  }
}
