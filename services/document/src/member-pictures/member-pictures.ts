import { DOCUMENT_LIMITS } from '@tomekeeper/contracts-document';
import { hintGiven } from '@tomekeeper/contracts-live';
import type { SqlReader, Transaction } from '@tomekeeper/persistence';
import { tooManyMemberPictures } from './member-picture.errors';

/** A stored portrait, also of an ended membership. */
interface MemberPictureRow {
  id: string;
  membership: string;
  s3_key: string;
}

/** Returns the portraits of a campaign, those of ended memberships included. */
export function picturesIn(db: SqlReader, campaign: string): Promise<MemberPictureRow[]> {
  return db.query<MemberPictureRow>(
    'SELECT id, membership, s3_key FROM member_picture WHERE campaign_id = $1 ORDER BY created_at, id',
    [campaign],
  );
}

/** Returns the campaign of a person's own picture. */
export async function campaignOfPicture(
  db: SqlReader,
  person: string,
  id: string,
): Promise<string | undefined> {
  const [row] = await db.query<{ campaign_id: string }>(
    'SELECT campaign_id FROM member_picture WHERE id = $1 AND person = $2',
    [id, person],
  );
  return row?.campaign_id;
}

/**
 * Enforces the limit of pictures of a person: portraits and pictures in their notes. Notes of ended memberships do not count,
 * because their author cannot delete them.
 * @param replacesPortraitOf the membership whose portrait is replaced, which does not count
 * @throws {DomainError} 409 beyond the limit
 */
export async function limitMemberPictures(
  db: SqlReader,
  person: string,
  { replacesPortraitOf }: { replacesPortraitOf?: string } = {},
): Promise<void> {
  const [count] = await db.query<{ pictures: number }>(
    `SELECT ((SELECT count(*) FROM member_picture WHERE person = $1 AND membership IS DISTINCT FROM $2::uuid)
           + (SELECT count(*) FROM passage_image i JOIN notebook n ON n.membership_id = i.campaign_id
               WHERE n.person = $1 AND n.ended_at IS NULL))::int AS pictures`,
    [person, replacesPortraitOf ?? null],
  );
  if ((count?.pictures ?? 0) >= DOCUMENT_LIMITS.memberPictures) throw tooManyMemberPictures();
}

/** Serializes the uploads of one person in all campaigns. */
export async function lockMemberPictures(tx: Transaction, person: string): Promise<void> {
  await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('pictures of ' || $1, 0))`, [
    person,
  ]);
}

/** Invalidates the members of a campaign, of which a portrait changed. */
export async function emitPicturesChanged(tx: Transaction, campaign: string): Promise<void> {
  await tx.outbox.event(hintGiven, { kind: 'members', campaign, id: campaign, to: 'party' });
}
