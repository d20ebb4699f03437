import { Injectable } from '@nestjs/common';
import { MAX_SESSIONS_SHOWN, type MySession } from '@tomekeeper/contracts-identity';
import { UnitOfWork } from '@tomekeeper/persistence';

interface SessionRow {
  origin_jti: string;
  auth_time: Date;
  last_used_at: Date;
  client: string;
}

/** A person's sessions as they may look through them. */
@Injectable()
export class SessionList {
  constructor(private readonly uow: UnitOfWork) {}

  /** @param current the session that asks */
  async of(userId: string, current: string | undefined): Promise<MySession[]> {
    const rows = await this.uow.query<SessionRow>(
      `SELECT origin_jti, auth_time, last_used_at, client FROM user_session
        WHERE user_id::text = $1 AND revoked_at IS NULL AND expires_at > now()
        ORDER BY last_used_at DESC LIMIT $2`,
      [userId, MAX_SESSIONS_SHOWN],
    );
    return rows.map((row) => ({
      id: row.origin_jti,
      since: row.auth_time.toISOString(),
      last_used_at: row.last_used_at.toISOString(),
      client: row.client,
      current: row.origin_jti === current,
    }));
  }
}
