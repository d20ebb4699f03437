import { formatOf } from '@tomekeeper/text-extraction';
import { titleOfHtml } from '@tomekeeper/text-extraction/source';
import type { ContainerEntry } from '../container/container';
import { EntryError } from '../container/entry-error';
import { baseName, foldersOf, withoutExtension } from '../container/entry-path';
import { unwrapRedirect } from '../html/redirects';
import { decodeText, readBytes, readPassages, type TextFormat } from '../read-text';
import type { NoteReader, SourceNote } from '../source-note';
import { itemTags } from '../tags';
import { titleOf, validAliases } from '../titles';
import { readFrontMatter } from './front-matter';

const FORMATS: readonly string[] = ['markdown', 'html', 'text'];

/** The format of a file whose text becomes a note. */
export function textFormatOf(path: string): TextFormat | undefined {
  const format = formatOf({ name: baseName(path), contentType: '' });
  return FORMATS.includes(format ?? '') ? (format as TextFormat) : undefined;
}

/** Reads Markdown, HTML and plain text, one note for each file. Everything is GM only, also where a file says `publish: true`. */
export const textReader: NoteReader = {
  reads: (path) => textFormatOf(path) !== undefined,
  async *notesOf(entry) {
    yield {
      note: await readTextFile(
        entry,
        withoutExtension(baseName(entry.path)),
        foldersOf(entry.path),
      ),
    };
  },
};

/** @param name title unless the text has one */
export async function readTextFile(
  entry: ContainerEntry,
  name: string,
  folders: readonly string[],
): Promise<SourceNote> {
  const format = textFormatOf(entry.path)!;
  const source = await readBytes(entry);
  // An empty Markdown file is a note that others may link to.
  if (source.length === 0 && format !== 'markdown') throw new EntryError('empty');
  const text = decodeText(source, format);
  const front = format === 'markdown' ? readFrontMatter(text) : { aliases: [], tags: [] };
  const title = titleOf(front.title, format === 'html' ? titleOfHtml(text) : undefined, name);
  return {
    sourceId: entry.path,
    path: entry.path,
    file: entry.path,
    title,
    aliases: validAliases(front.aliases, title),
    ...itemTags(folders, front.tags),
    isPublic: false,
    ...(front.category && { category: front.category }),
    source,
    passages: readPassages(text, format, { mapAddress: unwrapRedirect }),
  };
}
