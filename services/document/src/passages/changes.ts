import { ALL_MEMBERS, type AudienceMembers, isEmpty, NO_MEMBERS } from '@tomekeeper/visibility';
import { CHANGE_LIMITS } from '@tomekeeper/contracts-document';
import type { SqlReader, Transaction } from '@tomekeeper/persistence';

// Numbered changes of a campaign for the search indexer. Each document has one row, for its latest change. See
// change-feed.ts for reading.

/** Viewers who lose content by a change. The index may apply additions later. */
export interface TakesFrom {
  gm?: boolean;
  players?: AudienceMembers;
}

/** Every viewer of the document loses content. */
export const fromAllViewers = ({ is_spoilers }: { is_spoilers: boolean }): TakesFrom => ({
  gm: true,
  players: is_spoilers ? NO_MEMBERS : ALL_MEMBERS,
});

/**
 * Records that the audience, title or text of a document changed. The row of the campaign stays locked until the end of the
 * transaction, so that readers never see a lower number after a higher one.
 * @returns the change's number
 */
export async function documentChanged(
  tx: Transaction,
  { campaign, document }: { campaign: string; document: string },
  { gm = false, players = NO_MEMBERS }: TakesFrom = {},
): Promise<number> {
  const [row] = await tx.query<{ number: number }>(
    `WITH next AS (
       INSERT INTO campaign_feed AS f (campaign_id, last_number, restricted_gm) VALUES ($1, 1, $3::boolean::int)
       ON CONFLICT (campaign_id) DO UPDATE
         SET last_number = f.last_number + 1,
             restricted_gm = CASE WHEN $3 THEN f.last_number + 1 ELSE f.restricted_gm END
       RETURNING last_number AS number),
     revoked AS (
       INSERT INTO revocation (campaign_id, is_all_but, memberships, number)
       SELECT $1, $5::boolean, $6::uuid[], number FROM next WHERE $4::boolean
       ON CONFLICT (campaign_id, is_all_but, memberships) DO UPDATE SET number = excluded.number),
     changed AS (
       INSERT INTO campaign_change (campaign_id, document_id, number) SELECT $1, $2::uuid, number FROM next
       ON CONFLICT (campaign_id, document_id) DO UPDATE SET number = excluded.number, gone_at = NULL)
     SELECT number::float8 AS number FROM next`,
    [campaign, document, gm, !isEmpty(players), players.isAllBut, [...players.memberships].sort()],
  );
  if (!row) throw new Error('A change was not counted.');
  return row.number;
}

/** Records the permanent deletion of a document with its text; does nothing if the campaign is deleted too. */
export async function documentGone(tx: Transaction, document: string): Promise<void> {
  const [known] = await tx.query<{ campaign: string }>(
    `SELECT campaign_id AS campaign FROM campaign_change
      WHERE document_id = $1 AND campaign_id NOT IN (SELECT campaign_id FROM deleted_campaign)`,
    [document],
  );
  if (!known) return;
  await documentChanged(tx, { campaign: known.campaign, document });
  await tx.query('UPDATE campaign_change SET gone_at = now() WHERE document_id = $1', [document]);
}

const BATCH = 500;

/** Deletes old deletion records; an indexer that has not read them must rebuild. @returns number of deleted records */
export async function pruneDeleted(tx: Transaction): Promise<number> {
  const old = `gone_at < now() - interval '${CHANGE_LIMITS.goneDays} days'`;
  const [row] = await tx.query<{ n: number }>(
    `WITH documents AS (
       DELETE FROM campaign_change WHERE (campaign_id, document_id) IN (
         SELECT campaign_id, document_id FROM campaign_change WHERE ${old} LIMIT ${BATCH})
       RETURNING campaign_id, number),
     passages AS (
       DELETE FROM passage_gone WHERE passage_id IN (
         SELECT passage_id FROM passage_gone WHERE ${old} LIMIT ${BATCH})
       RETURNING campaign_id, number),
     forgotten AS (SELECT * FROM documents UNION ALL SELECT * FROM passages),
     marked AS (
       UPDATE campaign_feed f SET forgotten_to = greatest(f.forgotten_to, o.number)
         FROM (SELECT campaign_id, max(number) AS number FROM forgotten GROUP BY campaign_id) o
        WHERE f.campaign_id = o.campaign_id)
     SELECT count(*)::int AS n FROM forgotten`,
  );
  return row?.n ?? 0;
}

export interface ChangeNumbers {
  last: number;
  forgotten: number;
  restricting: { gm: number; party: number };
}

/** The sets of chosen players that a membership belongs to. */
export async function classesOfMembership(
  db: SqlReader,
  campaign: string,
  membership: string,
): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `SELECT id FROM audience_class WHERE campaign_id = $1 AND memberships @> ARRAY[$2::uuid] ORDER BY id`,
    [campaign, membership],
  );
  return rows.map(({ id }) => id);
}

/**
 * @param membership player whose revocation watermark is returned; without it, the watermark of a player who was never
 * chosen
 * @returns undefined if the campaign has no changes, or is deleted
 */
export async function changeNumbers(
  db: SqlReader,
  campaign: string,
  membership?: string,
): Promise<ChangeNumbers | undefined> {
  const [row] = await db.query<{ last: number; forgotten: number; gm: number; party: number }>(
    `SELECT last_number::float8 AS last, forgotten_to::float8 AS forgotten, restricted_gm::float8 AS gm,
            coalesce((SELECT max(r.number) FROM revocation r
                       WHERE r.campaign_id = $1
                         AND r.is_all_but <> coalesce(r.memberships @> ARRAY[$2::uuid], false)), 0)::float8 AS party
       FROM campaign_feed WHERE campaign_id = $1`,
    [campaign, membership ?? null],
  );
  if (!row) return undefined;
  const { last, forgotten, gm, party } = row;
  return { last, forgotten, restricting: { gm, party } };
}

/** Deletes the changes of a deleted campaign. */
export async function deleteChanges(tx: Transaction, campaign: string): Promise<void> {
  for (const table of ['campaign_change', 'campaign_feed', 'revocation'])
    await tx.query(`DELETE FROM ${table} WHERE campaign_id = $1`, [campaign]);
}
