import type { SearchQuery } from '@tomekeeper/contracts-search';
import type { SqlReader } from '@tomekeeper/persistence';
import { GM_CLASS, PARTY_CLASS, TRASH_CLASS } from '@tomekeeper/visibility';

// Requests of users read the index only through this file and with a viewer. GM-only rows have separate tables, which a
// statement for a player never names.

/** A user in a campaign, by permissions. */
export interface Viewer {
  /** For the notes of a player: their notebook, which has a separate index. */
  readonly campaign: string;
  /** For the notes of a player: the campaign in which they were written. */
  readonly notesIn?: string;
  readonly isGm: boolean;
  /** Classes of rows that a player sees; empty for a GM, who sees everything except the trash. */
  readonly classes: readonly string[];
  /** Whether queries and visible text may be sent to external models. */
  readonly allowsExternalModels: boolean;
}

type InCampaign = Pick<Viewer, 'campaign' | 'allowsExternalModels'>;

export const gmOf = ({ campaign, allowsExternalModels }: InCampaign): Viewer => ({
  campaign,
  isGm: true,
  classes: [],
  allowsExternalModels,
});

/** @param own classes beyond the party's: sets of chosen players, and the membership, which is the class of personal titles */
export const playerOf = (
  { campaign, allowsExternalModels }: InCampaign,
  own: readonly string[],
): Viewer => ({
  campaign,
  isGm: false,
  classes: [PARTY_CLASS, ...own],
  allowsExternalModels,
});

type Table = 'passage' | 'embedding' | 'word' | 'spelling' | 'total';

/** The first parameters of a viewer-scoped statement. */
export const viewerParams = ({ campaign, classes }: Viewer): unknown[] => [campaign, classes];

/**
 * A statement for the rows of a table that a viewer sees; its parameters begin with {@link viewerParams}.
 * @param columns of `p`
 * @param where condition on `p`
 * @param order `ORDER BY` and `LIMIT`, applied to each of the tables
 */
export function viewerScopedRows(
  viewer: Viewer,
  table: Table,
  columns: string,
  where = 'true',
  order = '',
): string {
  const rows = (kind: 'player' | 'gm', seen: string) =>
    `(SELECT ${columns} FROM ${kind}_${table} p WHERE p.campaign_id = $1 AND ${seen} AND (${where}) ${order})`;
  if (!viewer.isGm) return rows('player', 'p.class = ANY ($2::uuid[])');
  // GMs find the passages of a handout in its source.
  const all =
    table === 'passage'
      ? 'cardinality($2::uuid[]) = 0 AND NOT p.document_id IN (SELECT h.document_id FROM document h WHERE h.campaign_id = $1 AND h.is_handout)'
      : 'cardinality($2::uuid[]) = 0';
  return `${rows('player', all)} UNION ALL ${rows('gm', `${all} AND p.class <> '${TRASH_CLASS}'`)}`;
}

/** A statement for titles, one row per visible document: a title for one player replaces the party's title. */
export const viewerScopedTitles = (viewer: Viewer, columns: string, where = 'true'): string =>
  viewer.isGm
    ? `SELECT ${columns} FROM gm_title p WHERE p.campaign_id = $1 AND cardinality($2::uuid[]) = 0
          AND p.class = '${GM_CLASS}' AND (${where})`
    : `SELECT ${columns} FROM player_title p WHERE p.campaign_id = $1 AND p.class = ANY ($2::uuid[])
          AND NOT p.not_for && $2::uuid[] AND (${where})`;

/** Limits a search within the visible text. */
export interface SearchScope {
  /** Undefined for all documents. */
  documents?: readonly string[] | undefined;
  audience?: SearchQuery['audience'];
}

/** SQL condition by audience, for passages `p`. */
export const HAS_AUDIENCE: Record<NonNullable<SearchScope['audience']>, string> = {
  gm: `p.class = '${GM_CLASS}'`,
  party: `p.class = '${PARTY_CLASS}'`,
  players: `p.class NOT IN ('${GM_CLASS}', '${PARTY_CLASS}')`,
};

/** Numbers of documents and passages that a viewer sees. */
export async function countVisible(
  db: SqlReader,
  viewer: Viewer,
): Promise<{ documents: number; passages: number }> {
  const [row] = await db.query<{ documents: number; passages: number }>(
    `SELECT (SELECT count(*) FROM (${viewerScopedTitles(viewer, '1')}) t)::int AS documents,
            (SELECT coalesce(sum(passages), 0) FROM (${viewerScopedRows(viewer, 'total', 'p.passages')}) t)::int AS passages`,
    viewerParams(viewer),
  );
  return row ?? { documents: 0, passages: 0 };
}
