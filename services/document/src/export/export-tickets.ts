import { createHash, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DOCUMENT_LIMITS } from '@tomekeeper/contracts-document';
import { UnitOfWork } from '@tomekeeper/persistence';

export interface Ticket {
  token: string;
  expiresAt: Date;
}

/**
 * What stands for a person in a plain download, which carries no credential of its own: an unguessable
 * name, kept hashed, for one use within a minute.
 */
@Injectable()
export class ExportTickets {
  constructor(private readonly uow: UnitOfWork) {}

  /** An earlier one of that person is void. */
  async issue(person: string): Promise<Ticket> {
    const token = randomBytes(32).toString('base64url');
    const expiresAt = new Date(Date.now() + DOCUMENT_LIMITS.exportLinkSeconds * 1000);
    await this.uow.run(async (tx) => {
      await tx.query('DELETE FROM export_ticket WHERE person_id = $1', [person]);
      await tx.query(
        'INSERT INTO export_ticket (token_hash, person_id, expires_at) VALUES ($1, $2, $3)',
        [hashOf(token), person, expiresAt],
      );
    });
    return { token, expiresAt };
  }

  /** Uses it up. @returns whose data it gives; undefined when it is used, too old or never ours */
  async redeem(token: string): Promise<string | undefined> {
    const [row] = await this.uow.query<{ person_id: string; is_good: boolean }>(
      `DELETE FROM export_ticket WHERE token_hash = $1
       RETURNING person_id, expires_at > now() AS is_good`,
      [hashOf(token)],
    );
    return row?.is_good ? row.person_id : undefined;
  }
}

const hashOf = (token: string) => createHash('sha256').update(token).digest();
