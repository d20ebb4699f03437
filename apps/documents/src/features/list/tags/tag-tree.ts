import type { Document } from '../../documents-api/documents-api';

/** As people read and count. */
const BY_NAME = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

const folded = (tag: string): string => tag.toLowerCase();

/** Two spellings of one tag are one tag. */
export const isSameTag = (one: string, other: string): boolean => folded(one) === folded(other);

/** What has tags: a document, or a part of one. */
export type Tagged = Pick<Document, 'tags'>;

/** Whether a document has a tag, or one in the folder of that name: `npcs` holds `npcs/barovia`. */
export const isTagged = ({ tags = [] }: Tagged, wanted: string): boolean =>
  tags.some((tag) => isSameTag(tag, wanted) || folded(tag).startsWith(`${folded(wanted)}/`));

/** A tag or a folder of tags, with how deep it lies. */
export interface TagFolder {
  /** The whole of it: `npcs/barovia`. */
  path: string;
  /** Its last part: `barovia`. */
  name: string;
  depth: number;
}

/** All tags of the documents and the folders that they lie in, each once, folders before what is in them. */
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

/** Part by part, so that what is in a folder stands below it and before the next one. */
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

/** What was typed as tags, with commas between them. */
export const typedTags = (text: string): string[] =>
  text
    .split(',')
    .map((tag) => tag.trim())
    .filter(Boolean);

/** The tags of a document after some were taken away and others given. */
export function tagsAfter(
  { tags = [] }: Document,
  { add, take }: { add: readonly string[]; take: readonly string[] },
): string[] {
  const kept = tags.filter((tag) => !take.some((taken) => isSameTag(taken, tag)));
  return [...kept, ...add.filter((tag) => !kept.some((known) => isSameTag(known, tag)))];
}
