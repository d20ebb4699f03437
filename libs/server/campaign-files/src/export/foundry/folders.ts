import type { ExportedItem } from '../source';
import { foundryId } from './foundry-id';

/** Levels of folders in Foundry. */
const MAX_DEPTH = 4;

interface JournalFolder {
  _id: string;
  name: string;
  type: 'JournalEntry';
  sorting: 'a';
  folder: string | null;
}

/** Folders for the first tags of notes, with their parents. */
export function journalFolders(items: readonly ExportedItem[]): JournalFolder[] {
  const folders = new Map<string, JournalFolder>();
  for (const { kind, tags } of items) {
    if (kind !== 'note') continue;
    const names = folderNames(tags);
    for (const [at, name] of names.entries()) {
      const _id = folderId(names.slice(0, at + 1))!;
      const folder = folderId(names.slice(0, at));
      folders.set(_id, { _id, name, type: 'JournalEntry', sorting: 'a', folder });
    }
  }
  return [...folders.values()];
}

/** @returns null for a note without tags */
export const folderOf = (tags: readonly string[]): string | null => folderId(folderNames(tags));

/** The last folder has the names of deeper ones. */
function folderNames([tag = '']: readonly string[]): string[] {
  const names = tag
    .split('/')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  const deeper = names.splice(MAX_DEPTH - 1).join('/');
  return deeper === '' ? names : [...names, deeper];
}

const folderId = (names: readonly string[]): string | null =>
  names.length === 0 ? null : foundryId('folder', ...names);
