import { createHash } from 'node:crypto';
import type { ImportProblem } from '@tomekeeper/contracts-document';
import { nameLink } from '@tomekeeper/contracts-document/name-link';
import { ExtractionError } from '@tomekeeper/text-extraction';
import type { ContainerEntry } from './container/container';
import { EntryError } from './container/entry-error';
import { foldersOf } from './container/entry-path';
import type { DraftPassage } from './links/lay-out';
import { passageTargets, SourceIndex, type NoteNames, type SourceItem } from './links/source-index';
import type { NoteReader, SourceNote } from './source-note';

export type NoteItem = SourceItem & { note: NoteNames };

/** UTF-16 units of a source id; a longer one is hashed. */
const MAX_ID = 1000;
/** Headings and block ids of all notes. Links to further ones lead to their note. */
const MAX_TARGETS = 300_000;

/** A file whose bytes were read once. */
export interface ScannedFile {
  sourceId: string;
  hash: string;
  /** In bytes. */
  size: number;
}

/** The items of an import without their content: reads everything once. */
export class ItemScan {
  readonly index = new SourceIndex();
  readonly problems: ImportProblem[] = [];
  /** The notes of each entry, in the order of the reader. */
  readonly notes = new Map<ContainerEntry, NoteItem[]>();
  readonly files = new Map<ContainerEntry, ScannedFile>();
  /** Source ids of files that notes show as pictures. */
  readonly embedded = new Set<string>();
  /** Source ids of files that the source shows to all players. */
  readonly publicFiles = new Set<string>();
  private targets = 0;
  private readonly sourceIds = new Set<string>();
  private readonly pictures = new Map<string, { href: string; from: string }>();
  private readonly namedFiles: { path: string; id: string; isPublic: boolean }[] = [];

  constructor(private readonly reader: NoteReader) {}

  get items(): number {
    let items = this.files.size;
    for (const notes of this.notes.values()) items += notes.length;
    return items;
  }

  /** @throws {ImportError} when a limit of the whole import is exceeded */
  async scan(entry: ContainerEntry): Promise<void> {
    try {
      const failure = this.reader.reads(entry.path) ? await this.scanNotes(entry) : 'file';
      if (failure === undefined) return;
      await this.scanFile(entry);
      if (failure === 'too_large') this.problems.push({ path: entry.path, reason: 'as_file' });
    } catch (error) {
      if (!(error instanceof EntryError)) throw error;
      this.problems.push({ path: entry.path, reason: error.reason });
    }
  }

  /** Call after the last entry. */
  end(): void {
    for (const { path, id, isPublic } of this.namedFiles) {
      const file = this.index.find({ name: path }, '');
      if (!file || file.note)
        this.problems.push({ path: path.slice(0, MAX_ID), reason: 'unsupported' });
      else {
        this.index.addId(id, file);
        if (isPublic) this.publicFiles.add(file.sourceId);
      }
    }
    for (const { href, from } of this.pictures.values()) {
      const link = nameLink(href);
      const file = link && this.index.find(link, from);
      if (file && !file.note) this.embedded.add(file.sourceId);
    }
    this.pictures.clear();
  }

  /** @returns why the entry is imported as a file; undefined for notes */
  private async scanNotes(entry: ContainerEntry): Promise<ExtractionError['reason'] | undefined> {
    try {
      for await (const event of this.reader.notesOf(entry))
        if ('note' in event) this.addNote(entry, event.note);
        else if ('file' in event) this.namedFiles.push(event.file);
        else this.problems.push(event.problem);
      return undefined;
    } catch (error) {
      if (!(error instanceof ExtractionError)) throw error;
      return error.reason;
    }
  }

  private addNote(entry: ContainerEntry, note: SourceNote): void {
    const { title, aliases, ids = [], passages } = note;
    const item = {
      sourceId: this.uniqueId(note.sourceId),
      file: note.file ?? entry.path,
      note: { title, aliases, ids, passages: this.targetsIn(passages) },
    };
    const notes = this.notes.get(entry);
    if (notes) notes.push(item);
    else this.notes.set(entry, [item]);
    if (note.file !== undefined) this.index.addFile(item);
    this.index.addNote(item);
    const folder = foldersOf(entry.path).join('/');
    for (const { picture } of passages)
      if (picture !== undefined)
        this.pictures.set(`${folder}\n${picture}`, { href: picture, from: entry.path });
  }

  private targetsIn(passages: readonly DraftPassage[]): ReadonlyMap<string, number> {
    const targets = passageTargets(passages);
    this.targets += targets.size;
    return this.targets > MAX_TARGETS ? new Map() : targets;
  }

  private async scanFile(entry: ContainerEntry): Promise<void> {
    const hash = createHash('sha256');
    let size = 0;
    for await (const chunk of entry.read()) {
      hash.update(chunk);
      size += chunk.length;
    }
    if (size === 0) throw new EntryError('empty');
    const sourceId = this.uniqueId(entry.path);
    this.files.set(entry, { sourceId, hash: hash.digest('hex'), size });
    this.index.addFile({ sourceId, file: entry.path });
  }

  private uniqueId(wanted: string): string {
    const normal = wanted.normalize('NFC');
    const first =
      normal.length > MAX_ID ? createHash('sha256').update(normal).digest('hex') : normal;
    let id = first;
    for (let copy = 2; this.sourceIds.has(id); copy++) id = `${first}#${copy}`;
    this.sourceIds.add(id);
    return id;
  }
}
