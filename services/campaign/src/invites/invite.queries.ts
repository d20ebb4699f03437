import type { PlayerRole } from '@tomekeeper/contracts-campaign';
import type { Transaction } from '@tomekeeper/persistence';
import {
  visibleCampaign,
  type SqlReader,
  type VisibleCampaign,
} from '../campaigns/campaign.queries';

export interface InviteRow {
  id: string;
  campaign_id: string;
  role: PlayerRole;
  email: string | null;
  sealed_token: string;
  uses: number;
  uses_left: number;
  created_by: string;
  created_at: Date;
  expires_at: Date;
}

const COLUMNS =
  'id, campaign_id, role, email, sealed_token, uses, uses_left, created_by, created_at, expires_at';

/** SQL condition of an active invite, by the database's clock. */
const IS_OPEN = 'revoked_at IS NULL AND uses_left > 0 AND expires_at > now()';

/** Returns the active invites of a campaign, newest first; their number is limited at creation. */
export function openInvites(db: SqlReader, campaign: string): Promise<InviteRow[]> {
  return db.query<InviteRow>(
    `SELECT ${COLUMNS} FROM invite WHERE campaign_id = $1 AND ${IS_OPEN}
      ORDER BY created_at DESC, id DESC`,
    [campaign],
  );
}

export interface NewInvite {
  campaign: string;
  creator: string;
  role: PlayerRole;
  email?: string | undefined;
  uses: number;
  /** Seconds. */
  expires_in: number;
}

export async function insertInvite(
  tx: Transaction,
  invite: NewInvite & { id: string; hash: Buffer; sealed: string },
): Promise<InviteRow> {
  const { id, campaign, role, hash, sealed, email, uses, creator, expires_in } = invite;
  const [row] = await tx.query<InviteRow>(
    `INSERT INTO invite (id, campaign_id, role, token_hash, sealed_token, email, uses, uses_left,
                         created_by, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $7, $8, now() + make_interval(secs => $9))
     RETURNING ${COLUMNS}`,
    [id, campaign, role, hash, sealed, email ?? null, uses, creator, expires_in],
  );
  return stored(row);
}

/** Resets the uses and expiry of an invite. */
export async function renewInvite(
  tx: Transaction,
  id: string,
  { creator, uses, expires_in }: NewInvite,
): Promise<InviteRow> {
  const [row] = await tx.query<InviteRow>(
    `UPDATE invite
        SET created_by = $2, created_at = clock_timestamp(), uses = $3, uses_left = $3,
            expires_at = now() + make_interval(secs => $4)
      WHERE id = $1 RETURNING ${COLUMNS}`,
    [id, creator, uses, expires_in],
  );
  return stored(row);
}

function stored(row: InviteRow | undefined): InviteRow {
  if (!row) throw new Error('An invite was not stored.');
  return row;
}

/** An invite regardless of the caller, with the reason why it ended. */
export interface FoundInvite extends InviteRow {
  title: string;
  ended: 'revoked' | 'used up' | 'expired' | null;
}

export async function inviteByHash(
  db: SqlReader,
  tokenHash: Buffer,
): Promise<FoundInvite | undefined> {
  const [row] = await db.query<FoundInvite>(
    `SELECT ${COLUMNS.replace(/\w+/g, 'i.$&')}, c.title,
            CASE WHEN i.revoked_at IS NOT NULL THEN 'revoked' WHEN i.uses_left = 0 THEN 'used up'
                 WHEN i.expires_at <= now() THEN 'expired' END AS ended
       FROM invite i JOIN campaign c ON c.id = i.campaign_id WHERE i.token_hash = $1`,
    [tokenHash],
  );
  return row;
}

/** Returns whether accepting the invite gives the member another role. */
export const promotes = ({ role }: FoundInvite, member: VisibleCampaign): boolean =>
  role === 'co_gm' && member.role === 'player';

/** Returns whether the user is a member and the invite changes nothing. */
export async function hasJoined(
  db: SqlReader,
  invite: FoundInvite,
  user: string,
): Promise<boolean> {
  const visible = await visibleCampaign(db, invite.campaign_id, user);
  return visible !== undefined && !promotes(invite, visible);
}

/**
 * Takes one use, if available; the last use deletes the address, which is no longer needed.
 * @returns whether a use was available
 */
export async function useInvite(tx: Transaction, invite: string): Promise<boolean> {
  const used = await tx.query(
    `UPDATE invite SET uses_left = uses_left - 1, email = CASE WHEN uses_left > 1 THEN email END
      WHERE id = $1 AND ${IS_OPEN} RETURNING id`,
    [invite],
  );
  return used.length > 0;
}

/** Returns whether the user was removed from the campaign after the invite was created, which invalidates it for them. */
export async function isBarred(db: SqlReader, invite: string, person: string): Promise<boolean> {
  const found = await db.query(
    `SELECT 1 FROM removed_player r JOIN invite i ON i.campaign_id = r.campaign_id
      WHERE i.id = $1 AND r.player_id = $2 AND NOT r.has_left AND r.removed_at >= i.created_at`,
    [invite, person],
  );
  return found.length > 0;
}

/** Returns whether the user was removed from the campaign of the invite, or has left it. */
export async function hasDeparted(
  db: SqlReader,
  tokenHash: Buffer,
  person: string,
): Promise<boolean> {
  const found = await db.query(
    `SELECT 1 FROM removed_player r JOIN invite i ON i.campaign_id = r.campaign_id
      WHERE i.token_hash = $1 AND r.player_id = $2`,
    [tokenHash, person],
  );
  return found.length > 0;
}

/** Returns whether the invite excludes any removed user, who could join again if it were renewed. */
export async function barsAnybody(tx: Transaction, invite: string): Promise<boolean> {
  const found = await tx.query(
    `SELECT 1 FROM removed_player r JOIN invite i ON i.campaign_id = r.campaign_id
      WHERE i.id = $1 AND NOT r.has_left AND r.removed_at >= i.created_at LIMIT 1`,
    [invite],
  );
  return found.length > 0;
}

/** Returns an invite of a campaign, active or not. */
export async function inviteOf(
  db: SqlReader,
  campaign: string,
  invite: string,
): Promise<InviteRow | undefined> {
  const [row] = await db.query<InviteRow>(
    `SELECT ${COLUMNS} FROM invite WHERE campaign_id = $1 AND id = $2`,
    [campaign, invite],
  );
  return row;
}

/** Revokes an invite. Idempotent. */
export async function revokeInvite(db: SqlReader, invite: string): Promise<void> {
  await db.query(
    'UPDATE invite SET revoked_at = coalesce(revoked_at, now()), email = NULL WHERE id = $1',
    [invite],
  );
}
