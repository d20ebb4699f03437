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
