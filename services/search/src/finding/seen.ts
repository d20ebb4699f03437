import type { SqlReader } from '@tomekeeper/persistence';
import type { Viewer } from '../viewers/viewer';
import { visibleRows, visibleTitles, whoLooks } from '../viewers/visible-rows';

/** How much a viewer sees, and so how much is looked through for them. */
export async function countSeen(
  db: SqlReader,
  viewer: Viewer,
): Promise<{ documents: number; passages: number }> {
  const [row] = await db.query<{ documents: number; passages: number }>(
    `SELECT (SELECT count(*) FROM (${visibleTitles(viewer, '1')}) t)::int AS documents,
            (SELECT coalesce(sum(passages), 0) FROM (${visibleRows(viewer, 'total', 'p.passages')}) t)::int AS passages`,
    whoLooks(viewer),
  );
  return row ?? { documents: 0, passages: 0 };
}

/** Whether a viewer sees all of some passages. */
export async function seesAll(
  db: SqlReader,
  viewer: Viewer,
  passages: readonly string[],
): Promise<boolean> {
  const asked = [...new Set(passages)];
  const rows = await db.query(
    visibleRows(viewer, 'passage', 'p.passage_id', 'p.passage_id = ANY ($3::uuid[])'),
    [...whoLooks(viewer), asked],
  );
  return rows.length === asked.length;
}
