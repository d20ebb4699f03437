import type { SectionRecords } from '../archive-format/sections';
import type { TransferFile, TransferNote } from '../model';

/** Facts about an item, for names and links. */
export interface ExportedItem {
  id: string;
  kind: 'note' | 'file';
  /** Of a file: its name. */
  title: string;
  tags: readonly string[];
}

export type ExportedNote = Omit<TransferNote, 'path' | 'hash' | 'unresolved'>;
export type ExportedFile = Omit<TransferFile, 'path' | 'hash'>;

/**
 * A campaign as its exporter sees it. Items are requested one at a time; an error of an iterator ends the export. Equal sources in the
 * same order give equal bytes.
 */
export interface ExportSource {
  campaign: { title: string; gameSystem: string; description?: string | undefined };
  viewer: 'gm' | 'player';
  /** Exactly the items of `notes` and `files`. */
  index: readonly ExportedItem[];
  /** Names of players by user id. */
  players: ReadonlyMap<string, string>;
  notes: AsyncIterable<ExportedNote>;
  files: AsyncIterable<ExportedFile>;
  /** Other data of the campaign, for the archive only. Names are distinct. */
  sections: readonly SectionRecords[];
}

/** @throws if an item is not in the index */
export function requirePath(path: string | undefined, id: string): string {
  if (path === undefined) throw new Error(`The item ${id} is not in the index of the export.`);
  return path;
}
