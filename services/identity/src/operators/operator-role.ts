import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '@tomekeeper/persistence';
import { OPERATORS_GROUP } from '@tomekeeper/service-kit';
import { SecurityEvents } from '../audit/security-events';
import { UserSessions } from '../sessions/user-sessions';
import { PoolSettings } from '../settings/pool-settings';
import { toPoolUser, userColumns, type PoolUser, type PoolUserRow } from '../users/pool-user';

/** More members than that of one group are not listed. */
const MAX_LISTED = 1000;

/** The group of the people who run the installation. Tokens name it; nothing that is open over the network changes it. */
@Injectable()
export class OperatorRole {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly settings: PoolSettings,
    private readonly sessions: UserSessions,
    private readonly events: SecurityEvents,
  ) {}

  /** Who runs the installation, by address. */
  async members(): Promise<PoolUser[]> {
    const rows = await this.uow.query<PoolUserRow>(
      `SELECT ${userColumns('u')} FROM group_member m JOIN pool_user u ON u.id = m.user_id
        WHERE m.group_name = $1 AND u.pool_id = $2 ORDER BY u.email LIMIT ${MAX_LISTED}`,
      [OPERATORS_GROUP, this.settings.poolId],
    );
    return rows.map(toPoolUser);
  }

  /** Tokens that are issued from now on name the group. */
  async grant({ id }: PoolUser): Promise<void> {
    await this.uow.run(async (tx) => {
      const added = await tx.query(
        `INSERT INTO group_member (user_id, group_name) VALUES ($1, $2)
         ON CONFLICT DO NOTHING RETURNING user_id`,
        [id, OPERATORS_GROUP],
      );
      if (added.length > 0) await this.events.record(id, 'operator_role_given', tx);
    });
  }

  /** The tokens that name the group end with their sessions. Repeating it ends them too. */
  async revoke({ id }: PoolUser): Promise<void> {
    await this.uow.run(async (tx) => {
      const removed = await tx.query(
        'DELETE FROM group_member WHERE user_id = $1 AND group_name = $2 RETURNING user_id',
        [id, OPERATORS_GROUP],
      );
      if (removed.length > 0) await this.events.record(id, 'operator_role_taken', tx);
    });
    // Not in the same transaction: a sign-in that read the group before its end would be overlooked.
    await this.uow.run((tx) => this.sessions.endAll(tx, id));
  }
}
