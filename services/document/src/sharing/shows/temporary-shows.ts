import type { SqlReader, Transaction } from '@tomekeeper/persistence';
import {
  TEMPORARY_SHOW_MINUTES,
  type ChangedShow,
  type ShownPicture,
} from '../../passages/audiences/temporary-show';
import { emitTemporaryShowChanged } from '../../passages/invalidation-events';

export interface NewTemporaryShow {
  campaign: string;
  document: string;
  title: string | null;
  /** Memberships. */
  recipients: readonly string[];
  passages: readonly string[];
  /** Versions of the passages, in the same order. */
  versions: readonly number[];
  /** Keys of the store, by the ids that passages name. */
  images: Readonly<Record<string, string>>;
  picture: ShownPicture | null;
  /** Key of the source file of the picture. */
  source_key: string;
}

/** Begins a show in place of the campaign's other one. @returns its id and when it began */
export async function insertTemporaryShow(
  tx: Transaction,
  show: NewTemporaryShow,
): Promise<{ id: string; at: Date }> {
  const [row] = await tx.query<{ id: string; at: Date }>(
    `INSERT INTO temporary_show (campaign_id, document_id, title, recipients, passages, versions, images, picture, source_key)
     VALUES ($1, $2, $3, $4::uuid[], $5::uuid[], $6::int[], $7::jsonb, $8::jsonb, $9) RETURNING id, at`,
    [
      show.campaign,
      show.document,
      show.title,
      show.recipients,
      show.passages,
      show.versions,
      JSON.stringify(show.images),
      show.picture && JSON.stringify(show.picture),
      show.source_key,
    ],
  );
  if (!row) throw new Error('A show was not stored.');
  return row;
}

/** Ends the show of a campaign, or of one document. @returns its id and recipients if it was running */
export async function endTemporaryShow(
  tx: Transaction,
  { column, value }: { column: 'campaign_id' | 'document_id'; value: string },
): Promise<ChangedShow | undefined> {
  const [row] = await tx.query<ChangedShow & { is_running: boolean }>(
    `WITH ended AS (DELETE FROM temporary_show WHERE ${column} = $1 RETURNING *)
     SELECT id, recipients, at > now() - interval '${TEMPORARY_SHOW_MINUTES} minutes' AS is_running FROM ended`,
    [value],
  );
  return row?.is_running ? row : undefined;
}

/** Ends the show of passages of a document, or of the whole document, if someone outside `within` receives it. */
export async function endShowOf(
  tx: Transaction,
  document: string,
  { passages, within }: { passages: 'all' | readonly string[]; within: readonly string[] },
): Promise<void> {
  const [ended] = await tx.query<ChangedShow & { campaign: string }>(
    `WITH ended AS (
       DELETE FROM temporary_show WHERE document_id = $1 AND ($2::uuid[] IS NULL OR passages && $2::uuid[])
          AND NOT recipients <@ $3::uuid[] RETURNING id, recipients, campaign_id AS campaign)
     SELECT * FROM ended`,
    [document, passages === 'all' ? null : passages, within],
  );
  if (ended) await emitTemporaryShowChanged(tx, ended.campaign, ended);
}

/** Closes a show for one recipient. @returns undefined if it was already closed or has other recipients */
export async function closeTemporaryShow(
  tx: Transaction,
  show: string,
  memberships: readonly string[],
): Promise<{ campaign: string; membership: string } | undefined> {
  const [row] = await tx.query<{ campaign: string; membership: string }>(
    `WITH closed AS (
       UPDATE temporary_show s SET closed_by = s.closed_by || m.id FROM unnest($2::uuid[]) AS m (id)
        WHERE s.id = $1 AND m.id = ANY (s.recipients) AND NOT m.id = ANY (s.closed_by)
       RETURNING s.campaign_id AS campaign, m.id AS membership)
     SELECT * FROM closed`,
    [show, memberships],
  );
  return row;
}

/** Returns the running shows of some campaigns. */
export function runningShows(
  db: SqlReader,
  campaigns: readonly string[],
): Promise<{ campaign: string; document: string; at: Date }[]> {
  return db.query(
    `SELECT campaign_id AS campaign, document_id AS document, at FROM temporary_show
      WHERE campaign_id = ANY ($1::uuid[]) AND at > now() - interval '${TEMPORARY_SHOW_MINUTES} minutes'
        AND fingerprint IS NOT NULL
      ORDER BY at DESC`,
    [campaigns],
  );
}
