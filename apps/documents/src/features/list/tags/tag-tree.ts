import type { Document } from '../../documents-api/documents-api';

/** Natural order, ignoring case. */
const BY_NAME = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

const folded = (tag: string): string => tag.toLowerCase();

/** Tags are case-insensitive. */
export const isSameTag = (one: string, other: string): boolean => folded(one) === folded(other);

/** A document or a section of one. */
export type Tagged = Pick<Document, 'tags'>;

/** Whether a document has a tag or a nested one: `npcs` matches `npcs/barovia`. */
export const isTagged = ({ tags = [] }: Tagged, wanted: string): boolean =>
  tags.some((tag) => isSameTag(tag, wanted) || folded(tag).startsWith(`${folded(wanted)}/`));

/** A tag or a parent of tags. */
export interface TagFolder {
  /** Full path: `npcs/barovia`. */
  path: string;
  /** Last segment: `barovia`. */
  name: string;
  depth: number;
}

/** All distinct tags and their parents, parents first. */
export function tagFolders(documents: readonly Tagged[]): TagFolder[] {
  const found = new Map<string, TagFolder>();
  for (const tag of documents.flatMap(({ tags = [] }) => tags)) {
    const parts = tag.split('/');
    parts.forEach((name, depth) => {
      const path = parts.slice(0, depth + 1).join('/');
      if (!found.has(folded(path))) found.set(folded(path), { path, name, depth });
    });
  }
  return [...found.values()].toSorted((one, other) => byParts(one.path, other.path));
}

/** Compares by segment, so that nested tags follow their parent directly. */
function byParts(one: string, other: string): number {
  const [left, right] = [one.split('/'), other.split('/')];
  for (const [at, part] of left.entries()) {
    const against = right[at];
    if (against === undefined) return 1;
    const order = BY_NAME.compare(part, against);
    if (order !== 0) return order;
  }
  return left.length - right.length;
}

/** Parses comma-separated tags. */
export const typedTags = (text: string): string[] =>
  text
    .split(',')
    .map((tag) => tag.trim())
    .filter(Boolean);

/** Tags of a document after a change. */
export function tagsAfter(
  { tags = [] }: Document,
  { add, take }: { add: readonly string[]; take: readonly string[] },
): string[] {
  const kept = tags.filter((tag) => !take.some((taken) => isSameTag(taken, tag)));
  return [...kept, ...add.filter((tag) => !kept.some((known) => isSameTag(known, tag)))];
}
