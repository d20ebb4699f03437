import { createHash, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DOCUMENT_LIMITS } from '@tomekeeper/contracts-document';
import { UnitOfWork } from '@tomekeeper/persistence';
import { Revocations } from '@tomekeeper/service-kit';

export interface Ticket {
  token: string;
  expiresAt: Date;
}

/**
 * What stands for a person in a plain download, which carries no credential of its own: an unguessable
 * name, kept hashed, for one use within a minute, as long as the session that asked for it lives.
 */
@Injectable()
export class ExportTickets {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly revocations: Revocations,
  ) {}

  /**
   * An earlier one of that person is void.
   * @param session the `origin_jti` of the token that asked, if it has one
   */
  async issue(person: string, session: string | undefined): Promise<Ticket> {
    const token = randomBytes(32).toString('base64url');
    const expiresAt = new Date(Date.now() + DOCUMENT_LIMITS.exportLinkSeconds * 1000);
    await this.uow.run(async (tx) => {
      await tx.query('DELETE FROM export_ticket WHERE person_id = $1', [person]);
      await tx.query(
        'INSERT INTO export_ticket (token_hash, person_id, expires_at, session) VALUES ($1, $2, $3, $4)',
        [hashOf(token), person, expiresAt, session],
      );
    });
    return { token, expiresAt };
  }

  /** Uses it up. @returns whose data it gives; undefined when it is used, too old, of an ended session or never ours */
  async redeem(token: string): Promise<string | undefined> {
    const [row] = await this.uow.query<{
      person_id: string;
      session: string | null;
      is_good: boolean;
    }>(
      `DELETE FROM export_ticket WHERE token_hash = $1
       RETURNING person_id, session, expires_at > now() AS is_good`,
      [hashOf(token)],
    );
    if (!row?.is_good) return undefined;
    const hasEnded = row.session !== null && (await this.revocations.isRevoked(row.session));
    return hasEnded ? undefined : row.person_id;
  }
}

const hashOf = (token: string) => createHash('sha256').update(token).digest();
