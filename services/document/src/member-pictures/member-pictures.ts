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
 * Enforces the limit of pictures of a person, not counting the one to be replaced.
 * @throws {DomainError} 409 beyond the limit
 */
export async function limitMemberPictures(
  db: SqlReader,
  person: string,
  membership: string,
): Promise<void> {
  const [count] = await db.query<{ pictures: number }>(
    'SELECT count(*)::int AS pictures FROM member_picture WHERE person = $1 AND membership <> $2',
    [person, membership],
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
