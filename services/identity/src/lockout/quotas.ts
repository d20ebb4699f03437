import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '@tomekeeper/persistence';
import { refuse } from '../protocol/refusals';
import { PoolSettings } from '../settings/pool-settings';
import { Sources } from './guess-lockout';

/** Rate-limited actions. */
export type QuotaKind =
  | 'sign-up'
  | 'resend-confirmation'
  | 'forgot-password'
  | 'attribute-code'
  | 'first-factor-code'
  | 'second-factor-code';

/** Limit per account, kind, source and hour. */
const PER_SOURCE = 10;
/** Limit per account, kind and hour for all sources that the owner has never used. */
const FOR_STRANGERS = 30;

const COUNTED = `
  used = CASE WHEN q.window_started < now() - interval '1 hour' THEN 1 ELSE q.used + 1 END,
  window_started = CASE WHEN q.window_started < now() - interval '1 hour' THEN now()
                        ELSE q.window_started END`;
/** One source's requests do not use the quota of another. */
const TAKE = `
  WITH mine AS (
    INSERT INTO code_quota AS q (pool_id, user_id, kind, source, used, window_started)
    VALUES ($1, $2, $3, $4, 1, now())
    ON CONFLICT (pool_id, user_id, kind, source) DO UPDATE SET ${COUNTED}
    RETURNING used
  ), strangers AS (
    INSERT INTO code_quota AS q (pool_id, user_id, kind, source, used, window_started)
    SELECT $1, $2, $3, '', 1, now() FROM mine
     WHERE used <= ${PER_SOURCE}
       AND NOT EXISTS (SELECT FROM known_source WHERE user_id = $2 AND source = $4)
    ON CONFLICT (pool_id, user_id, kind, source) DO UPDATE SET ${COUNTED}
    RETURNING used
  )
  SELECT mine.used <= ${PER_SOURCE} AND coalesce(strangers.used, 0) <= ${FOR_STRANGERS} AS allowed
    FROM mine LEFT JOIN strangers ON true`;

/** Rate-limits the codes that are sent for an account, per source and in total. */
@Injectable()
export class Quotas {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly settings: PoolSettings,
    private readonly sources: Sources,
  ) {}

  /** @throws {ProtocolError} when the hourly quota is exhausted */
  async take(userId: string, kind: QuotaKind): Promise<void> {
    const [row] = await this.uow.query<{ allowed: boolean }>(TAKE, [
      this.settings.poolId,
      userId,
      kind,
      this.sources.network(userId),
    ]);
    if (!row?.allowed) throw refuse.limitExceeded();
  }
}
