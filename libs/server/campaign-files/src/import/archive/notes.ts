import { posix } from 'node:path';
import { DOCUMENT_LIMITS, tags as folderTags } from '@tomekeeper/contracts-document';
import { NOTES_FOLDER, sha256 } from '../../archive-format/paths';
import { noteRecord, type NoteRecord } from '../../archive-format/records';
import type { TransferNote } from '../../model';
import { cleanLine } from '../../archive-format/clean-text';
import type { ArchiveContainer } from './container';
import { mergeMarkdown } from './edited-markdown';
import { ItemError, parseJson } from './json';
import { readFrontMatter } from './front-matter';
import { checkedPassages } from './untrusted-passages';

const MAX_RECORD_BYTES = 64 * 1024 * 1024;
const MAX_MARKDOWN_BYTES = 16 * 1024 * 1024;

interface ArchiveItems {
  /** Bytes of entries by path. */
  sizes: ReadonlyMap<string, number>;
  hasFile: (id: string) => boolean;
}

/** Reads the notes of an archive: exact passages, or the Markdown if it was edited. */
export class NoteReader {
  /** Paths of Markdown that belongs to a note which was read. */
  private readonly used = new Set<string>();

  constructor(
    private readonly container: ArchiveContainer,
    private readonly items: ArchiveItems,
  ) {}

  /** @throws {ItemError} */
  async readRecord(path: string): Promise<TransferNote> {
    const parsed = noteRecord.safeParse(
      parseJson(await this.container.bytes(path, MAX_RECORD_BYTES)),
    );
    if (!parsed.success) throw new ItemError('damaged');
    const record = parsed.data;
    const { path: markdownPath, sha256: hash } = record.markdown;
    const hasMarkdown = this.items.sizes.has(markdownPath) && isNotePath(markdownPath);
    const note = this.noteOf(record, hasMarkdown ? markdownPath : path);
    if (!hasMarkdown) return withHash(note);
    this.used.add(markdownPath);
    const markdown = await this.container.bytes(markdownPath, MAX_MARKDOWN_BYTES);
    return withHash(sha256(markdown) === hash ? note : editedNote(note, markdown.toString('utf8')));
  }

  /** Paths of Markdown files that are no part of the export. */
  otherMarkdown(): string[] {
    return [...this.items.sizes.keys()].filter((path) => isNotePath(path) && !this.used.has(path));
  }

  /** Reads a Markdown file that was added to the archive, for GMs only. */
  async readMarkdown(path: string): Promise<TransferNote> {
    const markdown = (await this.container.bytes(path, MAX_MARKDOWN_BYTES)).toString('utf8');
    const folder = posix.relative(NOTES_FOLDER, posix.dirname(path));
    const { title, tags } = readFrontMatter(markdown);
    return withHash({
      ...{ sourceId: path, path, isPublic: false, aliases: [] },
      title: title ?? cleanLine(posix.basename(path, '.md')),
      tags: tags ?? folderTags.catch([]).parse(folder === '' ? [] : [folder]),
      passages: mergeMarkdown(markdown, { id: path, isPublic: false, passages: [] }),
    });
  }

  private noteOf(record: NoteRecord, path: string): UnhashedNote {
    const { id, title, public_title, tags, audience, category, pinned, aliases } = record;
    return {
      sourceId: id,
      path,
      title: cleanLine(title),
      ...(public_title !== undefined && { publicTitle: cleanLine(public_title) }),
      tags,
      isPublic: audience === 'party',
      ...(category && { category }),
      ...(pinned && { pinned }),
      aliases: aliases.slice(0, DOCUMENT_LIMITS.aliases),
      passages: checkedPassages(record.passages, this.items.hasFile),
    };
  }
}

type UnhashedNote = Omit<TransferNote, 'hash' | 'unresolved'>;

const isNotePath = (path: string): boolean =>
  path.startsWith(`${NOTES_FOLDER}/`) && path.endsWith('.md');

/** A note whose Markdown was edited. The file can narrow the audience, and never widens it. */
function editedNote(note: UnhashedNote, markdown: string): UnhashedNote {
  const { title = note.title, tags = note.tags, audience } = readFrontMatter(markdown);
  const isPublic = note.isPublic && audience !== 'gm';
  const { sourceId: id, passages } = note;
  return {
    ...note,
    title,
    tags,
    isPublic,
    passages: mergeMarkdown(markdown, { id, isPublic: note.isPublic, passages }),
  };
}

const withHash = (note: UnhashedNote): TransferNote => ({
  ...note,
  hash: sha256(JSON.stringify(note)),
  unresolved: [],
});
