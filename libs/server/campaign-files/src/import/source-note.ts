import type { DocumentCategory, ImportProblem } from '@tomekeeper/contracts-document';
import type { ContainerEntry } from './container/container';
import type { DraftPassage } from './links/lay-out';

/** A note before its links are resolved. */
export interface SourceNote {
  sourceId: string;
  /** Path for display. */
  path: string;
  title: string;
  aliases: string[];
  tags: string[];
  /** The tag of its folders, unless the source has the same tag. */
  folderTag?: string;
  isPublic: boolean;
  category?: DocumentCategory;
  /** Path by which links find it; absent if several notes are in one file. */
  file?: string;
  /** Identifiers that links of this format use. */
  ids?: string[];
  /** Hashed together with the properties. */
  source: Buffer | string;
  passages: DraftPassage[];
  /** Targets of links that the text keeps as words. */
  unresolved?: Iterable<string>;
}

export type NoteEvent =
  | { note: SourceNote }
  /** Another name of a file that is in the import. */
  | { file: { path: string; id: string; isPublic: boolean } }
  | { problem: ImportProblem };

/** Reads the notes in entries of one format. */
export interface NoteReader {
  /** Whether an entry contains notes; otherwise the entry is a file. */
  reads: (path: string) => boolean;
  /** The folders of a file, outermost first; by default those of its path. */
  foldersOf?: (path: string) => string[];
  /**
   * Called twice for each entry, and yields the same both times.
   * @throws {EntryError} when the entry cannot be read
   * @throws {ExtractionError} when the entry is no text, or larger than a note
   */
  notesOf: (entry: ContainerEntry) => AsyncIterable<NoteEvent>;
}
