import { GM_CLASS, TRASH_CLASS } from '@tomekeeper/visibility';
import type { Viewer } from './viewer';

// People's questions read the index through this file and a viewer alone. Rows of GMs' stand in tables of their own: a
// player's statement does not name them.

type Table = 'passage' | 'vector' | 'word' | 'spelling' | 'total';

/** The first values of a statement that asks for what is seen. */
export const whoLooks = ({ campaign, classes }: Viewer): unknown[] => [campaign, classes];

/**
 * Rows of a table that a viewer sees, as a statement; its values begin with those of {@link whoLooks}.
 * @param columns of `p`
 * @param where of `p`, and what is given of its order and number, for each of the tables
 */
export function visibleRows(
  viewer: Viewer,
  table: Table,
  columns: string,
  where = 'true',
  order = '',
): string {
  const rows = (kind: 'player' | 'gm', seen: string) =>
    `(SELECT ${columns} FROM ${kind}_${table} p WHERE p.campaign_id = $1 AND ${seen} AND (${where}) ${order})`;
  if (!viewer.isGm) return rows('player', 'p.class = ANY ($2::uuid[])');
  const all = 'cardinality($2::uuid[]) = 0';
  return `${rows('player', all)} UNION ALL ${rows('gm', `${all} AND p.class <> '${TRASH_CLASS}'`)}`;
}

/** Titles as the viewer knows them, one row of each document: a player's own takes the place of all players'. */
export const visibleTitles = (viewer: Viewer, columns: string, where = 'true'): string =>
  viewer.isGm
    ? `SELECT ${columns} FROM gm_title p WHERE p.campaign_id = $1 AND cardinality($2::uuid[]) = 0
          AND p.class = '${GM_CLASS}' AND (${where})`
    : `SELECT ${columns} FROM player_title p WHERE p.campaign_id = $1 AND p.class = ANY ($2::uuid[])
          AND NOT p.not_for && $2::uuid[] AND (${where})`;
