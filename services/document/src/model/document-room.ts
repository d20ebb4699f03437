import { DOCUMENT_LIMITS, PLAYER_NOTE_LIMITS } from '@tomekeeper/contracts-document';
import type { SqlReader, Transaction } from '@tomekeeper/persistence';
import { tooManyDocuments, tooManyNotes } from './document.errors';

/** Number of documents of a campaign, or of notes in a notebook. Deleted ones count, so that they can be restored. */
const STORED = `((SELECT count(*) FROM document WHERE campaign_id = $1)
  + (SELECT count(*) FROM trashed_document WHERE campaign_id = $1))::int`;

/** Number of documents that a campaign still takes, without regard to pending uploads. */
export async function documentRoom(db: SqlReader, campaign: string): Promise<number> {
  const [count] = await db.query<{ documents: number }>(`SELECT ${STORED} AS documents`, [
    campaign,
  ]);
  return Math.max(DOCUMENT_LIMITS.perCampaign - (count?.documents ?? 0), 0);
}

/** Pending uploads count while their URL is valid, so that concurrent uploads do not fail at the end. */
export async function makeRoom(
  tx: Transaction,
  campaign: string,
  { countUploads }: { countUploads: boolean },
): Promise<void> {
  const [count] = await tx.query<{ documents: number; uploads: number }>(
    `SELECT ${STORED} AS documents,
            (SELECT count(*) FROM pending_upload
              WHERE campaign_id = $1 AND expires_at > now())::int AS uploads`,
    [campaign],
  );
  const taken = (count?.documents ?? 0) + (countUploads ? (count?.uploads ?? 0) : 0);
  if (taken >= DOCUMENT_LIMITS.perCampaign) throw tooManyDocuments();
}

/** The limit of one member does not depend on the notes of others. */
export async function makeRoomInNotebook(tx: Transaction, membership: string): Promise<void> {
  const [count] = await tx.query<{ notes: number }>(`SELECT ${STORED} AS notes`, [membership]);
  if ((count?.notes ?? 0) >= PLAYER_NOTE_LIMITS.perMember) throw tooManyNotes();
}
