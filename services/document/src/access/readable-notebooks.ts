import {
  MAX_NOTEBOOKS,
  type NotebooksAnswer,
  type NotebooksQuery,
} from '@tomekeeper/contracts-document';
import type { SqlReader } from '@tomekeeper/persistence';

type Notebook = NotebooksAnswer['notebooks'][number];

interface NotebookRow {
  id: string;
  last: number;
  gm: number;
  party: number;
  is_own: boolean;
  has_party: boolean;
  has_gms: boolean;
}

const hasNoteFor = (audience: string): string => `EXISTS (
  SELECT 1 FROM document d WHERE d.campaign_id = n.membership_id AND d.author_audience = '${audience}')`;

/**
 * Notebooks with notes that a member may read, for the search index; the rule of `player-note-scope.ts`. The member's own come first,
 * then the latest changed.
 */
export async function readableNotebooks(
  db: SqlReader,
  campaign: string,
  { user, role, membership }: NotebooksQuery,
): Promise<Notebook[]> {
  const rows = await db.query<NotebookRow>(
    `SELECT n.membership_id AS id, f.last_number::float8 AS last, f.restricted_gm::float8 AS gm,
            coalesce((SELECT max(r.number) FROM revocation r
                       WHERE r.campaign_id = n.membership_id AND r.is_all_but), 0)::float8 AS party,
            n.ended_at IS NULL AND n.person IS NOT DISTINCT FROM $2::uuid AND $2 IS NOT NULL AS is_own,
            ${hasNoteFor('party')} AS has_party, ${hasNoteFor('gms')} AS has_gms
       FROM notebook n JOIN campaign_feed f ON f.campaign_id = n.membership_id
      WHERE n.campaign_id = $1
      ORDER BY is_own DESC, (SELECT max(coalesce(d.updated_at, d.created_at)) FROM document d
                              WHERE d.campaign_id = n.membership_id
                                 AND (d.author_audience = 'party' OR d.author_audience = 'gms' AND $3)) DESC NULLS LAST, n.membership_id`,
    [campaign, user ?? null, role === 'gm'],
  );
  const readable = rows.flatMap(({ id, last, gm, party, ...row }): Notebook[] => {
    const isForGms = role === 'gm' || id === membership?.toLowerCase();
    const reads = row.is_own
      ? 'all'
      : isForGms && (row.has_gms || row.has_party)
        ? 'gms'
        : row.has_party
          ? 'party'
          : undefined;
    return reads ? [{ id, last, restricting: { gm, party }, reads }] : [];
  });
  return readable.slice(0, MAX_NOTEBOOKS);
}
