import type { SqlReader } from '@tomekeeper/persistence';
import type { Scope } from '../memberships/campaign-memberships';

export interface ReadyCover {
  campaign: string;
  picture_key: string;
  chosen_at: Date;
}

/** Newest finished cover of each campaign in scope. */
export function readyCovers(db: SqlReader, { managed, played }: Scope): Promise<ReadyCover[]> {
  return db.query<ReadyCover>(
    `SELECT DISTINCT ON (c.campaign_id) c.campaign_id AS campaign, p.picture_key, c.chosen_at
       FROM cover c JOIN picture p ON p.source_key = c.source_key AND p.form = 'cover'
      WHERE c.campaign_id = ANY ($1::uuid[]) AND p.state = 'ready'
      ORDER BY c.campaign_id, c.chosen_at DESC`,
    [[...managed, ...played]],
  );
}
