import type { ContainerEntry } from '../container/container';
import { EntryError } from '../container/entry-error';
import { baseName, foldersOf, withoutExtension } from '../container/entry-path';
import { headingKey } from '../links/source-index';
import { readTextFile, textReader } from '../markdown/markdown-reader';
import { decodeText, readBytes, tablePassages } from '../read-text';
import type { NoteReader, SourceNote } from '../source-note';
import { itemTags } from '../tags';
import { titleOf } from '../titles';
import { parseCsv, splitTable } from './csv';
import { notionName } from './notion-names';

const CSV = /\.csv$/i;
const ALL = /_all(?=\.csv$)/i;
/** Notion adds this table of contents of the workspace to every export. */
const CONTENTS = 'index.html';

/** Reads pages and databases of Notion. A database is a table; its file with all rows replaces the one of a single view. */
export function notionReader(entries: readonly ContainerEntry[]): NoteReader {
  const complete = new Set(
    entries.filter(({ path }) => ALL.test(path)).map(({ path }) => path.replace(ALL, '')),
  );
  return {
    foldersOf: tagFolders,
    reads: (path) => CSV.test(path) || textReader.reads(path),
    async *notesOf(entry) {
      if (entry.path === CONTENTS) return;
      if (!CSV.test(entry.path)) yield { note: await readPage(entry) };
      else if (!complete.has(entry.path)) yield { note: await readDatabase(entry) };
    },
  };
}

const tagFolders = (path: string): string[] =>
  foldersOf(path).map((folder) => notionName(folder).title);

async function readPage(entry: ContainerEntry): Promise<SourceNote> {
  const { title, id } = notionName(withoutExtension(baseName(entry.path)));
  const note = await readTextFile(entry, title, tagFolders(entry.path));
  const named = { ...note, title: titleOf(notionName(note.title).title, title) };
  return { ...named, passages: withoutTitle(named), ...(id && { sourceId: id }) };
}

/** Notion repeats the title as the first heading. */
function withoutTitle({ title, passages }: SourceNote): SourceNote['passages'] {
  const [first, ...rest] = passages;
  const isTitle = first?.kind === 'heading' && headingKey(first.text) === headingKey(title);
  return isTitle ? rest : passages;
}

async function readDatabase(entry: ContainerEntry): Promise<SourceNote> {
  const source = await readBytes(entry);
  if (source.length === 0) throw new EntryError('empty');
  const { title, id } = notionName(withoutExtension(baseName(entry.path.replace(ALL, ''))));
  const rows = parseCsv(decodeText(source, 'text'));
  return {
    sourceId: id ?? entry.path,
    path: entry.path,
    file: entry.path.replace(ALL, ''),
    title: titleOf(title),
    ...itemTags(tagFolders(entry.path)),
    ...{ aliases: [], isPublic: false },
    source,
    passages: tablePassages(splitTable(rows)),
  };
}
