import type { SqlReader } from '@tomekeeper/persistence';
import type { VisibleDocument } from './visible-documents';

/** SQL: whether some tag of an array is a tag, or is nested in it; in any case. */
export const hasTagIn = (tags: string, tag: string): string =>
  `EXISTS (SELECT FROM unnest(${tags}) AS t WHERE starts_with(lower(t) || '/', lower(${tag}) || '/'))`;

type Tagged = Pick<VisibleDocument, 'is_managed' | 'tags' | 'shared_tags'>;

/** Tags in responses: unchanged for GMs, reduced to the shared parts of their paths for players. */
export const tagsForViewer = ({ is_managed, tags, shared_tags }: Tagged): string[] =>
  is_managed ? tags : sharedPaths(tags, shared_tags ?? []);

/** Leaves out folders that are not shared: with `a/b` shared alone, `a/b/c` becomes `b`. Removes duplicates. */
export function sharedPaths(tags: readonly string[], shared: readonly string[]): string[] {
  const isShared = new Set(shared.map(folded));
  const paths = tags.map((tag) => {
    const parts = tag.split('/');
    return parts
      .filter((_, at) => isShared.has(folded(parts.slice(0, at + 1).join('/'))))
      .join('/');
  });
  const isNew = (path: string, at: number) =>
    paths.findIndex((other) => folded(other) === folded(path)) === at;
  return paths.filter((path, at) => path !== '' && isNew(path, at));
}

/** Whether one of the tags is a tag, or is nested in it; in any case. */
export const hasTag = (tags: readonly string[], wanted: string): boolean =>
  tags.some((tag) => `${normalized(tag)}/`.startsWith(`${normalized(wanted)}/`));

const folded = (tag: string): string => tag.toLowerCase();
const normalized = (tag: string): string => folded(tag.trim().normalize());

/** Tags that players of a campaign see as folders. */
export async function sharedTags(db: SqlReader, campaign: string): Promise<string[]> {
  const rows = await db.query<{ tag: string }>(
    'SELECT tag FROM shared_tag WHERE campaign_id = $1 ORDER BY lower(tag)',
    [campaign],
  );
  return rows.map(({ tag }) => tag);
}
