import {
  DOCUMENT_LIMITS,
  type ImportAction,
  type ReviseImportRequest,
} from '@tomekeeper/contracts-document';
import type { ImportItem, Review } from '../imports-api';

export const FILTERS = ['all', 'new', 'changed', 'problems', 'unresolved'] as const;
export type Filter = (typeof FILTERS)[number];

/** Number of entries of each filter. */
export function filterCounts({ counts }: Review): Record<Filter, number> {
  const all = counts.notes + counts.files;
  const changed = counts.changed + counts.edited;
  return {
    all,
    new: all - changed - counts.unchanged,
    changed,
    problems: counts.problems,
    unresolved: counts.unresolved,
  };
}

/** Items of a filter. */
export function filtered(items: readonly ImportItem[], filter: Filter): readonly ImportItem[] {
  switch (filter) {
    case 'new':
      return items.filter(({ since_import }) => since_import === undefined);
    case 'changed':
      return items.filter(
        ({ since_import }) => since_import === 'changed' || since_import === 'edited',
      );
    case 'unresolved':
      return items.filter(({ unresolved = [] }) => unresolved.length > 0);
    default:
      return items;
  }
}

export interface Folder {
  /** Empty for items outside of folders. */
  path: string;
  items: readonly ImportItem[];
}

/** Items by folder, in the order of their first item. */
export function byFolder(items: readonly ImportItem[]): Folder[] {
  const folders = new Map<string, ImportItem[]>();
  for (const item of items) {
    const path = item.path.slice(0, Math.max(0, item.path.lastIndexOf('/')));
    const folder = folders.get(path);
    if (folder) folder.push(item);
    else folders.set(path, [item]);
  }
  return [...folders].map(([path, items]) => ({ path, items }));
}

/** The first items of folders, with their folders. */
export function firstRows(
  folders: readonly Folder[],
  limit: number,
): { folder: Folder; rows: readonly ImportItem[] }[] {
  const first = [];
  let left = limit;
  for (const folder of folders) {
    if (left <= 0) break;
    const rows = folder.items.slice(0, left);
    left -= rows.length;
    first.push({ folder, rows });
  }
  return first;
}

export const isIncluded = ({ action }: Pick<ImportItem, 'action'>): boolean => action !== 'skip';

/** Whether a checkbox includes the item: an edited document has radio buttons instead, an unchanged one needs no import. */
export const isSelectable = ({ since_import }: Pick<ImportItem, 'since_import'>): boolean =>
  since_import === undefined || since_import === 'changed';

/** Action that includes an item. */
const includedAs = (item: ImportItem): ImportAction => (isNew(item) ? 'add' : 'replace');

export interface Selected {
  /** Documents that the import adds or replaces. */
  documents: number;
  /** Number of new documents beyond the campaign's room. */
  excess: number;
}

export function selectedOf(items: readonly ImportItem[], room: number): Selected {
  const added = items.filter(({ action }) => action === 'add').length;
  return { documents: items.filter(isIncluded).length, excess: Math.max(0, added - room) };
}

export type Change = ReviseImportRequest['set'];

/** A change of some items. */
export interface Revision {
  items: readonly ImportItem[];
  set: Change;
}

/** Revisions that include or skip items; selectable items alone, one revision for each action. */
export function inclusionOf(items: readonly ImportItem[], isOn: boolean): Revision[] {
  const selectable = items.filter(isSelectable);
  if (!isOn) return revisionsOf([[selectable, 'skip']]);
  return revisionsOf([
    [selectable.filter((item) => includedAs(item) === 'add'), 'add'],
    [selectable.filter((item) => includedAs(item) === 'replace'), 'replace'],
  ]);
}

const revisionsOf = (all: readonly [readonly ImportItem[], ImportAction][]): Revision[] =>
  all.flatMap(([items, action]) => (items.length > 0 ? [{ items, set: { action } }] : []));

/** An item after a change, as the server stores it. */
export function changedItem(item: ImportItem, { category, ...set }: Change): ImportItem {
  const { reveal_read_aloud, add_tags, folder_tags, ...rest } = set;
  const given = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
  const next: ImportItem = { ...item, ...given };
  next.tags = changedTags(next, { add_tags, folder_tags });
  if (category === null) delete next.category;
  else if (category !== undefined) next.category = category;
  if (reveal_read_aloud === true) next.reveal_read_aloud = true;
  else if (reveal_read_aloud === false) delete next.reveal_read_aloud;
  return next;
}

function changedTags(
  { tags, folder_tag }: ImportItem,
  { add_tags = [], folder_tags }: Pick<Change, 'add_tags' | 'folder_tags'>,
): string[] {
  const ofFolders = folder_tag !== undefined && folder_tags === true ? [folder_tag] : [];
  const own = folder_tags === false ? tags.filter((tag) => tag !== folder_tag) : tags;
  const all = [...ofFolders, ...own, ...add_tags];
  const folded = all.map((tag) => tag.toLowerCase());
  return all.filter((_, at) => folded.indexOf(folded[at]!) === at).slice(0, DOCUMENT_LIMITS.tags);
}

/** The change that brings an item back to these values. */
export const restoring = ({ title, tags, category, is_spoilers, ...item }: ImportItem): Change => ({
  title,
  ...(isNew(item) && { tags, category: category ?? null, is_spoilers }),
  reveal_read_aloud: item.reveal_read_aloud ?? false,
});

/** Whether {@link restoring} changes nothing. */
export const hasEqualFields = (item: ImportItem, before: ImportItem): boolean =>
  JSON.stringify(restoring(item)) === JSON.stringify(restoring(before));

/** New items with a folder tag. */
export const withFolderTags = (items: readonly ImportItem[]): ImportItem[] =>
  items.filter((item) => item.folder_tag !== undefined && isNew(item));

export const hasFolderTag = ({ tags, folder_tag }: ImportItem): boolean =>
  folder_tag !== undefined && tags.includes(folder_tag);

/** Whether the item becomes a new document. A replaced one keeps its audience, tags and category. */
export const isNew = ({ document }: Pick<ImportItem, 'document'>): boolean =>
  document === undefined;

/** Whether the import may reveal boxes of the item: those of a Public note are visible to players anyway. */
export const canRevealBoxes = (item: ImportItem): boolean =>
  (item.read_aloud ?? 0) > 0 && item.is_spoilers && isNew(item);
