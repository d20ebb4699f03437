import { createHash, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { EXPORT_LINK_SECONDS } from '@tomekeeper/contracts-identity';
import { UnitOfWork } from '@tomekeeper/persistence';
import { Revocations } from '@tomekeeper/service-kit';

export interface Ticket {
  token: string;
  expiresAt: Date;
}

/**
 * One-time download tickets for a plain link, which carries no credentials: random tokens, stored hashed, valid for one
 * minute and only while the requesting session is active.
 */
@Injectable()
export class ExportTickets {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly revocations: Revocations,
  ) {}

  /**
   * Invalidates the user's previous ticket.
   * @param session the `origin_jti` of the requesting token, if it has one
   */
  async issue(userId: string, session: string | undefined): Promise<Ticket> {
    const token = randomBytes(32).toString('base64url');
    const expiresAt = new Date(Date.now() + EXPORT_LINK_SECONDS * 1000);
    await this.uow.query(
      `INSERT INTO export_ticket (token_hash, user_id, session, expires_at) VALUES ($1, $2, $3, $4)
       ON CONFLICT (user_id) DO UPDATE
         SET token_hash = excluded.token_hash, session = excluded.session, expires_at = excluded.expires_at`,
      [hashOf(token), userId, session, expiresAt],
    );
    return { token, expiresAt };
  }

  /**
   * Consumes the ticket.
   * @returns the user id, or undefined when the ticket is used, expired, unknown or of an ended session
   */
  async redeem(token: string): Promise<string | undefined> {
    const [row] = await this.uow.query<{
      user_id: string;
      session: string | null;
      is_good: boolean;
    }>(
      `DELETE FROM export_ticket WHERE token_hash = $1
       RETURNING user_id, session, expires_at > now() AS is_good`,
      [hashOf(token)],
    );
    if (!row?.is_good) return undefined;
    const hasEnded = row.session !== null && (await this.revocations.isRevoked(row.session));
    return hasEnded ? undefined : row.user_id;
  }
}

const hashOf = (token: string) => createHash('sha256').update(token).digest();
